import { useMemo, type MouseEvent, type PointerEvent } from 'react'
import { selectRectangle, selectRows, toCellKey, toggleCell, type CellKey } from '#core/lib/selection-range.ts'
import { toId, type CollectionId, type ItemId, type StageId } from '#core/lib/ids.ts'
import { runCommand } from '#app/commands/run-command.ts'
import type { SpaceModel } from '../model/space-model.ts'
import {
  clearSelection,
  openDialog,
  selectOnly,
  setMenuPlace,
  setSelection,
  spaceViewStore,
  toggleCollapsed,
  type MenuPlace,
} from '../space-view-store.ts'
import type { GridWindow } from './grid-window.ts'
import { makeColumnDrag } from './column-drag.ts'
import { makeRowDrag } from './row-drag.ts'

/** Where a heading's arrow ends, in pixels; the same as in the style sheet. */
const COLLAPSE_END = 33

type Hit =
  | { readonly kind: 'cell'; readonly key: CellKey }
  | { readonly kind: 'item'; readonly id: ItemId; readonly part: 'name' | 'thumbnail' }
  | { readonly kind: 'collection'; readonly id: CollectionId; readonly part: 'name' | 'collapse' }
  | { readonly kind: 'column'; readonly id: StageId }
  | { readonly kind: 'blank' }

/** Handles the pointer in the grid: one set of handlers for all cells, which finds the cell under it. */
export function useCellPointer(model: SpaceModel, view: Pick<GridWindow, 'findPlace'>) {
  return useMemo(() => makeHandlers(model, view), [model, view])
}

function makeHandlers(model: SpaceModel, view: Pick<GridWindow, 'findPlace'>) {
  let isDragging = false
  const rowDrag = makeRowDrag(model)
  const columnDrag = makeColumnDrag(model)
  let isColumnMoved = false
  // Where rows are only drawn, the position decides; elsewhere the element, which knows its own parts.
  const findHit = (event: MouseEvent): Hit => findDrawn(model, view, event) ?? findElement(model, event)
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || rowDrag.start(event) || isOwnControl(event)) return
      columnDrag.start(event)
      const hit = findHit(event)
      // A finger may be about to scroll: it selects on click.
      if (event.pointerType === 'touch' || hit.kind !== 'cell') return
      isDragging = true
      choose(model, hit, event)
    },
    onPointerMove: (event: PointerEvent) => {
      if (rowDrag.move(event) || columnDrag.move(event) || !isDragging) return
      if ((event.buttons & 1) === 0) {
        isDragging = false
        return
      }
      const hit = findHit(event)
      const { selection, cursor } = spaceViewStore
      if (hit.kind !== 'cell' || hit.key === cursor || event.ctrlKey || event.metaKey) return
      setSelection(selectRectangle(selection, hit.key, model.getLayout().order), hit.key)
    },
    onPointerUp: () => {
      rowDrag.end()
      isColumnMoved = columnDrag.end()
      isDragging = false
    },
    // The menu is for what is under the pointer, or for the selection where that is under it.
    onContextMenu: (event: MouseEvent) => {
      const hit = findHit(event)
      setMenuPlace(placeOf(hit))
      if (hit.kind === 'blank') clearSelection()
      if (hit.kind === 'cell' && !spaceViewStore.selection.cells.has(hit.key)) selectOnly(hit.key)
      if (hit.kind === 'item') selectRowsUnlessChosen(model, [hit.id])
      if (hit.kind === 'column') selectWholeColumn(hit.id, model.getLayout().order)
      if (hit.kind === 'collection') choose(model, { ...hit, part: 'name' }, event)
    },
    onClick: (event: MouseEvent) => {
      if (isOwnControl(event) || isColumnMoved) return
      const hit = findHit(event)
      const isTouch = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch'
      if (hit.kind !== 'cell' || isTouch) choose(model, hit, event)
    },
    onDoubleClick: (event: MouseEvent) => {
      const hit = findHit(event)
      if (hit.kind === 'cell' && !isOwnControl(event)) void runCommand('task.open')
      if (hit.kind === 'item' && hit.part === 'name') void runCommand('item.rename', { args: [hit.id] })
    },
  }
}

/** Returns the place of a heading's own menu. */
function placeOf(hit: Hit): MenuPlace | undefined {
  if (hit.kind === 'column') return { kind: 'column', id: hit.id }
  // A group's heading has the menu of the space.
  const isOfCollection = hit.kind === 'collection' && spaceViewStore.group === undefined
  return isOfCollection ? { kind: 'collection', id: hit.id } : undefined
}

