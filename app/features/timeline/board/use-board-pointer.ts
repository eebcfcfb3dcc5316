import { useMemo, type MouseEvent, type PointerEvent } from 'react'
import { runCommand } from '#app/commands/run-command.ts'
import { announceRefusedDrag } from '#app/commands/announce-refusal.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import type { Drop } from '../timeline-page-context.ts'
import { focusBlock, selectBlocks, timelineStore, toggleBlock } from '../timeline-store.ts'
import type { BoardView } from './board-view.ts'
import { startDrag } from './drag-session.ts'

/** Handles the pointer on the board: one set of handlers, which finds what is under it by position. */
export function useBoardPointer(model: TimelineModel, view: BoardView | undefined, onDrop: (drop: Drop) => void) {
  return useMemo(() => (view === undefined ? {} : makeHandlers(model, view, onDrop)), [model, view, onDrop])
}

function makeHandlers(model: TimelineModel, view: BoardView, onDrop: (drop: Drop) => void) {
  return {
    onPointerDown: (event: PointerEvent) => {
      // A finger scrolls; its tap selects by the click event.
      if (event.pointerType === 'touch') return
      const hit = view.hit(event.clientX, event.clientY)
      if (event.button !== 0 || isOnEdge(event)) return
      if (hit?.bar === undefined) {
        if (timelineStore.selection.size > 0 && !event.shiftKey) selectBlocks([])
        if (event.pointerType === 'mouse') startPan(view, event)
        return
      }
      const { id, block } = hit.bar
      // The focus goes to the bar's own cell, and a drag selects no text.
      if (event.pointerType === 'mouse') event.preventDefault()
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      focusBlock(id)
      if (event.ctrlKey || event.metaKey || event.shiftKey) return toggleBlock(id)
      if (!timelineStore.selection.has(id)) selectBlocks([id])
      if (!model.canChange()) return announceRefusedDrag(event, 'create')
      const ids = [...timelineStore.selection].filter((other) => model.getLayout().findBar(other) !== undefined)
      const from = block.assigneeId
      const source = hit.isAtEdge
        ? ({ kind: 'edge', id } as const)
        : ({ kind: 'bars', ids: [id, ...ids.filter((other) => other !== id)], from } as const)
      startDrag({ model, view, onDrop }, source, event.nativeEvent)
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.buttons !== 0 || view.scroller.dataset['cursor'] === 'grabbing') return
      const hit = view.hit(event.clientX, event.clientY)
      const cursor = hit?.bar === undefined || !model.canChange() ? undefined : hit.isAtEdge ? 'resize' : 'grab'
      if (cursor === undefined) delete view.scroller.dataset['cursor']
      else view.scroller.dataset['cursor'] = cursor
    },
    onClick: (event: MouseEvent) => {
      if (!isTap(event) || timelineStore.move !== undefined || isOnEdge(event)) return
      const bar = view.hit(event.clientX, event.clientY)?.bar
      focusBlock(bar?.id)
      if (bar === undefined) selectBlocks([])
      else toggleBlock(bar.id)
    },
    onDoubleClick: (event: MouseEvent) => {
      if (view.hit(event.clientX, event.clientY)?.bar !== undefined) void runCommand('timeline.open')
    },
    onContextMenu: (event: MouseEvent) => {
      const bar = isOnEdge(event) ? undefined : view.hit(event.clientX, event.clientY)?.bar
      // The menu is for the bar under the pointer, for the selection where the bar is in it, or for the board.
      if (bar === undefined) return selectBlocks([])
      focusBlock(bar.id)
      if (!timelineStore.selection.has(bar.id)) selectBlocks([bar.id])
    },
  }
}

/** Whether a click came from a finger. */
export function isTap({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent instanceof window.PointerEvent && nativeEvent.pointerType === 'touch'
}

/** Whether an event is on the dates or names. */
function isOnEdge(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest('[data-timeline-edge]') !== null
}

/** Pans the view by dragging the empty board. */
function startPan({ scroller }: BoardView, start: PointerEvent): void {
  const { scrollLeft, scrollTop } = scroller
  const abort = new AbortController()
  const { signal } = abort
  window.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== start.pointerId) return
      scroller.dataset['cursor'] = 'grabbing'
      scroller.scrollTo(scrollLeft - (event.clientX - start.clientX), scrollTop - (event.clientY - start.clientY))
    },
    { signal },
  )
  const end = (): void => {
    delete scroller.dataset['cursor']
    abort.abort()
  }
  window.addEventListener('pointerup', end, { signal })
  window.addEventListener('pointercancel', end, { signal })
}
