import type { BoardChange, Mutation } from '../domain/mutations.ts'
import type { OperationId } from '../lib/ids.ts'
import type { WriteAnswer } from './ports.ts'
import type { Rest } from './rest.ts'
import { encodeFields } from './rows.ts'

type ChangeBoard = Extract<Mutation, { kind: 'change-board' }>

/** Adds, changes and removes things on a board in one step. What was left alone is seen with the next pull. */
export async function changeBoard(
  rest: Rest,
  { ownerId, changes }: ChangeBoard,
  operationId: OperationId,
): Promise<WriteAnswer> {
  const answer: unknown = await rest.call('change_board', {
    p_owner_id: ownerId,
    p_changes: changes.map(encodeChange),
    p_operation_id: operationId,
  })
  const { rev }: { rev?: unknown } = Object(answer)
  return { rev: typeof rev === 'number' ? rev : undefined, skipped: [] }
}

function encodeChange(change: BoardChange) {
  const { kind } = change
  if (kind === 'add') return { id: change.row.id, kind, fields: encodeFields('canvas_items', change.row) }
  const expected = change.expected === undefined ? null : encodeFields('canvas_items', change.expected)
  const fields = kind === 'set' ? encodeFields('canvas_items', change.fields) : null
  return { id: change.id, kind, fields, expected }
}
