import type { Mutation } from '../domain/mutations.ts'
import { rowKey } from '../domain/row-key.ts'
import type { Rows, Scope, TableName } from '../domain/rows.ts'
import type { AnyId, OperationId, StudioId } from '../lib/ids.ts'
import { ok, type Result } from '../lib/result.ts'
import { addRows, removeRows } from '../sync/patches.ts'
import { carryOut, type Done, type OperationContext, type Step } from './carry-out.ts'

/** Rows of one table that go with a deletion. */
export type Doomed = { readonly scope: Scope; readonly table: TableName; readonly rows: readonly Rows[TableName][] }

/** A deletion: what the server is asked, and what it takes off the screen, children before parents. */
export type Deletion = {
  readonly studioId: StudioId
  /** Starts with 'Delete'. */
  readonly label: string
  readonly mutation: Extract<Mutation, { kind: 'delete' | 'delete-project' }>
  readonly doomed: readonly Doomed[]
  readonly about?: readonly AnyId[]
  readonly changedCount: number
  /** Deletes again what was put back. */
  readonly again: Step
}

/** Rows of one table that go with a deletion; the pair of table and rows is checked here. */
export function doom<Name extends TableName>(
  place: { readonly scope: Scope; readonly table: Name },
  rows: readonly (Rows[Name] | undefined)[],
): Doomed {
  return { ...place, rows: rows.filter((row) => row !== undefined) }
}

/**
 * Deletes rows with what hangs under them. Undo puts everything back on the server, also what is not on screen, and
 * names this deletion instead of its revision, so that both can wait offline.
 */
export async function deleteRows(deletion: Deletion, context: OperationContext): Promise<Result<Done>> {
  const { studioId, label, mutation, doomed, about, changedCount, again } = deletion
  const patches = doomed.map(({ scope, table, rows }) =>
    removeRows(
      { scope, table },
      rows.map((row) => rowKey(table, row)),
    ),
  )
  const write = { studioId, label, mutation, patches, ...(about === undefined ? {} : { about }) }
  const deleted = await carryOut(context, write, { changedCount })
  if (!deleted.ok) return deleted
  let revert: Step = async () => await restoreRows(deletion, deleted.value.id, context)
  const apply: Step = async () => {
    const redone = await again()
    // The next undo is about the newest deletion: the first one has nothing left to put back.
    if (redone.ok) revert = redone.value.undo?.steps[0]?.revert ?? revert
    return redone
  }
  return ok({ ...deleted.value, undo: { label, steps: [{ apply, revert: async () => await revert() }] } })
}

async function restoreRows(
  { studioId, label, doomed, changedCount, again }: Deletion,
  deletionId: OperationId,
  context: OperationContext,
): Promise<Result<Done>> {
  return await carryOut(
    context,
    {
      studioId,
      label: label.replace('Delete', 'Restore'),
      mutation: { kind: 'restore', studioId, deletionId },
      patches: doomed.toReversed().map(({ scope, table, rows }) => addRows({ scope, table }, rows)),
    },
    { changedCount, revert: again },
  )
}
