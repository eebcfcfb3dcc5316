import type { MouseEvent, PointerEvent } from 'react'
import { resizeColumn } from '#core/items/column-look.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { previewColumns, setColumns, spaceViewStore } from '../space-view-store.ts'

/** Handlers of the edge that a column is made wider or narrower by; a double press fits it to what stands in it. */
export function makeEdge(id: string) {
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      const edge = event.currentTarget
      const heading = edge.parentElement
      if (heading === null) return
      // Neither a choice of the column nor its move.
      event.preventDefault()
      event.stopPropagation()
      edge.setPointerCapture(event.pointerId)
      edge.dataset['dragged'] = ''
      const before = spaceViewStore.columns
      const start = heading.getBoundingClientRect().width - event.clientX
      const move = ({ clientX }: { readonly clientX: number }): void =>
        previewColumns(resizeColumn(before, id, start + clientX))
      const end = ({ type }: { readonly type: string }): void => {
        edge.removeEventListener('pointermove', move)
        for (const name of ends) edge.removeEventListener(name, end)
        delete edge.dataset['dragged']
        if (type === 'pointerup') setColumns(spaceViewStore.columns)
        else previewColumns(before)
      }
      edge.addEventListener('pointermove', move)
      for (const name of ends) edge.addEventListener(name, end)
    },
    onDoubleClick: (event: MouseEvent) => {
      event.stopPropagation()
      void runCommand('column.fit', { args: [id] })
    },
  }
}

const ends = ['pointerup', 'pointercancel'] as const
