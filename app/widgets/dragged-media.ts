import { parseJson } from '#core/lib/json.ts'
import type { MediaRow } from '#core/schema/media.ts'
import type { DragEvent } from 'react'
import { mediaKindOf } from '#core/revisions/media-kind.ts'

/** The data type of a task's file while it is dragged. */
const draggedMediaType = 'application/x-xsheet-media'

/** Makes a task's picture or film draggable onto a references board, even in another window. */
export function draggingMedia(media: MediaRow) {
  if (!['image', 'video'].includes(mediaKindOf(media.contentType))) return {}
  return {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData(draggedMediaType, JSON.stringify(media)),
  }
}

/** Reads the task files in dropped data. It may come from anywhere: only what this app wrote is accepted. */
export function readDraggedMedia(data: DataTransfer): readonly MediaRow[] {
  const text = data.getData(draggedMediaType)
  const row = parseJson(text)
  const isRow = typeof row === 'object' && row !== null && 'id' in row && 'contentType' in row && 'filename' in row
  // Written above from a row; the server checks the id.
  return isRow ? [row as MediaRow] : []
}
