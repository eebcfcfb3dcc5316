import type { Mutation, PlainTableName, RowChange } from '../domain/mutations.ts'
import type { Rows } from '../domain/rows.ts'
import type { StudioId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import { setRows } from '../sync/patches.ts'
import type { Replica } from '../sync/replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'

export type SetRowFieldsInput<Name extends PlainTableName> = {
  readonly studioId: StudioId
  readonly replica: Replica
  readonly table: Name
  readonly label: string
  readonly changes: readonly { readonly key: string; readonly fields: Partial<Rows[Name]> }[]
  /** Columns that must hold besides the keys; see the mutation. */
  readonly within?: Readonly<Record<string, string>>
  /** Rows that no longer hold these values, in the order of the changes, are left alone. */
  readonly expected?: readonly Partial<Rows[Name]>[]
}

/** Changes fields of rows that are written as they are. Undo puts the old values back where nobody else changed them since. */
export async function setRowFields<Name extends PlainTableName>(
  input: SetRowFieldsInput<Name>,
  context: OperationContext,
): Promise<Result<Done>> {
  const { studioId, replica, table, label, within, expected } = input
  let conflictCount = 0
  const changes = input.changes.flatMap(({ key, fields }, index): readonly RowChange<Name>[] => {
    const row = replica.find(table, key)
    if (row === undefined || holds(row, fields)) return []
    const wanted = expected?.[index]
    if (wanted === undefined || holds(row, wanted)) return [{ key, fields, ...(wanted && { expected: wanted }) }]
    conflictCount += 1
    return []
  })
  if (changes.length === 0) return refuse(conflictCount > 0 ? 'changed-by-someone-else' : 'not-found')
  const before = changes.map(({ key, fields }) => pick(replica.find(table, key), fields))
  const after = changes.map(({ fields }) => fields)
  const again = (values: readonly Partial<Rows[Name]>[], left: readonly Partial<Rows[Name]>[]) => async () => {
    const turned = changes.map(({ key }, index) => ({ key, fields: values[index] ?? {} }))
    return await setRowFields({ ...input, changes: turned, expected: left }, context)
  }
  return await carryOut(
    context,
    {
      studioId,
      label,
      // Table and fields have the same `Name`; the union of mutations cannot follow a generic one.
      mutation: { kind: 'update', table, changes, ...(within && { within }) } as unknown as Mutation,
      patches: changes.map(({ key, fields }) => setRows({ scope: replica.scope, table }, [key], fields)),
    },
    { changedCount: changes.length, conflictCount, revert: again(before, after), apply: again(after, before) },
  )
}

function holds(row: object, values: object): boolean {
  const present = new Map(Object.entries(row))
  return Object.entries(values).every(([field, value]) => present.get(field) === value)
}

/** The row's present values of these fields. */
function pick<Row extends object>(row: Row | undefined, fields: Partial<Row>): Partial<Row> {
  const entries = Object.entries(row ?? {}).filter(([field]) => field in fields)
  // Only fields of the row are kept.
  return Object.fromEntries(entries) as Partial<Row>
}
