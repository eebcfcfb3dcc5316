import { useEffect, useMemo, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react'
import { toggleCell, type CellKey } from '#core/lib/selection-range.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { announceRefusedDrag } from '#app/commands/announce-refusal.ts'
import { countTasks } from '../commands/targets.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { clearSelection, selectOnly, setMenuPlace, setSelection, spaceViewStore } from '../space-view-store.ts'
import { cardsBetween, type Board } from './board.ts'

/** Less than this is a trembling hand, not a drag. */
const DRAG_PX = 6
/** A finger that rests this long drags its card; one that moves at once scrolls. The menu opens later. */
const HOLD_MS = 250
/** How near a side of the kanban a drag scrolls it, and how far per frame. */
const EDGE_PX = 44
const GLIDE_PX = 10

/** A column of the kanban, and its lane where there are lanes. */
export type CardPlace = { readonly statusId: string; readonly laneId: string | undefined }

/** Handles the pointer on the kanban: selects cards, and drags the selection to another status or person. */
export function useCardPointer(model: SpaceModel, board: Board, root: RefObject<HTMLElement | null>) {
  const [target, setTarget] = useState<CardPlace>()
  // An element kept in state: the handlers move it without rendering.
  const [badge, setBadge] = useState<HTMLDivElement | null>(null)
  const { handlers, isHeld } = useMemo(() => {
    const show = (place: CardPlace | undefined): void =>
      setTarget((known) => (isSamePlace(known, place) ? known : place))
    return makeHandlers({ model, board }, { show, badge })
  }, [model, board, badge])
  // Stops the page from scrolling under a card that a finger holds; React's own listeners are passive and could not.
  useEffect(() => {
    const element = root.current
    const hold = (event: TouchEvent): void => {
      if (isHeld() && event.cancelable) event.preventDefault()
    }
    element?.addEventListener('touchmove', hold, { passive: false })
    return () => element?.removeEventListener('touchmove', hold)
  }, [root, isHeld])
  return { handlers, target, setBadge }
}

type Shown = {
  readonly show: (place: CardPlace | undefined) => void
  /** Shows beside the pointer how many cards are dragged. */
  readonly badge: HTMLElement | null
}

function makeHandlers({ model, board }: { readonly model: SpaceModel; readonly board: Board }, { show, badge }: Shown) {
  let start: { readonly x: number; readonly y: number; readonly key: CellKey; isHeld: boolean } | undefined
  let isDragging = false
  let holding: ReturnType<typeof setTimeout> | undefined
  const glide = makeGlide(show)
  const stop = (): void => {
    clearTimeout(holding)
    glide.stop()
    start = undefined
    isDragging = false
    show(undefined)
    if (badge !== null) badge.hidden = true
  }
  const hold = (begun: NonNullable<typeof start>): void => {
    begun.isHeld = true
    if (!spaceViewStore.selection.cells.has(begun.key)) selectOnly(begun.key)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      const key = cardOf(event)
      if (event.button !== 0 || key === undefined) return
      const begun = { x: event.clientX, y: event.clientY, key, isHeld: event.pointerType !== 'touch' }
      start = begun
      clearTimeout(holding)
      const mayDrag = model.studio.can('create')
      if (!begun.isHeld && mayDrag) holding = setTimeout(() => hold(begun), HOLD_MS)
      if (begun.isHeld && !mayDrag) announceRefusedDrag(event, 'create')
    },
    onPointerMove: (event: PointerEvent) => {
      if (start === undefined) return
      if ((event.buttons & 1) === 0) return stop()
      const isFar = Math.hypot(event.clientX - start.x, event.clientY - start.y) > DRAG_PX
      // The finger is scrolling.
      if (isFar && !start.isHeld) return stop()
      if (!isDragging && isFar && model.studio.can('create')) {
        isDragging = true
        if (!spaceViewStore.selection.cells.has(start.key)) selectOnly(start.key)
      }
      if (!isDragging) return
      show(placeUnder(event))
      glide.follow(event)
      moveBadge(badge, event)
    },
    onPointerUp: (event: PointerEvent) => {
      const place = isDragging ? placeUnder(event) : undefined
      stop()
      if (place !== undefined) void runCommand('kanban.drop-on', { args: [place.statusId, place.laneId ?? ''] })
    },
    onPointerCancel: stop,
  }
  const choosing = makeChoosing(board)
  const onContextMenu = (event: MouseEvent): void => {
    stop()
    choosing.onContextMenu(event)
  }
  return { handlers: { ...handlers, ...choosing, onContextMenu }, isHeld: () => start?.isHeld === true }
}

/** Makes the handlers that select and open cards. */
function makeChoosing(board: Board) {
  return {
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

/** Scrolls the kanban sideways while a dragged card is near one of its sides. */
function makeGlide(show: Shown['show']) {
  let frame: number | undefined
  const stop = (): void => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    frame = undefined
  }
  return {
    stop,
    follow: ({ currentTarget, clientX, clientY }: PointerEvent): void => {
      stop()
      const { left, right } = currentTarget.getBoundingClientRect()
      const by = clientX < left + EDGE_PX ? -GLIDE_PX : clientX > right - EDGE_PX ? GLIDE_PX : 0
      if (by === 0) return
      const step = (): void => {
        currentTarget.scrollLeft += by
        show(placeUnder({ clientX, clientY }))
        frame = requestAnimationFrame(step)
      }
      frame = requestAnimationFrame(step)
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

/** Whether an event is on a control in a column's heading. */
function isOwnControl(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest('button,input,select,form') !== null
}

function cardOf(event: MouseEvent): CellKey | undefined {
  const target = event.target instanceof Element ? event.target : undefined
  return target?.closest<HTMLElement>('[data-card]')?.dataset['card']
}

function placeUnder({ clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>): CardPlace | undefined {
  const under = document.elementFromPoint(clientX, clientY)
  const statusId = under?.closest<HTMLElement>('[data-status]')?.dataset['status']
  if (statusId === undefined) return undefined
  return { statusId, laneId: under?.closest<HTMLElement>('[data-lane]')?.dataset['lane'] }
}

function isSamePlace(one: CardPlace | undefined, other: CardPlace | undefined): boolean {
  return one?.statusId === other?.statusId && one?.laneId === other?.laneId
}
