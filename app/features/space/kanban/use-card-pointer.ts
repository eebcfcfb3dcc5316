import { useMemo, useState, type MouseEvent, type PointerEvent } from 'react'
import { toggleCell, type CellKey } from '#core/lib/selection-range.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { countTasks } from '../commands/targets.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { clearSelection, selectOnly, setMenuPlace, setSelection, spaceViewStore } from '../space-view-store.ts'
import { cardsBetween, type Board } from './board.ts'

/** A hand that trembles is not dragging. */
const DRAG_PX = 6

/** A column of the board, in one of its lanes where there are some. */
export type CardPlace = { readonly statusId: string; readonly laneId: string | undefined }

/** What a pointer does on the board: choosing cards, and dragging those chosen to another status or person. */
export function useCardPointer(model: SpaceModel, board: Board) {
  const [target, setTarget] = useState<CardPlace>()
  // An element of the page, kept in state: the handlers move it without drawing anything anew.
  const [badge, setBadge] = useState<HTMLDivElement | null>(null)
  const handlers = useMemo(() => {
    const show = (place: CardPlace | undefined): void =>
      setTarget((known) => (isSamePlace(known, place) ? known : place))
    return makeHandlers({ model, board }, { show, badge })
  }, [model, board, badge])
  return { handlers, target, setBadge }
}

type Shown = {
  readonly show: (place: CardPlace | undefined) => void
  /** Says beside the pointer how much is being dragged. */
  readonly badge: HTMLElement | null
}

function makeHandlers({ model, board }: { readonly model: SpaceModel; readonly board: Board }, { show, badge }: Shown) {
  let start: { readonly x: number; readonly y: number; readonly key: CellKey } | undefined
  let isDragging = false
  const stop = (): void => {
    start = undefined
    isDragging = false
    show(undefined)
    if (badge !== null) badge.hidden = true
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
      if (!isDragging) return
      show(placeUnder(event))
      moveBadge(badge, event)
    },
    onPointerUp: (event: PointerEvent) => {
      const place = isDragging ? placeUnder(event) : undefined
      stop()
      if (place !== undefined) void runCommand('kanban.drop-on', { args: [place.statusId, place.laneId ?? ''] })
    },
    onPointerCancel: stop,
    onContextMenu: (event: MouseEvent) => {
      const key = cardOf(event)
      setMenuPlace(undefined)
      if (key === undefined) clearSelection()
      else if (!spaceViewStore.selection.cells.has(key)) selectOnly(key)
    },
    onClick: (event: MouseEvent) => {
      const key = cardOf(event)
      if (key === undefined) {
        if (!isOwnControl(event)) clearSelection()
        return
      }
      const { selection, cursor } = spaceViewStore
      if (event.shiftKey) {
        const between = cardsBetween(board.getColumns(), selection.anchor ?? cursor, key)
        setSelection({ cells: new Set([...selection.cells, ...between]), anchor: selection.anchor ?? key }, key)
      } else if (event.ctrlKey || event.metaKey) setSelection(toggleCell(selection, key), key)
      else selectOnly(key)
    },
    onDoubleClick: (event: MouseEvent) => {
      if (cardOf(event) !== undefined) void runCommand('task.open')
    },
  }
}

function moveBadge(badge: HTMLElement | null, { clientX, clientY }: PointerEvent): void {
  const count = spaceViewStore.selection.cells.size
  if (badge === null) return
  badge.hidden = count < 2
  badge.textContent = countTasks(count)
  badge.style.translate = `${clientX + 14}px ${clientY + 10}px`
}

/** What is pressed or written in on a column's own heading. */
function isOwnControl(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest('button,input,select,form') !== null
}

function cardOf(event: MouseEvent): CellKey | undefined {
  const target = event.target instanceof Element ? event.target : undefined
  return target?.closest<HTMLElement>('[data-card]')?.dataset['card']
}

function placeUnder(event: PointerEvent): CardPlace | undefined {
  const under = document.elementFromPoint(event.clientX, event.clientY)
  const statusId = under?.closest<HTMLElement>('[data-status]')?.dataset['status']
  if (statusId === undefined) return undefined
  return { statusId, laneId: under?.closest<HTMLElement>('[data-lane]')?.dataset['lane'] }
}

function isSamePlace(one: CardPlace | undefined, other: CardPlace | undefined): boolean {
  return one?.statusId === other?.statusId && one?.laneId === other?.laneId
}
