import * as v from 'valibot'
import { defineMutator, type ArgsOf, type Mutator, type Plan } from '#core/change/define-mutator.ts'
import type { RowReader } from '#core/change/transaction.ts'
import { createItems as createBare } from '#core/items/mutators.ts'
import { AppError } from '#core/lib/errors.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import { isFieldOf, type FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldChanges, FieldValue, FieldValues } from '#core/schema/field-values.ts'
import { rowKey } from '#core/schema/tables.ts'
import { checkFieldValue } from './check-field-value.ts'

type Bare = ArgsOf<typeof createBare>

/** New items with what they have in the studio's own fields. */
type CreateItems = Omit<Bare, 'items'> & {
  readonly items: readonly (Bare['items'][number] & { readonly fields?: FieldChanges | undefined })[]
}

const values: v.GenericSchema<FieldChanges> = v.record(
  v.string(),
  v.nullable(v.union([v.string(), v.number(), v.boolean(), v.array(v.string())])),
)

/** Creates items as `core/items` does, with their fields: those that are given, and the defaults of the others. */
export const createItems: Mutator<'create-items', CreateItems> = defineMutator({
  ...createBare,
  args: v.intersect([
    createBare.args,
    v.object({ items: v.array(v.object({ fields: v.optional(values) })) }),
  ]) as v.GenericSchema<unknown, CreateItems>,
  plan: (_rows, args): Plan<CreateItems> => ({ args, changedCount: args.items.length }),
  apply(tx, args: CreateItems) {
    const given = new Map<string, FieldChanges>(args.items.map((item) => [item.id, item.fields ?? {}]))
    const fields = listFields(tx, args.spaceId)
    if (tx.isServer) for (const changes of given.values()) refuseImpossible(tx, fields, changes)
    createBare.apply(
      {
        ...tx,
        add: (scope, table, rows) => {
          const added = rows.map((row) => {
            const changes = table === 'items' ? given.get(rowKey(table, row)) : undefined
            return changes === undefined ? row : { ...row, fields: toNewFields(fields, changes) }
          })
          tx.add(scope, table, added)
        },
      },
      args,
    )
  },
  send: (args: CreateItems) => {
    const call = createBare.send(args)
    // One object for each item, in their order.
    const items = call.args['p_items'] as readonly object[]
    const withFields = items.map((item, index) => {
      const fields = args.items[index]?.fields
      return fields === undefined ? item : { ...item, fields }
    })
    return { ...call, args: { ...call.args, p_items: withFields } }
  },
})

/** What a new item has: its fields' defaults, and what is given instead; null for nothing. */
function toNewFields(fields: readonly FieldDefinition[], given: FieldChanges): FieldValues | undefined {
  const all = new Map<string, FieldValue | null>()
  for (const field of fields) {
    const { key, defaultValue } = field
    if (defaultValue !== undefined && checkFieldValue(field, defaultValue) === undefined) all.set(key, defaultValue)
  }
  for (const [key, value] of Object.entries(given)) all.set(key, value)
  const kept = [...all].flatMap(([key, value]) => (value === null ? [] : [[key, value] as const]))
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

function listFields(rows: RowReader, spaceId: SpaceId): readonly FieldDefinition[] {
  const space = rows.find('spaces', spaceId)
  return space === undefined ? [] : rows.list('field_definitions').filter((field) => isFieldOf(field, space))
}

function refuseImpossible(rows: RowReader, fields: readonly FieldDefinition[], given: FieldChanges): void {
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
