import type { CanvasItemId } from '#core/lib/ids.ts'
import type { BoardModel } from './board-model.ts'
import type { Brush } from './paint-items.ts'

/** An opened board on the page: its model, and the element actions its commands need. */
export type BoardPage = {
  readonly model: BoardModel
  readonly chooseFiles: (kind: 'files' | 'folder') => void
  /** Moves the focus to an object in the list of objects. */
  readonly focusObject: (id: CanvasItemId) => void
  readonly focusBoard: () => void
  /** What the board is currently drawn with. */
  readonly brush: Brush
}
