import * as v from 'valibot'
import { defineMutator, toMutation, type Mutator } from '#core/change/define-mutator.ts'
import { id } from '#core/change/shapes.ts'
import type { RowReader } from '#core/change/transaction.ts'
import { AppError } from '#core/lib/errors.ts'
import type { FieldId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { checkFieldValue } from './check-field-value.ts'
import type { FieldRowId } from './mutators.ts'
import { fieldKinds, fieldTables, type FieldDefinition } from '#core/schema/field-definitions.ts'
import { isSameValue, type FieldValue, type FieldValues } from '#core/schema/field-values.ts'

/** The part of a field's definition that belongs to its kind. */
export type KindDefinition = Pick<FieldDefinition, 'kind' | 'options' | 'defaultValue'>

/** A row's value before and after; null for none. */
export type KindValue = { readonly id: FieldRowId; readonly from: FieldValue | null; readonly to: FieldValue | null }

type ChangeFieldKind = {
  readonly fieldId: FieldId
  readonly expectedKind: FieldDefinition['kind']
  readonly definition: KindDefinition
  /** Every value of the field. */
  readonly values: readonly KindValue[]
}

const value = v.nullable(v.union([v.string(), v.number(), v.boolean(), v.array(v.string())]))
const kind = v.picklist(fieldKinds)

/** Changes a field's kind together with all of its values; undo restores the values as they were. */
export const changeFieldKind: Mutator<'change-field-kind', ChangeFieldKind> = defineMutator({
  kind: 'change-field-kind',
  args: v.object({
    fieldId: id<FieldId>(),
    expectedKind: kind,
    definition: v.object({
      kind,
      options: v.array(v.object({ id: v.string(), name: v.string(), color: v.string() })),
      defaultValue: v.optional(v.union([v.string(), v.number(), v.boolean(), v.array(v.string())])),
    }),
    values: v.array(v.object({ id: id<FieldRowId>(), from: value, to: value })),
  }) as v.GenericSchema<unknown, ChangeFieldKind>,
  label: () => 'Change the kind of a field',
  about: ({ fieldId, values }) => [fieldId, ...values.map((each) => each.id)],
  apply(tx, { fieldId, expectedKind, definition, values }) {
    const field = tx.find('field_definitions', fieldId)
    if (tx.isServer) refuseImpossible(tx, field, { expectedKind, definition, values })
    if (field === undefined) return
    tx.set({ table: 'field_definitions' }, [fieldId], definition)
    const table = fieldTables[field.of]
    for (const { id: rowId, to } of values) tx.set({ table }, [rowId], { fields: { [field.key]: to } as never })
  },
  invert: (rows, { fieldId, definition, values }) => {
    const field = rows.find('field_definitions', fieldId)
    if (field === undefined) return []
    const { kind: before, options, defaultValue } = field
    return [
      toMutation(changeFieldKind, {
        fieldId,
        expectedKind: definition.kind,
        definition: { kind: before, options, ...(defaultValue !== undefined && { defaultValue }) } as KindDefinition,
        values: values.map((each) => ({ id: each.id, from: each.to, to: each.from })),
      }),
    ]
  },
  send: ({ fieldId, expectedKind, definition, values }) => ({
    procedure: 'change_field_kind',
    args: {
      p_field_id: fieldId,
      p_expected_kind: expectedKind,
      p_definition: {
        kind: definition.kind,
        options: definition.options,
        default_value: definition.defaultValue ?? null,
      },
      p_values: values.map((each) => ({ id: each.id, from: each.from, to: each.to })),
    },
    readSkipped: () => [],
  }),
})

function refuseImpossible(
  rows: RowReader,
  field: FieldDefinition | undefined,
  { expectedKind, definition, values }: Omit<ChangeFieldKind, 'fieldId'>,
): void {
  if (field === undefined) throw new AppError('not-found', messages['not-found'])
  if (field.readFloor !== '')
    throw new AppError('invalid-input', `Let everybody read ${field.name} before you change its kind`)
  const named = new Map<string, FieldValue | null>(values.map((each) => [each.id, each.from]))
  const isOther = rows
    .list(fieldTables[field.of])
    .some((row: { readonly id: string; readonly fields?: FieldValues | undefined }) => {
      const present = row.fields?.[field.key]
      if (present === undefined && !named.has(row.id)) return false
      return !named.has(row.id) || !isSameValue(named.get(row.id), present)
    })
  if (isOther || field.kind !== expectedKind)
    throw new AppError('changed-by-someone-else', messages['changed-by-someone-else'])
  const next = { ...field, ...definition }
  for (const { to } of values) {
    const problem = to === null ? undefined : checkFieldValue(next, to)
    if (problem !== undefined) throw new AppError('invalid-input', problem)
  }
}
