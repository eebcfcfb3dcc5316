import { useEffect, useLayoutEffect, useReducer, useRef, type RefObject } from 'react'
import { subscribeKey } from 'valtio/vanilla/utils'
import { parseCellKey } from '#core/lib/selection-range.ts'
import type { GridLayout } from '#core/items/grid-layout.ts'
import { spaceViewStore } from '../space-view-store.ts'
import { canTakeFocus } from './can-take-focus.ts'
import type { GridWindow } from './grid-window.ts'

type CursorOptions = {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly layout: GridLayout
  readonly view: GridWindow
}

/**
 * Keeps the mark and the focus on the cursor's cell. A held arrow key moves the cursor thirty times a second: that
 * changes two cells in the DOM and renders nothing, unless the new row is not rendered yet.
 */
export function useCellCursor({ scroller, layout, view }: CursorOptions): void {
  const [, renderRows] = useReducer((count: number) => count + 1, 0)
  const { editing } = spaceViewStore
  const seen = useRef({ editing, cell: undefined as HTMLElement | undefined, isAwaited: false })

  // After every render: new rows have no mark yet, and a removed field leaves its focus behind.
  useLayoutEffect(() => {
    const isWritten = seen.current.editing !== undefined && editing === undefined
    seen.current.editing = editing
    mark()
    if (isWritten || seen.current.isAwaited) follow()
  })

  // The DOM and the store are outside React.
  useEffect(() => subscribeKey(spaceViewStore, 'cursor', move, true))

  function mark(): void {
    const cell = findCell(scroller.current, layout)
    const { cell: before } = seen.current
    if (before === cell && cell?.tabIndex !== -1) return
    before?.setAttribute('tabindex', '-1')
    before?.removeAttribute('data-cursor')
    cell?.setAttribute('tabindex', '0')
    cell?.setAttribute('data-cursor', '')
    seen.current.cell = cell
  }

  function move(): void {
    mark()
    follow()
  }

  function follow(): void {
    const { cell } = seen.current
    const row = findRow(layout)
    if (row === undefined) return
    view.reveal(row, findColumn(layout))
    if (cell !== undefined && canTakeFocus()) cell.focus({ preventScroll: true })
    // Only once: a row that does not appear now comes with the render that adds it.
    const isMissing = cell === undefined && !seen.current.isAwaited
    seen.current.isAwaited = isMissing
    if (isMissing) renderRows()
  }
}

function findRow(layout: GridLayout): number | undefined {
  const { cursor } = spaceViewStore
  return cursor === undefined ? undefined : layout.findRow(parseCellKey(cursor).itemId)
}

function findColumn({ order }: GridLayout): number {
  const { cursor } = spaceViewStore
  return cursor === undefined ? -1 : order.stageIds.indexOf(parseCellKey(cursor).stageId)
}

function findCell(grid: HTMLElement | null, layout: GridLayout): HTMLElement | undefined {
  const row = findRow(layout)
  const column = findColumn(layout)
  if (grid === null || row === undefined || column < 0) return undefined
  return grid.querySelector<HTMLElement>(`[data-index="${row}"] > [data-column="${column}"]`) ?? undefined
}
