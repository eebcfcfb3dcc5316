import type { CanvasItemId } from '#core/lib/ids.ts'
import type { BoardModel } from './board-model.ts'
import type { Brush } from './paint-items.ts'

/** An opened board on the page: its model and what its commands do with elements. */
export type BoardPage = {
  readonly model: BoardModel
  readonly chooseFiles: (kind: 'files' | 'folder') => void
  /** Moves the focus to a thing in the list of things. */
  readonly focusThing: (id: CanvasItemId) => void
  readonly focusBoard: () => void
  /** What the board is drawn with now. */
  readonly brush: Brush
}
