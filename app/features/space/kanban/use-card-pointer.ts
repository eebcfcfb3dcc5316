import { useMemo, useState, type MouseEvent, type PointerEvent } from 'react'
import { toggleCell, type CellKey } from '#core/lib/selection-range.ts'
import { runCommand } from '#app/commands/run-command.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { clearSelection, selectOnly, setSelection, spaceViewStore } from '../space-view-store.ts'

/** A hand that trembles is not dragging. */
const DRAG_PX = 6

/** What a pointer does on the board: choosing cards, and dragging those chosen to another status. */
export function useCardPointer(model: SpaceModel) {
  const [target, setTarget] = useState<string>()
  const handlers = useMemo(() => makeHandlers(model, setTarget), [model])
  return { handlers, target }
}

function makeHandlers(model: SpaceModel, setTarget: (statusId: string | undefined) => void) {
  let start: { readonly x: number; readonly y: number; readonly key: CellKey } | undefined
  let isDragging = false
  const stop = (): void => {
    start = undefined
    isDragging = false
    setTarget(undefined)
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      const key = cardOf(event)
      // A finger scrolls; it changes a status by the menu.
      if (event.button !== 0 || event.pointerType === 'touch' || key === undefined) return
      start = { x: event.clientX, y: event.clientY, key }
    },
    onPointerMove: (event: PointerEvent) => {
      if (start === undefined) return
      if ((event.buttons & 1) === 0) return stop()
      const isFar = Math.hypot(event.clientX - start.x, event.clientY - start.y) > DRAG_PX
      if (!isDragging && isFar && model.studio.can('create')) {
        isDragging = true
        if (!spaceViewStore.selection.cells.has(start.key)) selectOnly(start.key)
      }
      if (isDragging) setTarget(columnUnder(event))
      return undefined
    },
    onPointerUp: (event: PointerEvent) => {
      const column = isDragging ? columnUnder(event) : undefined
      stop()
      if (column !== undefined) void runCommand('task.set-status', { args: [column] })
    },
    onPointerCancel: stop,
    onContextMenu: (event: MouseEvent) => {
      const key = cardOf(event)
      if (key === undefined) clearSelection()
      else if (!spaceViewStore.selection.cells.has(key)) selectOnly(key)
    },
    onClick: (event: MouseEvent) => {
      const key = cardOf(event)
      if (key === undefined) clearSelection()
      else if (event.ctrlKey || event.metaKey || event.shiftKey) {
        setSelection(toggleCell(spaceViewStore.selection, key), key)
      } else selectOnly(key)
    },
    onDoubleClick: (event: MouseEvent) => {
      if (cardOf(event) !== undefined) void runCommand('task.open')
    },
  }
}

function cardOf(event: MouseEvent): CellKey | undefined {
  const target = event.target instanceof Element ? event.target : undefined
  return target?.closest<HTMLElement>('[data-card]')?.dataset['card']
}

function columnUnder(event: PointerEvent): string | undefined {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-status]')?.dataset[
    'status'
  ]
}
