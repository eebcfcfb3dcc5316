import * as v from 'valibot'
import { defineMutator, toMutation, type Mutator, type Plan } from '#core/change/define-mutator.ts'
import { id } from '#core/change/shapes.ts'
import type { RowReader } from '#core/change/transaction.ts'
import { AppError } from '#core/lib/errors.ts'
import type { ItemId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { isSameValue, type FieldChanges, type FieldValue } from '#core/schema/field-values.ts'
import { checkFieldValue } from './check-field-value.ts'

/** New values of an item's fields; each only where it still has the expected value, if one is given. */
export type ItemFieldChange = {
  readonly itemId: ItemId
  readonly values: FieldChanges
  readonly expected?: FieldChanges | undefined
}

type SetItemFields = {
  readonly changes: readonly ItemFieldChange[]
  readonly label?: string | undefined
}

const values: v.GenericSchema<FieldChanges> = v.record(
  v.string(),
  // An undo that was kept as text has nothing where null was; see `withNulls`.
  v.nullish(v.union([v.string(), v.number(), v.boolean(), v.array(v.string())])),
) as v.GenericSchema<FieldChanges>

const withNulls = (given: FieldChanges): FieldChanges =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [key, value ?? null]))

/** Sets fields of items key by key; taking it back leaves alone what somebody else has set since. */
export const setItemFields: Mutator<'set-item-fields', SetItemFields> = defineMutator({
  kind: 'set-item-fields',
  args: v.object({
    changes: v.array(v.object({ itemId: id<ItemId>(), values, expected: v.optional(values) })),
    label: v.optional(v.string()),
  }) as v.GenericSchema<unknown, SetItemFields>,
  label: ({ label, changes }) => label ?? (changes.length === 1 ? 'Change field' : `Change ${changes.length} fields`),
  about: ({ changes }) => changes.map(({ itemId }) => itemId),
  plan(rows, args): Plan<SetItemFields> {
    let conflictCount = 0
    const changes = args.changes.flatMap(({ itemId, values: given, expected }) => {
      const change = { itemId, values: withNulls(given), ...(expected && { expected: withNulls(expected) }) }
      const kept = Object.entries(change.values).filter(([key, value]) => {
        const isConflict = isOther(rows, change, key)
        if (isConflict && !isSameValue(presentValue(rows, change.itemId, key), value)) conflictCount += 1
        return !isConflict && !isSameValue(presentValue(rows, change.itemId, key), value)
      })
      if (kept.length === 0 || rows.find('items', change.itemId) === undefined) return []
      return [{ ...change, values: Object.fromEntries(kept) }]
    })
    if (changes.length === 0) return { refusal: conflictCount > 0 ? 'changed-by-someone-else' : 'not-found' }
    return { args: { ...args, changes }, changedCount: changes.length, conflictCount }
  },
  apply(tx, { changes }) {
    const present = changes.filter(({ itemId }) => tx.find('items', itemId) !== undefined)
    if (tx.isServer) refuseImpossible(tx, present)
    for (const change of present) {
      const free = Object.entries(change.values).filter(([key]) => !isOther(tx, change, key))
      tx.set({ table: 'items' }, [change.itemId], { fields: Object.fromEntries(free) as never })
    }
  },
  invert: (rows, { changes, label }) => [
    toMutation(setItemFields, {
      label,
      changes: changes.map(({ itemId, values: set }) => ({
        itemId,
        values: Object.fromEntries(Object.keys(set).map((key) => [key, presentValue(rows, itemId, key) ?? null])),
        expected: set,
      })),
    }),
  ],
  send: ({ changes }) => ({
    procedure: 'set_item_fields',
    args: {
      p_changes: changes.map(({ itemId, values: set, expected }) => ({
        item_id: itemId,
        values: set,
        ...(expected !== undefined && { expected }),
      })),
    },
    // The rows that come back say what was left alone.
    readSkipped: () => [],
  }),
})

function presentValue(rows: RowReader, itemId: ItemId, key: string): FieldValue | undefined {
  return rows.find('items', itemId)?.fields?.[key]
}

/** Whether a field has become something else than is expected. */
function isOther(rows: RowReader, { itemId, expected }: ItemFieldChange, key: string): boolean {
  return expected !== undefined && key in expected && !isSameValue(presentValue(rows, itemId, key), expected[key])
}

function refuseImpossible(rows: RowReader, changes: readonly ItemFieldChange[]): void {
  if (changes.length === 0) throw new AppError('not-found', messages['not-found'])
  const fields = new Map(rows.list('field_definitions').map((field) => [field.key, field]))
  for (const change of changes) {
    for (const [key, value] of Object.entries(change.values)) {
      const isLeft = isOther(rows, change, key) || isSameValue(presentValue(rows, change.itemId, key), value)
      if (value === null || isLeft) continue
      const field = fields.get(key)
      const isStranger = field?.kind === 'person' && rows.find('studio_members', String(value)) === undefined
      const problem =
        field === undefined
          ? `There is no field with the key ${key}`
          : (checkFieldValue(field, value) ?? (isStranger ? `${field.name} takes a member of this studio` : undefined))
      if (problem !== undefined) throw new AppError('invalid-input', problem)
    }
  }
}
