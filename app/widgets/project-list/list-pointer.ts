import type { MouseEvent } from 'react'
import { extendTo } from './cell-range.ts'
import type { ChangedRow } from './change-rows.ts'
import { extendRows } from './commands-of-rows.ts'
import { findFocusedCell, listShownColumns, toCell, type CellPage } from './list-cells.ts'
import type { ListColumn } from './list-columns.ts'

/**
 * Focuses a row, or one of its editable cells. With Ctrl or Cmd the row is selected as well; with Shift everything in
 * between is: cells from cell to cell, otherwise rows.
 */
export function pressLine<Row extends ChangedRow>(page: CellPage<Row>, row: Row, event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : undefined
  if (event.button !== 0 || (target !== undefined && target.closest('input,textarea') !== null)) return
  const { list } = page
  const id = page.idOf(row)
  const isToggle = event.ctrlKey || event.metaKey
  const column = findColumn(page, target)
  if (event.shiftKey) {
    if (column !== undefined && findFocusedCell(page) !== undefined) extendTo(page, id, column.id)
    else extendRows(page, id)
    return
  }
  // The first press of a double click may have opened a panel beside the list, and moved the columns.
  if (event.detail > 1 && !isToggle) return
  if (isToggle) list.toggle(id)
  else list.select([])
  list.focus(id)
  list.focusColumn(column !== undefined && toCell(page, row, column).field !== undefined ? column.id : undefined)
}

/** Selects cells when a press is dragged over them. */
export function dragOverLine<Row extends ChangedRow>(page: CellPage<Row>, row: Row, event: MouseEvent): void {
  if ((event.buttons & 1) === 0 || event.ctrlKey || event.metaKey) return
  // A press that started elsewhere, such as in a text field, left the focus there.
  if (event.currentTarget.closest('[role="grid"]') !== document.activeElement) return
  const column = findColumn(page, event.target instanceof Element ? event.target : undefined)
  const { focus, column: focused } = page.list.store
  const id = page.idOf(row)
  if (column === undefined || focused === undefined || (focus === id && focused === column.id)) return
  extendTo(page, id, column.id)
}

function findColumn<Row extends ChangedRow>(page: CellPage<Row>, target: Element | undefined): ListColumn | undefined {
  const id = target?.closest('[data-column]')?.getAttribute('data-column')
  return listShownColumns(page).find((column) => column.id === id)
}
