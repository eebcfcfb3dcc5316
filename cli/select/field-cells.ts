import { findOption, toFieldText, type FieldPeople } from '#core/fields/field-text.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue, FieldValues } from '#core/schema/field-values.ts'

/** A custom field's value in a record. */
export type FieldCell = string | number | boolean | readonly string[] | null
export type FieldCells = Readonly<Record<`fields.${string}`, FieldCell>>

/** Returns a row's custom fields as `fields.` plus the key. */
export function toFieldCells(
  fields: readonly FieldDefinition[],
  values: FieldValues | undefined,
  people: FieldPeople,
): FieldCells {
  return Object.fromEntries(fields.map((field) => [`fields.${field.key}`, toCell(field, values?.[field.key], people)]))
}

/** Converts a value for programs: numbers and booleans as they are, options and people by name. */
function toCell(field: FieldDefinition, value: FieldValue | undefined, people: FieldPeople): FieldCell {
  if (value === undefined) return null
  if (typeof value === 'object') return value.map((id) => findOption(field, id).name)
  return typeof value === 'string' ? toFieldText(field, value, people) : value
}

/** Returns the custom field columns that rows have: `fields.` plus each key. */
export function fieldColumns(rows: readonly object[]): readonly `fields.${string}`[] {
  const names = Object.keys(rows[0] ?? {})
  return names.flatMap((name) => (name.startsWith('fields.') ? [name as `fields.${string}`] : []))
}
