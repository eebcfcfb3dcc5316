import type { BoardModel } from '../board-model.ts'

export const group = 'Canvas'
export const scope = 'canvas'

/** Conditions for commands: the person may change the board, something is selected, or both. */
export function guardsOf(model: BoardModel) {
  const hasSelection = (): boolean => model.view.get().selection.size > 0
  const canMove = (): boolean => model.canEdit() && model.getMovable().length > 0
  return {
    hasSelection,
    canMove,
    canEdit: () => model.canEdit(),
    hasSeveral: () => canMove() && model.getMovable().length > 1,
  }
}
