import type { MouseEvent, PointerEvent } from 'react'
import { resizeColumn } from '#core/items/column-look.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { previewColumns, setColumns, spaceViewStore } from '../space-view-store.ts'

/** Makes the handlers of a column's resize edge; a double click fits the column to its content. */
export function makeEdge(id: string) {
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      const edge = event.currentTarget
      const heading = edge.parentElement
      if (heading === null) return
      // Neither selects nor moves the column.
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