function selectRowsUnlessChosen(model: SpaceModel, ids: readonly ItemId[]): void {
  const { order } = model.getLayout()
  const isChosen = ids.every((id) => order.stageIds.some((stageId) => spaceViewStore.selection.cells.has(id + stageId)))
  if (!isChosen) selectWholeRows(ids, order)
}

/** Whether an event is on a field or a menu button, which handle it themselves. */
function isOwnControl(event: MouseEvent): boolean {
  const target = event.target instanceof Element ? event.target : undefined
  return target?.closest('input,[aria-haspopup],[data-grip],[data-edge]') !== null && target !== undefined
}

function findDrawn(model: SpaceModel, view: Pick<GridWindow, 'findPlace'>, event: MouseEvent): Hit | undefined {
  const place = view.findPlace({ x: event.clientX, y: event.clientY })
  const row = place === undefined ? undefined : model.getLayout().getRow(place.row)
  if (place === undefined || row === undefined) return undefined
  if (row.kind === 'collection') {
    return { kind: 'collection', id: row.id, part: place.left < COLLAPSE_END ? 'collapse' : 'name' }
  }
  const columnId = model.getLayout().order.stageIds[place.column]
  if (columnId !== undefined) return { kind: 'cell', key: toCellKey(row.id, columnId) }
  return { kind: 'item', id: row.id, part: 'name' }
}

function findElement(model: SpaceModel, event: MouseEvent): Hit {
  // A captured or dragging pointer reports where it began; the point under it tells where it is.
  const under = document.elementFromPoint?.(event.clientX, event.clientY)
  const target = event.type === 'pointermove' ? under : event.target instanceof Element ? event.target : undefined
  const heading = target?.closest<HTMLElement>('[data-stage]')?.dataset['stage']
  if (heading !== undefined) return { kind: 'column', id: toId(heading) }
  const row = target?.closest<HTMLElement>('[data-item],[data-collection]')
  if (target === null || target === undefined || row === null || row === undefined) return { kind: 'blank' }
  const { item, collection } = row.dataset
  if (collection !== undefined) {
    const part = target.closest('[data-collapse]') === null ? 'name' : 'collapse'
    return { kind: 'collection', id: toId(collection), part }
  }
  if (item === undefined) return { kind: 'blank' }
  const column = target.closest<HTMLElement>('[data-column]')?.dataset['column']
  const columnId = column === undefined ? undefined : model.getLayout().order.stageIds[Number(column)]
  if (columnId !== undefined) return { kind: 'cell', key: toCellKey(toId(item), columnId) }
  return { kind: 'item', id: toId(item), part: target.closest('[data-thumbnail]') === null ? 'name' : 'thumbnail' }
}

function choose(model: SpaceModel, hit: Hit, event: MouseEvent): void {
  const { order, sections } = model.getLayout()
  const { selection } = spaceViewStore
  switch (hit.kind) {
    case 'cell':
      if (event.shiftKey) setSelection(selectRectangle(selection, hit.key, order), hit.key)
      else if (event.ctrlKey || event.metaKey) setSelection(toggleCell(selection, hit.key), hit.key)
      else selectOnly(hit.key)
      break
    case 'item':
      if (hit.part === 'thumbnail') openDialog({ kind: 'lightbox', itemId: hit.id })
      else selectWholeRows([hit.id], order)
      break
    case 'collection': {
      if (hit.part === 'collapse') toggleCollapsed(hit.id)
      const section = sections.find((candidate) => candidate.id === hit.id)
      if (hit.part === 'name' && section !== undefined) selectWholeRows(section.itemIds, order)
      break
    }
    case 'column':
      selectWholeColumn(hit.id, order)
      break
    case 'blank':
      clearSelection()
      break
  }
}

/** Selects every shown cell of a stage or field, with the cursor on the first. */
export function selectWholeColumn(id: StageId, { itemIds }: Parameters<typeof selectRows>[1]): void {
  const selection = selectRows(itemIds, { itemIds, stageIds: [id] })
  setSelection(selection, selection.anchor)
}

/** Selects whole rows, with the cursor on the first of their cells. */
export function selectWholeRows(itemIds: readonly ItemId[], order: Parameters<typeof selectRows>[1]): void {
  const selection = selectRows(itemIds, order)
  setSelection(selection, selection.anchor)
}
