import type { MediaRow } from '#core/schema/media.ts'
import type { DragEvent } from 'react'
import { mediaKindOf } from '#core/revisions/media-kind.ts'

/** What a file of a task is called while it is dragged. */
const draggedMediaType = 'application/x-xsheet-media'

/** Lets a picture or film of a task be dragged onto a references board, also one in another window. */
export function draggingMedia(media: MediaRow) {
  if (!['image', 'video'].includes(mediaKindOf(media.contentType))) return {}
  return {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData(draggedMediaType, JSON.stringify(media)),
  }
}

/** The files of tasks in what was dropped. It may come from anywhere: only what this product wrote is taken. */
export function readDraggedMedia(data: DataTransfer): readonly MediaRow[] {
  const text = data.getData(draggedMediaType)
  if (text === '') return []
  try {
    const row: unknown = JSON.parse(text)
    const isRow = typeof row === 'object' && row !== null && 'id' in row && 'contentType' in row && 'filename' in row
    // Written above from a row; the server checks the id.
    return isRow ? [row as MediaRow] : []
  } catch {
    return []
  }
}
