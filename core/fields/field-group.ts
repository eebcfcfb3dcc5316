import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue, FieldValues } from '#core/schema/field-values.ts'
import { defaultStatusColor } from '#core/studios/default-statuses.ts'
import { avatarColorOf, barColorOf } from '#core/studios/palette.ts'
import { noneId } from '#core/timeline/filter-tests.ts'
import { removedName } from '#core/lib/removed-name.ts'

/** Returns the fields with few values, which lanes and colours can represent. */
export function listGroupingFields(fields: readonly FieldDefinition[]): readonly FieldDefinition[] {
  return fields.filter(({ kind }) => kind === 'choice' || kind === 'person' || kind === 'checkbox')
}

/** Returns the group id of a field's value, as filters use it; empty and unticked are `noneId`. */
export function groupIdOf({ key }: FieldDefinition, values: FieldValues | undefined): string {
  const value = values?.[key]
  return value === undefined || value === false ? noneId : String(value)
}

/** Returns the value that puts something into a group; null for none. */
export function valueOfGroup({ kind }: FieldDefinition, id: string): FieldValue | null {
  if (id === noneId) return null
  return kind === 'checkbox' ? true : id
}

/** Returns a group's colour: an option's or person's own, one of ten for ticked, grey for none. */
export function colorOfGroup({ kind, options }: FieldDefinition, id: string): string {
  if (id === noneId) return defaultStatusColor
  if (kind === 'person') return avatarColorOf(id)
  return kind === 'choice' ? (options.find((option) => option.id === id)?.color ?? defaultStatusColor) : barColorOf(id)
}

/** Returns a group's name; `nameOf` maps user ids to names. */
export function nameOfGroup(
  { kind, name, options }: FieldDefinition,
  id: string,
  nameOf: (userId: string) => string | undefined,
): string {
  if (kind === 'checkbox') return id === noneId ? `Not ${name}` : name
  if (id === noneId) return `No ${name}`
  return (kind === 'person' ? nameOf(id) : options.find((option) => option.id === id)?.name) ?? removedName
}
