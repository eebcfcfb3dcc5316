import type { PointerEvent } from 'react'
import { moveColumn } from '#core/items/column-look.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { previewColumns, setColumns, spaceViewStore } from '../space-view-store.ts'

/** A press that moves less is a click on the heading. */
const SLACK_PX = 6

/** Drags columns by their headings: they swap places as the pointer passes. */
export type ColumnDrag = {
  readonly start: (event: PointerEvent) => void
  /** True while a column is dragged. */
  readonly move: (event: PointerEvent) => boolean
  /** True when a column was moved: then the press was no click on its heading. */
  readonly end: () => boolean
}

export function makeColumnDrag(model: SpaceModel): ColumnDrag {
  let held: { readonly id: string; readonly x: number; isMoving: boolean } | undefined
  return {
    start: (event) => {
      const heading = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-stage]') : null
      const id = heading?.dataset['stage']
      held = id === undefined || event.pointerType === 'touch' ? undefined : { id, x: event.clientX, isMoving: false }
    },
    move: (event) => {
      if (held === undefined) return false
      if ((event.buttons & 1) === 0) {
        held = undefined
        return false
      }
      if (Math.abs(event.clientX - held.x) >= SLACK_PX) held.isMoving = true
      const to = held.isMoving ? findTarget(model, held.id, event) : undefined
      if (to !== undefined) {
        previewColumns(moveColumn(spaceViewStore.columns, model.getAllColumns(), { id: held.id, to }))
      }
      return held.isMoving
    },
    end: () => {
      const isMoved = held?.isMoving === true
      held = undefined
      if (isMoved) setColumns(spaceViewStore.columns)
      return isMoved
    },
  }
}

/**
 * Finds the column under the pointer once it is past that column's middle: else two of different widths would swap back
 * and forth.
 */
function findTarget(model: SpaceModel, id: string, { clientX, clientY }: PointerEvent): string | undefined {
  const heading = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-stage]')
  const columns = model.getColumns()
  const from = columns.findIndex((column) => column.id === id)
  const to = columns.findIndex((column) => column.id === heading?.dataset['stage'])
  if (!heading || to < 0 || to === from || columns[to]?.isPinned !== columns[from]?.isPinned) return undefined
  const { left, width } = heading.getBoundingClientRect()
  const isBeyond = to > from ? clientX > left + width / 2 : clientX < left + width / 2
  return isBeyond ? columns[to]?.id : undefined
}
