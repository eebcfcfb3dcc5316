import type { Point } from '#core/boards/geometry.ts'
import type { CanvasItemId, UserId } from '#core/lib/ids.ts'

/** Somebody else at the board. */
export type BoardPerson = {
  readonly userId: UserId
  readonly name: string
  readonly color: string
  readonly cursor: Point | undefined
  readonly selection: readonly CanvasItemId[]
}

/** Who else is at a board, as last heard, and the last things that each of them had selected. */
export type BoardOthers = { now: readonly BoardPerson[]; readonly held: Map<UserId, BoardPerson> }
