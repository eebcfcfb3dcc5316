import type { ProjectId, SpaceId } from '#core/lib/ids.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { usageError } from '#cli/cli-error.ts'
import { listSpaces } from '#cli/select/load-tasks.ts'
import { pickAll } from '#cli/select/pick.ts'

type Places = { readonly project?: string; readonly space?: string }

/** Returns the projects or spaces a field is narrowed to; empty if it applies everywhere. */
export function findPlaces(studio: StudioReplica, { project, space }: Places): readonly (ProjectId | SpaceId)[] {
  if (space !== undefined)
    return listSpaces(studio, { space, ...(project !== undefined && { project }) }).map(({ id }) => id)
  if (project === undefined) return []
  return pickAll(studio.getProjects(), project, { one: 'project', many: 'projects' }).map(({ id }) => id)
}

/** Returns a field's places extended by the named ones, or by all; undefined if the flags do not change them. */
export function addPlaces(
  studio: StudioReplica,
  { placeIds }: FieldDefinition,
  { add = false, everywhere = false, ...places }: Places & { readonly add?: boolean; readonly everywhere?: boolean },
): FieldDefinition['placeIds'] | undefined {
  if (everywhere) return []
  if (!add) return undefined
  const more = findPlaces(studio, places)
  if (more.length === 0) throw usageError('Which project or space?', 'Name it with --project or --space.')
  // A field that applies everywhere stays so.
  return placeIds.length === 0 ? [] : [...new Set([...placeIds, ...more])]
}
