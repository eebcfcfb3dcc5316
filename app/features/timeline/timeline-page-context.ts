import type { StudioClient } from '#core/sync/studio-client.ts'
import type { ScheduledBlock } from '#core/timeline/layout.ts'
import type { BlockId } from '#core/lib/ids.ts'
import type { BoardView } from './board/board-view.ts'
import { makeOwnMoves, type OwnMoves } from './model/own-moves.ts'
import type { TimelineModel } from './model/timeline-model.ts'

/** The result of a drag: blocks at their new places, or blocks for the queue. */
export type Drop =
  | { readonly kind: 'place'; readonly blocks: readonly ScheduledBlock[]; readonly isCopy: boolean }
  | { readonly kind: 'queue'; readonly ids: readonly BlockId[] }

/** What the commands of an open timeline act on. The view and the drop come and go. */
export type TimelinePage = {
  readonly client: StudioClient
  readonly model: TimelineModel
  readonly ownMoves: OwnMoves
  readonly view: BoardView | undefined
  readonly drop: Drop | undefined
  readonly setView: (view: BoardView | undefined) => void
  readonly setDrop: (drop: Drop | undefined) => void
  /** Stores how to stop watching a move by keyboard, and stops the previous watch. */
  readonly setWatch: (stop: (() => void) | undefined) => void
}

/** Makes a page without a view yet. */
export function makeTimelinePage(client: StudioClient, model: TimelineModel): TimelinePage {
  let view: BoardView | undefined
  let drop: Drop | undefined
  let watch: (() => void) | undefined
  return {
    client,
    model,
    ownMoves: makeOwnMoves(model.timeline, client.clock.now),
    get view() {
      return view
    },
    get drop() {
      return drop
    },
    setView: (next) => {
      view = next
    },
    setDrop: (next) => {
      drop = next
    },
    setWatch: (next) => {
      watch?.()
      watch = next
    },
  }
}
