import type { KnownNames } from '#core/expressions/types.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { hasOptions } from './kind-titles.ts'
import { removedName } from '#core/lib/removed-name.ts'

/** Returns the names of a studio that expressions compare with. */
export function listKnownNames(studio: Pick<StudioReplica, 'getKinds' | 'getStages' | 'getStatuses' | 'getMembers'>) {
  const of = (what: string, list: () => readonly string[]): KnownNames => ({ what, list })
  return {
    kind: of('kind', () => studio.getKinds().map(({ name }) => name)),
    stage: of('stage', () => studio.getStages().map(({ name }) => name)),
    status: of('status', () => studio.getStatuses().map(({ name }) => name)),
    code: of('status code', () => studio.getStatuses().map(({ shortCode }) => shortCode)),
    // Includes former members: rows still name them.
    person: of('person', () => [...studio.getMembers().map(({ displayName }) => displayName), removedName]),
  } as const
}

/** Returns the possible values of a field with names, its options or people; undefined if anything can be typed. */
export function knownNamesOf(field: FieldDefinition, studio: StudioReplica): KnownNames | undefined {
  if (field.kind === 'person') return listKnownNames(studio).person
  if (!hasOptions(field.kind)) return undefined
  return { what: field.name, list: () => [...field.options.map(({ name }) => name), removedName] }
}
