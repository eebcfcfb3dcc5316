import type { PointerEvent } from 'react'
import { toId, type CollectionId, type ItemId } from '#core/lib/ids.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { announceRefusedDrag } from '#app/commands/announce-refusal.ts'
import { targetItems } from '../commands/targets.ts'
import { findGaps } from '../model/drop-place.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { setDrop, spaceViewStore, startMoving, stopMoving, type Moving } from '../space-view-store.ts'

const EDGE_PX = 48
const SCROLL_PX = 18

/** Drags rows by their grips, with the same marks and drop as moving by keyboard. */
export type RowDrag = {
  /** True when the press was on a grip and a drag began. */
  readonly start: (event: PointerEvent) => boolean
  readonly move: (event: PointerEvent) => boolean
  readonly end: () => void
}

/** Makes the drag handlers of one grid's rows. */
export function makeRowDrag(model: SpaceModel): RowDrag {
  let isDragging = false
  return {
    start: (event) => {
      const target = event.target instanceof Element ? event.target : undefined
      const row = target?.closest('[data-grip]')?.closest<HTMLElement>('[data-index]')
      if (row === null || row === undefined) return false
      if (!model.studio.can('create')) {
        announceRefusedDrag(event, 'create')
        return false
      }
      if (spaceViewStore.group !== undefined) return false
      event.preventDefault()
      isDragging = true
      startMoving(movingOf(model, row), { before: Number(row.dataset['index']) })
      return true
    },
    move: (event) => {
      if (!isDragging) return false
      const { moving } = spaceViewStore
      // Esc has cancelled the move, or the button was released outside the window.
      if (moving === undefined || (event.buttons & 1) === 0) {
        isDragging = false
        if (moving !== undefined) stopMoving()
        return false
      }
      scrollAtEdge(event)
      const gap = gapUnder(event)
      if (gap !== undefined) setDrop({ before: nearestGap(findGaps(model.getLayout().rows, moving.kind), gap) })
      return true
    },
    end: () => {
      if (isDragging) void runCommand('grid.drop')
      isDragging = false
    },
  }
}

/** Returns what moves with a row: all selected items where its item is among them. */
function movingOf(model: SpaceModel, row: HTMLElement): Moving {
  const { item = '', collection } = row.dataset
  if (collection !== undefined) return { kind: 'collection', id: toId<CollectionId>(collection) }
  const id = toId<ItemId>(item)
  const chosen = spaceViewStore.selection.cells.size === 0 ? [] : targetItems(model)
  return { kind: 'items', ids: chosen.includes(id) ? chosen : [id] }
}

function gapUnder(event: PointerEvent): number | undefined {
  const row = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-index]')
  if (row === null || row === undefined) return undefined
  const { top, height } = row.getBoundingClientRect()
  return Number(row.dataset['index']) + (event.clientY > top + height / 2 ? 1 : 0)
}

function nearestGap(gaps: readonly number[], wanted: number): number {
  return gaps.reduce((best, gap) => (Math.abs(gap - wanted) < Math.abs(best - wanted) ? gap : best), gaps[0] ?? wanted)
}

function scrollAtEdge(event: PointerEvent): void {
  const grid = event.currentTarget
  if (!(grid instanceof HTMLElement)) return
  const { top, bottom } = grid.getBoundingClientRect()
  if (event.clientY < top + EDGE_PX) grid.scrollTop -= SCROLL_PX
  else if (event.clientY > bottom - EDGE_PX) grid.scrollTop += SCROLL_PX
}
