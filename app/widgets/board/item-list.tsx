import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import { memo, useMemo, type MouseEvent } from 'react'
import { readingOrder } from '#core/boards/arrange.ts'
import { reveal, toScreen } from '#core/boards/camera.ts'
import { boundsOf, centreOf } from '#core/boards/geometry.ts'
import type { CanvasItemId } from '#core/lib/ids.ts'
import { nameOf, select, type BoardModel } from './board-model.ts'
import type { BoardView } from './board-view.ts'

type ItemListProps = Pick<BoardView, 'selection' | 'focused'> & { readonly model: BoardModel; readonly version: number }

/** How many objects around the focused one are rendered; a board of thousands would be slow otherwise. */
const AROUND = 100

/** Lists a board's objects in reading order, for people without a pointer: one Tab stop, and each can be focused. */
export const ItemList = memo(function ItemList({ model, selection, focused, version }: ItemListProps) {
  // The version stands for the contents of the list.
  // oxlint-disable-next-line react/exhaustive-deps -- see above
  const order = useMemo(() => readingOrder(model.board.getItems()), [model, version])
  const at = Math.max(
    0,
    order.findIndex(({ id }) => id === focused),
  )
  const start = Math.max(0, at - AROUND)
  const shown = order.slice(start, at + AROUND + 1)
  if (order.length === 0) return undefined
  return (
    <div
      className="visually-hidden"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native list box cannot expose its focus
      role="listbox"
      data-moved-by-commands=""
      aria-label={`Objects on the board of ${model.name}`}
      aria-multiselectable="true"
    >
      {shown.map((item, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its keys are the board's commands
        <div
          key={item.id}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- belongs to the listbox above
          role="option"
          data-object={item.id}
          data-at={`${item.x} ${item.y}`}
          tabIndex={start + index === at ? 0 : -1}
          aria-selected={selection.has(item.id)}
          aria-posinset={start + index + 1}
          aria-setsize={order.length}
          aria-label={describe(model, item)}
          onFocus={() => onFocus(model, item)}
          onBlur={() => model.view.set({ isFocusShown: false })}
          onClick={() => select(model, [item.id])}
          onContextMenu={(event) => openMenu(model, item, event)}
        />
      ))}
    </div>
  )
})

/** Finds the element of an object in the list. */
export function findListEntry(root: HTMLElement | null, id: CanvasItemId): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-object="${id}"]`) ?? null
}

function describe(model: BoardModel, item: CanvasItemRow): string {
  const notes = [item.type === 'video' && 'video', item.isLocked && 'locked', item.groupId !== undefined && 'grouped']
  return [nameOf(model, item), ...notes.filter((note) => typeof note === 'string')].join(', ')
}

/** Opens the board's menu by key where the focused object is drawn, not where the hidden list is. */
function openMenu(model: BoardModel, item: CanvasItemRow, event: MouseEvent<HTMLElement>): void {
  event.preventDefault()
  event.stopPropagation()
  const { camera, selection } = model.view.get()
  const area = event.currentTarget.closest('[role="listbox"]')?.parentElement
  if (!selection.has(item.id)) select(model, [item.id])
  const { x, y } = toScreen(camera, centreOf(item))
  const { left = 0, top = 0 } = area?.getBoundingClientRect() ?? {}
  const init = { bubbles: true, cancelable: true, clientX: left + x, clientY: top + y }
  area?.dispatchEvent(new window.MouseEvent('contextmenu', init))
}

function onFocus({ view }: BoardModel, item: CanvasItemRow): void {
  const { camera, window } = view.get()
  view.set({ focused: item.id, isFocusShown: true, camera: reveal(camera, boundsOf(item), window) })
}
