import { useMemo, type MouseEvent, type PointerEvent } from 'react'
import { toId, type BlockId } from '#core/lib/ids.ts'
import { runCommand } from '#app/commands/run-command.ts'
import type { BoardView } from '../board/board-view.ts'
import { startDrag } from '../board/drag-session.ts'
import { isTap } from '../board/use-board-pointer.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import type { Drop } from '../timeline-page-context.ts'
import { focusBlock, selectBlocks, timelineStore, toggleBlock } from '../timeline-store.ts'

export type QueuePointerDeps = {
  readonly model: TimelineModel
  readonly view: BoardView | undefined
  readonly onDrop: (drop: Drop) => void
}

/** Handles the pointer in the queue: select, drag onto the board, open. */
export function useQueuePointer({ model, view, onDrop }: QueuePointerDeps) {
  return useMemo(
    () => ({
      onPointerDown: (event: PointerEvent) => {
        const id = findCard(event)
        if (id === undefined || event.button !== 0 || event.pointerType === 'touch') return
        focusBlock(id)
        if (event.ctrlKey || event.metaKey || event.shiftKey) return toggleBlock(id)
        if (!timelineStore.selection.has(id)) selectBlocks([id])
        if (view === undefined || !model.canChange()) return
        const queued = new Set(model.getQueue().map(({ block }) => block.id))
        const others = [...timelineStore.selection].filter((other) => other !== id && queued.has(other))
        startDrag({ model, view, onDrop }, { kind: 'queue', ids: [id, ...others] }, event.nativeEvent)
      },
      // A finger scrolls the list; each tap adds to the selection.
      onClick: (event: MouseEvent) => {
        const id = isTap(event) ? findCard(event) : undefined
        if (id === undefined) return
        focusBlock(id)
        toggleBlock(id)
      },
      onContextMenu: (event: MouseEvent) => {
        const id = findCard(event)
        if (id === undefined) return selectBlocks([])
        focusBlock(id)
        if (!timelineStore.selection.has(id)) selectBlocks([id])
      },
      onDoubleClick: (event: MouseEvent) => {
        if (findCard(event) !== undefined) void runCommand('timeline.open')
      },
    }),
    [model, view, onDrop],
  )
}

function findCard(event: MouseEvent): BlockId | undefined {
  const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-block]') : undefined
  const id = card?.dataset['block']
  return id === undefined ? undefined : toId<BlockId>(id)
}
