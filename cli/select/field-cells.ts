import { findOption, toFieldText, type FieldPeople } from '#core/fields/field-text.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue, FieldValues } from '#core/schema/field-values.ts'

/** A value of a field as records have it. */
export type FieldCell = string | number | boolean | readonly string[] | null
export type FieldCells = Readonly<Record<`fields.${string}`, FieldCell>>

/** What a row has in the studio's own fields, each under `fields.` and its key. */
export function toFieldCells(
  fields: readonly FieldDefinition[],
  values: FieldValues | undefined,
  people: FieldPeople,
): FieldCells {
  return Object.fromEntries(fields.map((field) => [`fields.${field.key}`, toCell(field, values?.[field.key], people)]))
}

/** A value as programs read it: numbers and yes or no as such, options and people by their names. */
function toCell(field: FieldDefinition, value: FieldValue | undefined, people: FieldPeople): FieldCell {
  if (value === undefined) return null
  if (typeof value === 'object') return value.map((id) => findOption(field, id).name)
  return typeof value === 'string' ? toFieldText(field, value, people) : value
}

/** The studio's own fields in a record: `fields.` and the key of each. */
export function fieldColumns(rows: readonly object[]): readonly `fields.${string}`[] {
  const names = Object.keys(rows[0] ?? {})
  return names.flatMap((name) => (name.startsWith('fields.') ? [name as `fields.${string}`] : []))
}
