import { parseCellKey, selectRectangle, toCellKey, type CellKey, type GridOrder } from '#core/lib/selection-range.ts'
import { toId, type ItemId, type StageId } from '#core/lib/ids.ts'
import { moveCell, type CellMove } from '#app/lib/move-cell.ts'
import type { ChangedRow } from './change-rows.ts'
import { findFocusedCell, listShownColumns, toCell, type CellPage, type ListCell } from './list-cells.ts'

/** Rows of a page down or up. */
export const pageRows = 20

/** The cells as they stand: the rows that are in no folded group, and the columns that are not hidden. */
export function readOrder<Row extends ChangedRow>(page: CellPage<Row>): GridOrder {
  const lines = page.findShown()?.lines ?? []
  return {
    itemIds: lines.flatMap((line) => ('at' in line ? toId<ItemId>(page.idOf(line.row)) : [])),
    stageIds: listShownColumns(page).map(({ id }) => toId<StageId>(id)),
  }
}

/** What a cell is called in a range. */
export function keyOfCell<Row extends ChangedRow>(page: CellPage<Row>, { row, column }: ListCell<Row>): CellKey {
  return toCellKey(toId(page.idOf(row)), toId(column.id))
}

/** Finds cells by what they are called in a range: those of every row, whether its group is folded or not. */
export function makeCellFinder<Row extends ChangedRow>(
  page: CellPage<Row>,
): (rowId: string, columnId: string) => ListCell<Row> | undefined {
  const rows = new Map((page.findShown()?.rows ?? []).map((row) => [page.idOf(row), row]))
  const columns = new Map(listShownColumns(page).map((column) => [column.id, column]))
  return (rowId, columnId) => {
    const [row, column] = [rows.get(rowId), columns.get(columnId)]
    return row && column && toCell(page, row, column)
  }
}

/** Whether several cells are chosen. */
export function hasRange({ list }: Pick<CellPage, 'list'>): boolean {
  return list.store.range.cells.size > 1
}

/** The chosen cells that are shown, row by row; none where there is no range. */
export function listRangeCells<Row extends ChangedRow>(page: CellPage<Row>): readonly ListCell<Row>[] {
  if (!hasRange(page)) return []
  const { cells } = page.list.store.range
  const columns = listShownColumns(page)
  return (page.findShown()?.lines ?? []).flatMap((line) => {
    if (!('at' in line)) return []
    return columns.flatMap((column) => {
      const cell = toCell(page, line.row, column)
      return cells.has(keyOfCell(page, cell)) ? [cell] : []
    })
  })
}

/** Chooses from where the range began to a cell; without a cell that has the keys nothing is chosen. */
export function extendTo<Row extends ChangedRow>(page: CellPage<Row>, rowId: string, columnId: string): void {
  const focused = findFocusedCell(page)
  if (focused === undefined) return
  const { list } = page
  const anchor = list.store.range.anchor ?? keyOfCell(page, focused)
  const key = toCellKey(toId(rowId), toId(columnId))
  list.chooseCells(selectRectangle({ cells: new Set(), anchor }, key, readOrder(page)), { rowId, columnId })
}

/** Chooses on from the cell that has the keys, staying inside the list. */
export function extendBy<Row extends ChangedRow>(page: CellPage<Row>, move: CellMove): void {
  const focused = findFocusedCell(page)
  if (focused === undefined) return
  const order = readOrder(page)
  const findRow = () => order.itemIds.indexOf(toId(page.idOf(focused.row)))
  const to = moveCell(keyOfCell(page, focused), move, { order, findRow, pageRows })
  if (to === undefined) return
  const { itemId, stageId } = parseCellKey(to)
  extendTo(page, itemId, stageId)
}
