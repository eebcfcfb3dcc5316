import { useState, type DragEvent, type MouseEvent, type RefObject } from 'react'
import { toId, type ReviewEntryId } from '#core/lib/ids.ts'
import { runCommand } from '#app/commands/run-command.ts'
import type { RoomEntry } from './room-model.ts'
import { useStripTouch } from './use-strip-touch.ts'

export type DropSide = 'before' | 'after'
type Over = { readonly id: ReviewEntryId; readonly side: DropSide }

/** Reorders the tasks of a session by mouse or touch; a line marks where the dragged task would go. */
export function useStripDrag(root: RefObject<HTMLElement | null>, entries: readonly RoomEntry[]) {
  const [draggedId, setDragged] = useState<ReviewEntryId>()
  const [over, setOver] = useState<Over>()
  const end = (): void => {
    setDragged(undefined)
    setOver(undefined)
  }
  const show = (found: Over | undefined): void => {
    if (found?.id !== over?.id || found?.side !== over?.side) setOver(found)
  }
  const drop = (found: Over | undefined): void => {
    end()
    if (draggedId === undefined || found === undefined) return
    const index = placeAfterDrop(entries, draggedId, found)
    if (index !== undefined) void runCommand('review.place', { args: [draggedId, String(index)] })
  }
  const { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, isTouched } = useStripTouch(root, {
    begin: (tile) => setDragged(idOf(tile)),
    over: (tile, clientX) => show(tile && toOver(tile, clientX)),
    drop: () => drop(over),
    end,
  })
  const handlers = {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel,
    // A long press would open the browser's menu.
    onContextMenu: (event: MouseEvent): void => {
      if (isTouched()) event.preventDefault()
    },
    onDragStart: (event: DragEvent): void => {
      const tile = findTile(event)
      if (isTouched()) event.preventDefault()
      if (tile === undefined || isTouched()) return
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', tile.textContent)
      setDragged(idOf(tile))
    },
    onDragOver: (event: DragEvent): void => {
      if (draggedId === undefined) return
      event.preventDefault()
      show(findOver(event))
    },
    onDrop: (event: DragEvent): void => {
      if (draggedId === undefined) return
      event.preventDefault()
      drop(findOver(event))
    },
    onDragEnd: end,
  }
  return { draggedId, over, handlers }
}

/**
 * Returns the index that the moved task is inserted before, counted with the task itself; undefined if it stays where
 * it is.
 */
export function placeAfterDrop(
  entries: readonly Pick<RoomEntry, 'entry'>[],
  draggedId: ReviewEntryId,
  { id, side }: Over,
): number | undefined {
  const from = entries.findIndex(({ entry }) => entry.id === draggedId)
  const target = entries.findIndex(({ entry }) => entry.id === id)
  if (from < 0 || target < 0) return undefined
  const index = side === 'before' ? target : target + 1
  return index === from || index === from + 1 ? undefined : index
}

function findTile({ target }: DragEvent): HTMLElement | undefined {
  return (target instanceof Element ? target.closest<HTMLElement>('[data-entry]') : undefined) ?? undefined
}

function idOf({ dataset }: HTMLElement): ReviewEntryId {
  return toId<ReviewEntryId>(dataset['entry'] ?? '')
}

function findOver(event: DragEvent): Over | undefined {
  const tile = findTile(event)
  return tile && toOver(tile, event.clientX)
}

function toOver(tile: HTMLElement, clientX: number): Over {
  const { left, width } = tile.getBoundingClientRect()
  return { id: idOf(tile), side: clientX < left + width / 2 ? 'before' : 'after' }
}
