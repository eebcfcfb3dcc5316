import { useState, type DragEvent } from 'react'
import { toId, type ReviewEntryId } from '#core/lib/ids.ts'
import { runCommand } from '#app/commands/run-command.ts'
import type { RoomEntry } from './room-model.ts'

export type DropSide = 'before' | 'after'
type Over = { readonly id: ReviewEntryId; readonly side: DropSide }

/** Moving the tasks of a session with the pointer: a line says where the dragged one would come to lie. */
export function useStripDrag(entries: readonly RoomEntry[]) {
  const [draggedId, setDragged] = useState<ReviewEntryId>()
  const [over, setOver] = useState<Over>()
  const end = (): void => {
    setDragged(undefined)
    setOver(undefined)
  }
  const handlers = {
    onDragStart: (event: DragEvent): void => {
      const tile = findTile(event)
      if (tile === undefined) return
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', tile.textContent)
      setDragged(idOf(tile))
    },
    onDragOver: (event: DragEvent): void => {
      if (draggedId === undefined) return
      event.preventDefault()
      const found = findOver(event)
      if (found?.id !== over?.id || found?.side !== over?.side) setOver(found)
    },
    onDrop: (event: DragEvent): void => {
      const found = findOver(event)
      if (draggedId === undefined) return
      event.preventDefault()
      end()
      if (found === undefined) return
      const index = placeAfterDrop(entries, draggedId, found)
      if (index !== undefined) void runCommand('review.place', { args: [draggedId, String(index)] })
    },
    onDragEnd: end,
  }
  return { draggedId, over, handlers }
}

/** The place in the order, counted with the moved task in it, before which it is put; undefined where it lies there already. */
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
  if (tile === undefined) return undefined
  const { left, width } = tile.getBoundingClientRect()
  return { id: idOf(tile), side: event.clientX < left + width / 2 ? 'before' : 'after' }
}
