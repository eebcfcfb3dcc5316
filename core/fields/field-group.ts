import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue, FieldValues } from '#core/schema/field-values.ts'
import { defaultStatusColor } from '#core/studios/default-statuses.ts'
import { avatarColorOf, barColorOf } from '#core/studios/palette.ts'
import { noneId } from '#core/timeline/filter-tests.ts'
import { removedName } from '#core/lib/removed-name.ts'

/** The fields among some that have few values, so that lanes and colours can stand for them. */
export function listGroupingFields(fields: readonly FieldDefinition[]): readonly FieldDefinition[] {
  return fields.filter(({ kind }) => kind === 'choice' || kind === 'person' || kind === 'checkbox')
}

/** What is stored in such a field, by the id that filters call it by; none and not ticked are `noneId`. */
export function groupIdOf({ key }: FieldDefinition, values: FieldValues | undefined): string {
  const value = values?.[key]
  return value === undefined || value === false ? noneId : String(value)
}

/** The value that puts something into a group; null for none. */
export function valueOfGroup({ kind }: FieldDefinition, id: string): FieldValue | null {
  if (id === noneId) return null
  return kind === 'checkbox' ? true : id
}

/** The colour of a group: an option's own, a person's, one of ten for what is ticked, grey for nothing. */
export function colorOfGroup({ kind, options }: FieldDefinition, id: string): string {
  if (id === noneId) return defaultStatusColor
  if (kind === 'person') return avatarColorOf(id)
  return kind === 'choice' ? (options.find((option) => option.id === id)?.color ?? defaultStatusColor) : barColorOf(id)
}

/** What people call a group; `nameOf` knows people by their ids. */
export function nameOfGroup(
  { kind, name, options }: FieldDefinition,
  id: string,
  nameOf: (userId: string) => string | undefined,
): string {
  if (kind === 'checkbox') return id === noneId ? `Not ${name}` : name
  if (id === noneId) return `No ${name}`
  return (kind === 'person' ? nameOf(id) : options.find((option) => option.id === id)?.name) ?? removedName
}
