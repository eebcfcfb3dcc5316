import type { BoardChange, CanvasFields, Mutation } from '../domain/mutations.ts'
import type { CanvasItemRow, MediaRow } from '../domain/rows.ts'
import type { CanvasItemId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { BoardReplica } from '../sync/board-replica.ts'
import { addRows, removeRows, setRows, type Patch } from '../sync/patches.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'

/** New values of some fields of a thing. */
export type CanvasEdit = { readonly id: CanvasItemId; readonly fields: CanvasFields }

export type ChangeBoardInput = {
  readonly board: BoardReplica
  /** What the person did, for undo and the list of pending changes. */
  readonly label: string
  readonly add?: readonly CanvasItemRow[]
  readonly set?: readonly CanvasEdit[]
  readonly remove?: readonly CanvasItemId[]
  /** Files of new things that the board has not yet; the write waits for them. */
  readonly media?: readonly MediaRow[]
}

/** A thing's fields before and after; absent where it is not there at all. Both name the same fields. */
type Change = {
  readonly id: CanvasItemId
  readonly from: CanvasFields | undefined
  readonly to: CanvasFields | undefined
}

/**
 * Adds, changes and removes things on a board in one step; the last one to set a field wins. `not-found` when nothing
 * changes. Undo puts back only what is still as this step left it, field by field.
 */
export async function changeBoard(input: ChangeBoardInput, context: OperationContext): Promise<Result<Done>> {
  const { board, label, add = [], set = [], remove = [], media = [] } = input
  const changes: Change[] = [
    ...add.map((row) => ({ id: row.id, from: undefined, to: row })),
    ...set.flatMap(({ id, fields }) => toChange(board.find(id), fields)),
    ...remove.flatMap((id) => {
      const from = board.find(id)
      return from === undefined ? [] : [{ id, from, to: undefined }]
    }),
  ]
  return await carryOutChanges({ board, label, changes, media, isGuarded: false }, context)
}

function toChange(row: CanvasItemRow | undefined, fields: CanvasFields): readonly Change[] {
  if (row === undefined) return []
  const to = pick(fields, (field, value) => read(row, field) !== value)
  const from = pick(row, (field) => field in to)
  return Object.keys(to).length === 0 ? [] : [{ id: row.id, from, to }]
}

type Turn = {
  readonly board: BoardReplica
  readonly label: string
  readonly changes: readonly Change[]
  readonly media: readonly MediaRow[]
  /** Leaves alone what is no longer as `from` says. */
  readonly isGuarded: boolean
}

async function carryOutChanges(turn: Turn, context: OperationContext): Promise<Result<Done>> {
  const { board, label, media, isGuarded } = turn
  const free = isGuarded ? turn.changes.flatMap((change) => keepOwn(board.find(change.id), change)) : turn.changes
  const conflictCount = turn.changes.length - free.length
  if (free.length === 0) return refuse(conflictCount > 0 ? 'changed-by-someone-else' : 'not-found')
  const again = (changes: readonly Change[]) => async () =>
    await carryOutChanges({ ...turn, changes, media: [], isGuarded: true }, context)
  const mutation: Mutation = {
    kind: 'change-board',
    ownerId: board.ownerId,
    changes: free.map((change) => toMutation(change, isGuarded)),
    mediaIds: media.map(({ id }) => id),
  }
  const scope = `board:${board.ownerId}` as const
  const ofFiles = media.length === 0 ? [] : [addRows({ scope, table: 'media' }, media)]
  const patches = [...ofFiles, ...free.map((change) => toPatch(board, change))]
  return await carryOut(
    context,
    { studioId: board.studioId, label, mutation, patches },
    {
      changedCount: free.length,
      conflictCount,
      revert: again(free.map(({ id, from, to }) => ({ id, from: to, to: from })).toReversed()),
      apply: again(free),
    },
  )
}

/** What is left of a change where only that may be touched which is still as it was left. */
function keepOwn(present: CanvasItemRow | undefined, { id, from, to }: Change): readonly Change[] {
  if (from === undefined) return present === undefined ? [{ id, from, to }] : []
  if (present === undefined) return []
  const isLeft = (field: string): boolean => read(present, field) === read(from, field)
  if (to === undefined) return Object.keys(from).every(isLeft) ? [{ id, from, to }] : []
  const own = pick(to, isLeft)
  return Object.keys(own).length === 0 ? [] : [{ id, from: pick(from, isLeft), to: own }]
}

// A change from or to nothing carries a whole row: that is how it was made.
function toMutation({ id, from, to }: Change, isGuarded: boolean): BoardChange {
  if (from === undefined) return { kind: 'add', row: to as CanvasItemRow }
  if (to === undefined) return { kind: 'remove', id, ...(isGuarded && { expected: from as CanvasItemRow }) }
  return { kind: 'set', id, fields: to, ...(isGuarded && { expected: from }) }
}

function toPatch({ ownerId }: BoardReplica, { id, from, to }: Change): Patch {
  const place = { scope: `board:${ownerId}`, table: 'canvas_items' } as const
  if (to === undefined) return removeRows(place, [id])
  // As above.
  return from === undefined ? addRows(place, [to as CanvasItemRow]) : setRows(place, [id], to)
}

function read(row: object, field: string): unknown {
  // Rows are plain records.
  return (row as Record<string, unknown>)[field]
}

function pick(fields: CanvasFields, isKept: (field: string, value: unknown) => boolean): CanvasFields {
  return Object.fromEntries(Object.entries(fields).filter(([field, value]) => isKept(field, value)))
}
