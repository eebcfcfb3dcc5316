/**
 * What an item has in a field: text, a number, true or false; a day as `2026-12-24`; the id of an option or a person; the
 * ids of several options.
 */
export type FieldValue = string | number | boolean | readonly string[]

/** Values by the keys of their fields; a field without one has no key. */
export type FieldValues = Readonly<Record<string, FieldValue>>

/** New values by the keys of their fields; null takes one away. */
export type FieldChanges = Readonly<Record<string, FieldValue | null>>

/** Values with some of them set anew or taken away; absent where none is left. */
function mergeValues(values: FieldValues | undefined, changes: FieldChanges): FieldValues | undefined {
  const merged: Record<string, FieldValue> = { ...values }
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete merged[key]
    else merged[key] = value
  }
  return Object.keys(merged).length === 0 ? undefined : merged
}

/**
 * A row with some fields set anew. What is given for the field `fields` is laid over its values key by key, so that two
 * changes of different keys do not undo each other.
 */
export function layFields<Row extends object>(row: Row, fields: object): Row {
  if (!('fields' in fields) || fields.fields === undefined) return { ...row, ...fields }
  const before: { readonly fields?: FieldValues } = row
  // Whoever sets fields of a row sets them by the keys of their definitions.
  return { ...row, ...fields, fields: mergeValues(before.fields, fields.fields as FieldChanges) }
}

/** Whether two values are the same; null and absent are. */
export function isSameValue(one: FieldValue | null | undefined, other: FieldValue | null | undefined): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return (one ?? undefined) === (other ?? undefined)
  return one.length === other.length && one.every((id, at) => id === other[at])
}

/** Whether a row has all of these values already; null stands for none. */
export function hasFieldValues(present: FieldValues | undefined, values: FieldChanges): boolean {
  return Object.entries(values).every(([key, value]) => isSameValue(present?.[key], value))
}
