import type { Replica } from '#core/schema/replica.ts'
import { inOrder } from '#core/schema/tables.ts'
import type { BoardOwnerId } from '#core/schema/scope.ts'
import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import type { MediaRow } from '#core/schema/media.ts'
import type { BoardId, CanvasItemId, MediaId, StudioId } from '#core/lib/ids.ts'
import { memoByVersion } from '#core/schema/memo.ts'

/** A references board. The list of objects keeps its identity until something on the board changes. */
export type BoardReplica = {
  readonly studioId: StudioId
  readonly ownerId: BoardOwnerId
  readonly replica: Replica
  /** Ordered back to front. */
  getItems: () => readonly CanvasItemRow[]
  find: (id: CanvasItemId) => CanvasItemRow | undefined
  findMedia: (id: MediaId) => MediaRow | undefined
  /** Absent until something is first laid on the board. */
  findBoardId: () => BoardId | undefined
}

/** Makes a view of a board's replica: its objects, their files and the board's own id. */
export function makeBoardReplica(
  place: { readonly studioId: StudioId; readonly ownerId: BoardOwnerId },
  replica: Replica,
): BoardReplica {
  return {
    ...place,
    replica,
    getItems: memoByVersion(replica, ['canvas_items'], () =>
      inOrder('canvas_items', replica.getRows('canvas_items').values()),
    ),
    find: (id) => replica.find('canvas_items', id),
    findMedia: (id) => replica.find('media', id),
    findBoardId: () => [...replica.getRows('boards').values()][0]?.id,
  }
}
