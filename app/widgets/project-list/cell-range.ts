import { parseCellKey, selectRectangle, toCellKey, type CellKey, type GridOrder } from '#core/lib/selection-range.ts'
import { toId, type ItemId, type StageId } from '#core/lib/ids.ts'
import { moveCell, type CellMove } from '#app/lib/move-cell.ts'
import type { ChangedRow } from './change-rows.ts'
import { findFocusedCell, listShownColumns, toCell, type CellPage, type ListCell } from './list-cells.ts'

/** How many rows Page Down and Page Up move. */
export const pageRows = 20

/** Returns the cells in their visible order: without rows of folded groups and without hidden columns. */
export function readOrder<Row extends ChangedRow>(page: CellPage<Row>): GridOrder {
  const lines = page.findShown()?.lines ?? []
  return {
    itemIds: lines.flatMap((line) => ('at' in line ? toId<ItemId>(page.idOf(line.row)) : [])),
    stageIds: listShownColumns(page).map(({ id }) => toId<StageId>(id)),
  }
}

/** Returns a cell's key in a range. */
export function keyOfCell<Row extends ChangedRow>(page: CellPage<Row>, { row, column }: ListCell<Row>): CellKey {
  return toCellKey(toId(page.idOf(row)), toId(column.id))
}

/** Returns a function that finds cells by their keys in a range, including rows of folded groups. */
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

/** Tells whether several cells are selected. */
export function hasRange({ list }: Pick<CellPage, 'list'>): boolean {
  return list.store.range.cells.size > 1
}

/** Lists the visible selected cells, row by row; empty if there is no range. */
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

/** Extends the range from its start to a cell; does nothing unless a cell is focused. */
export function extendTo<Row extends ChangedRow>(page: CellPage<Row>, rowId: string, columnId: string): void {
  const focused = findFocusedCell(page)
  if (focused === undefined) return
  const { list } = page
  const anchor = list.store.range.anchor ?? keyOfCell(page, focused)
  const key = toCellKey(toId(rowId), toId(columnId))
  list.chooseCells(selectRectangle({ cells: new Set(), anchor }, key, readOrder(page)), { rowId, columnId })
}

/** Extends the range from the focused cell, staying inside the list. */
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
