import type { ChangeContext, Done } from '#core/change/context.ts'
import type { CanvasItemId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import type { MediaRow } from '#core/schema/media.ts'
import type { BoardReplica } from './board-replica.ts'
import { changeBoard as change, type BoardChange, type CanvasFields } from './mutators.ts'

/** New values for some fields of an object. */
export type CanvasEdit = { readonly id: CanvasItemId; readonly fields: CanvasFields }

export type ChangeBoardInput = {
  readonly board: BoardReplica
  /** What the person did, for undo and the list of pending changes. */
  readonly label: string
  readonly add?: readonly CanvasItemRow[]
  /** Whether additions must cover nothing: they step aside for what somebody else added first. */
  readonly isApart?: boolean
  readonly set?: readonly CanvasEdit[]
  readonly remove?: readonly CanvasItemId[]
  /** Files of new objects that the board does not have yet; the write waits for them. */
  readonly media?: readonly MediaRow[]
}

/**
 * Adds, changes and removes objects on a board in one step; the last one to set a field wins. Fails with `not-found`
 * when nothing changes. Undo restores, field by field, only what still has the value this step gave it.
 */
export async function changeBoard(input: ChangeBoardInput, context: ChangeContext): Promise<Result<Done>> {
  const { board, label, add = [], isApart, set = [], remove = [], media = [] } = input
  const changes: BoardChange[] = [
    ...add.map((row) => ({ kind: 'add', row, ...(isApart === true && { isApart }) }) as const),
    ...set.map(({ id, fields }) => ({ kind: 'set', id, fields }) as const),
    ...remove.map((id) => ({ kind: 'remove', id }) as const),
  ]
  const mediaIds = media.map(({ id }) => id)
  return await context.mutate(change, { ownerId: board.ownerId, changes, mediaIds, media, label }, board)
}
