import { useEffect, useRef } from 'react'
import { useSearch } from 'wouter'
import { toCellKey } from '#core/lib/selection-range.ts'
import { findTaskBySlug } from '#core/tasks/task-slug.ts'
import { readPopup, toItemAddress, type PopupAddress } from '#app/lib/popup-address.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { moveCursor, setSelection, spaceViewStore } from '../space-view-store.ts'

/** Moves the cursor to the cell last shown in the popup when it closes, also where an address had opened it. */
export function usePopupCursor(model: SpaceModel): void {
  const search = useSearch()
  const shown = useRef<PopupAddress>(undefined)
  useEffect(() => {
    const address = readPopup(search)
    if (address === undefined && shown.current !== undefined) goTo(model, shown.current)
    shown.current = address
  }, [model, search])
}

function goTo({ space, getColumns }: SpaceModel, { item, task }: PopupAddress): void {
  const wanted = item.toLowerCase()
  const rows = [...space.replica.getRows('items').values()]
  const row = rows.find((one) => one.id === wanted || toItemAddress(one).toLowerCase() === wanted)
  const columns = getColumns().map(({ id, name }) => ({ id, title: name }))
  const column = task === undefined ? columns[0] : findTaskBySlug(columns, task)
  if (row === undefined || column === undefined) return
  const cell = toCellKey(row.id, column.id)
  if (cell === spaceViewStore.cursor) return
  // An existing selection stays.
  if (spaceViewStore.selection.cells.size > 0) setSelection(spaceViewStore.selection, cell)
  else moveCursor(cell)
}
