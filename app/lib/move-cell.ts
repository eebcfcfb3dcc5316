import { assertNever } from '#core/lib/assert.ts'
import { clamp } from '#core/lib/numbers.ts'
import { parseCellKey, toCellKey, type CellKey, type GridOrder } from '#core/lib/selection-range.ts'

/** Cursor movements by keyboard; a page is as many rows as fit the window. */
export type CellMove =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'top'
  | 'bottom'
  | 'row-start'
  | 'row-end'
  | 'page-up'
  | 'page-down'

/** What a movement needs to know of the screen. */
export type MoveSpace = {
  readonly order: GridOrder
  /** Returns the row of an item in `order` by look-up: searching fifty thousand is too slow for a held key. */
  readonly findRow: (key: CellKey) => number
  readonly pageRows: number
}

/**
 * Returns the cell a movement leads to, staying inside the grid; the first cell where there was none, absent in an
 * empty grid.
 */
export function moveCell(from: CellKey | undefined, move: CellMove, space: MoveSpace): CellKey | undefined {
  const { order, findRow } = space
  const row = from === undefined ? -1 : findRow(from)
  const column = from === undefined ? -1 : order.stageIds.indexOf(parseCellKey(from).stageId)
  if (row < 0 || column < 0) return cellAt(order, 0, 0)
  const last = { row: order.itemIds.length - 1, column: order.stageIds.length - 1 }
  const to = step({ row, column }, last, { move, pageRows: space.pageRows })
  return cellAt(order, clamp(to.row, { min: 0, max: last.row }), clamp(to.column, { min: 0, max: last.column }))
}

type Place = { readonly row: number; readonly column: number }

function step(
  { row, column }: Place,
  last: Place,
  { move, pageRows }: { readonly move: CellMove; readonly pageRows: number },
): Place {
  switch (move) {
    case 'up':
      return { row: row - 1, column }
    case 'down':
      return { row: row + 1, column }
    case 'left':
      return { row, column: column - 1 }
    case 'right':
      return { row, column: column + 1 }
    case 'top':
      return { row: 0, column }
    case 'bottom':
      return { row: last.row, column }
    case 'row-start':
      return { row, column: 0 }
    case 'row-end':
      return { row, column: last.column }
    case 'page-up':
      return { row: row - pageRows, column }
    case 'page-down':
      return { row: row + pageRows, column }
    default:
      return assertNever(move)
  }
}

function cellAt(order: GridOrder, row: number, column: number): CellKey | undefined {
  const itemId = order.itemIds[row]
  const stageId = order.stageIds[column]
  return itemId === undefined || stageId === undefined ? undefined : toCellKey(itemId, stageId)
}
