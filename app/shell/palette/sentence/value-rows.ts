import { foldName } from '#core/lib/slug.ts'
import { listFieldNames } from '#core/plan/field-names.ts'
import { priorities } from '#core/tasks/priorities.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { PaletteRow } from '../palette-rows.ts'
import { toTextRow } from './text-rows.ts'

/** Lists the values a half-typed word can become for the selected tasks: statuses, people, priorities. */
export function listValueRows(studio: StudioReplica, typed: string): readonly PaletteRow[] {
  const asked = listAsked(studio, typed.trim().toLowerCase())
  if (asked !== undefined)
    return asked.map((value) => toTextRow(`${typed.trim()} ${value}`, `${typed.trim()} ${value}`))
  const values = listValues(studio, typed).map(({ title, keyword, name }) => toTextRow(title, `${keyword} "${name}"`))
  return [...values, ...listFieldRows(studio, typed)]
}

/** Returns what can follow an action word on its own. */
function listAsked(studio: StudioReplica, keyword: string): readonly string[] | undefined {
  switch (keyword) {
    case 'due':
      return ['today', 'tomorrow', 'friday', 'monday', 'in 1w', 'none']
    case 'est':
    case 'estimate':
      return ['1h', '4h', '1d', '2d', '3d', '1w', 'none']
    case 'priority':
      return priorities.map(({ value, label }) => (value === 0 ? 'none' : label))
    case 'assign':
      return [
        'me',
        'none',
        ...studio
          .getMembers()
          .flatMap(({ archivedAt, displayName }) => (archivedAt === undefined ? `"${displayName}"` : [])),
      ]
    default:
      return listOwnValues(studio, keyword)
  }
}

/** Returns what can follow the name of a custom field; for options, the sentence itself asks which. */
function listOwnValues(studio: StudioReplica, name: string): readonly string[] | undefined {
  const [field, second] = listFieldNames(studio).find(name)
  if (field === undefined || second !== undefined || !studio.canWrite(field)) return undefined
  return field.kind === 'date' || field.kind === 'person'
    ? listAsked(studio, field.kind === 'date' ? 'due' : 'assign')
    : undefined
}

type Value = { readonly title: string; readonly keyword: 'status' | 'assign' | 'priority'; readonly name: string }

/** Lists fields whose name starts with the typed text, to be followed by a value. */
function listFieldRows(studio: StudioReplica, typed: string): readonly PaletteRow[] {
  const begun = foldName(typed)
  if (begun.length < 2) return []
  const fields = [...studio.getFields(), ...studio.getTaskFields()].filter(
    (field) => field.kind !== 'formula' && studio.canWrite(field) && foldName(field.name).startsWith(begun),
  )
  return fields.slice(0, MOST_VALUES).map((field) => {
    const isShared = fields.some((other) => other !== field && foldName(other.name) === foldName(field.name))
    const name = isShared ? `field:${field.key}` : field.name
    return toTextRow(isShared ? `Set ${field.name} (${field.key})…` : `Set ${field.name}…`, `${name} `)
  })
}

/** Finds the values a half-typed word can become: statuses, people, priorities. */
export function listValues(studio: StudioReplica, typed: string): readonly Value[] {
  const begun = foldName(typed)
  if (begun.length < 2) return []
  const begins = (...names: readonly string[]): boolean => names.some((name) => foldName(name).startsWith(begun))
  const statuses = studio.getStatuses().filter(({ name, shortCode }) => begins(name, shortCode))
  const people = studio
    .getMembers()
    .filter(({ archivedAt, displayName }) => archivedAt === undefined && begins(displayName, ...displayName.split(' ')))
  const levels = priorities.filter(({ label, value }) => value > 0 && begins(label))
  return [
    ...statuses.map(({ name }) => ({ title: `Set status to ${name}`, keyword: 'status' as const, name })),
    ...people.map(({ displayName: name }) => ({ title: `Assign to ${name}`, keyword: 'assign' as const, name })),
    ...levels.map(({ label: name }) => ({ title: `Set priority to ${name}`, keyword: 'priority' as const, name })),
  ].slice(0, MOST_VALUES)
}

const MOST_VALUES = 6
