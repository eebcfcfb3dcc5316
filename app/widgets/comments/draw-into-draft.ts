import { replaceDrawing, type Drawing } from '#core/comments/drawing.ts'
import type { TaskId } from '#core/lib/ids.ts'
import { findCanvas } from '#app/widgets/media-viewer/drawing-commands.ts'
import { openDrawing } from '#app/widgets/media-viewer/drawing-store.ts'
import { findPlayer } from '#app/widgets/media-viewer/viewer-store.ts'
import { changeDraft, focusComposer, getDraft } from './composer-store.ts'

/** Starts drawing on the frame or picture in view; the drawing goes with the task's draft. */
export function drawIntoDraft(taskId: TaskId): void {
  findPlayer()?.pause()
  const canvas = findCanvas()
  if (canvas === undefined) return
  const begun = getDraft(taskId).drawings.find(
    ({ mediaId, frame }) => mediaId === canvas.mediaId && frame === canvas.frame,
  )
  const onDone = (drawing: Drawing): void => {
    changeDraft(taskId, { drawings: replaceDrawing(getDraft(taskId).drawings, drawing) })
    if (drawing.shapes.length > 0) focusComposer(taskId)
  }
  openDrawing({ ...canvas, shapes: begun?.shapes ?? [], target: { kind: 'draft', taskId }, onDone })
}
