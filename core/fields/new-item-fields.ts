import * as v from 'valibot'
import type { RowReader } from '#core/change/transaction.ts'
import { AppError } from '#core/lib/errors.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import { isFieldOf, type FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldChanges, FieldValue, FieldValues } from '#core/schema/field-values.ts'
import { checkFieldValue } from './check-field-value.ts'

/** The values given for a new item, by field key; `null` for none where the field has a default. */
export const fieldChanges: v.GenericSchema<FieldChanges> = v.record(
  v.string(),
  v.nullable(v.union([v.string(), v.number(), v.boolean(), v.array(v.string())])),
)

/** Returns a new item's values: the fields' defaults, overridden by what is given; null for none. */
export function toNewFields(fields: readonly FieldDefinition[], given: FieldChanges): FieldValues | undefined {
  const all = new Map<string, FieldValue | null>()
  for (const field of fields) {
    const { key, defaultValue } = field
    if (defaultValue !== undefined && checkFieldValue(field, defaultValue) === undefined) all.set(key, defaultValue)
  }
  for (const [key, value] of Object.entries(given)) all.set(key, value)
  const kept = [...all].flatMap(([key, value]) => (value === null ? [] : [[key, value] as const]))
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

/** Returns the fields of a space's items or tasks. */
export function listFieldsOf(
  rows: RowReader,
  spaceId: SpaceId,
  owner: 'item' | 'task' = 'item',
): readonly FieldDefinition[] {
  const space = rows.find('spaces', spaceId)
  const fields = space === undefined ? [] : rows.list('field_definitions').filter((field) => field.of === owner)
  return space === undefined ? [] : fields.filter((field) => isFieldOf(field, space))
}

/** Fails with `invalid-input` if a field does not accept the given value, or does not exist. */
export function refuseFields(rows: RowReader, fields: readonly FieldDefinition[], given: FieldChanges): void {
  for (const [key, value] of Object.entries(given)) {
    if (value === null) continue
    const field = fields.find((each) => each.key === key)
    const isStranger = field?.kind === 'person' && rows.find('studio_members', String(value)) === undefined
    const problem =
      field === undefined
        ? `There is no field with the key ${key}`
        : (checkFieldValue(field, value) ?? (isStranger ? `${field.name} takes a member of this studio` : undefined))
    if (problem !== undefined) throw new AppError('invalid-input', problem)
  }
}
