import type { Point } from '#core/boards/geometry.ts'
import type { CanvasItemId, UserId } from '#core/lib/ids.ts'

/** Another person at the board. */
export type BoardPerson = {
  readonly userId: UserId
  readonly name: string
  readonly color: string
  readonly cursor: Point | undefined
  readonly selection: readonly CanvasItemId[]
}

/** The people at a board as last heard, and each one's last non-empty selection. */
export type BoardOthers = { now: readonly BoardPerson[]; readonly held: Map<UserId, BoardPerson> }
