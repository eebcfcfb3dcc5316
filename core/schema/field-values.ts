/**
 * A field's value: text, a number or a boolean; a day as `2026-12-24`; the id of an option or a person; the ids of
 * several options.
 */
export type FieldValue = string | number | boolean | readonly string[]

/** Values by field key; a field without a value has no key. */
export type FieldValues = Readonly<Record<string, FieldValue>>

/** New values by field key; null clears one. */
export type FieldChanges = Readonly<Record<string, FieldValue | null>>

/** Sets or clears some of the values; returns undefined when none is left. */
function mergeValues(values: FieldValues | undefined, changes: FieldChanges): FieldValues | undefined {
  const merged: Record<string, FieldValue> = { ...values }
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete merged[key]
    else merged[key] = value
  }
  return Object.keys(merged).length === 0 ? undefined : merged
}

/**
 * Returns a row with some fields set. Values given under `fields` are merged key by key, so that changes to different
 * keys do not overwrite each other.
 */
export function overlayFields<Row extends object>(row: Row, fields: object): Row {
  if (!('fields' in fields) || fields.fields === undefined) return { ...row, ...fields }
  const before: { readonly fields?: FieldValues } = row
  // `fields` of a row is always set by the keys of field definitions.
  return { ...row, ...fields, fields: mergeValues(before.fields, fields.fields as FieldChanges) }
}

/** Tells whether two values are equal; null counts as absent. */
export function isSameValue(one: FieldValue | null | undefined, other: FieldValue | null | undefined): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return (one ?? undefined) === (other ?? undefined)
  return one.length === other.length && one.every((id, at) => id === other[at])
}

/** Tells whether a row already has all of these values; null means none. */
export function hasFieldValues(present: FieldValues | undefined, values: FieldChanges): boolean {
  return Object.entries(values).every(([key, value]) => isSameValue(present?.[key], value))
}
