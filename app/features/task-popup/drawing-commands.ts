import { readCommentMetadata } from '#core/comments/metadata.ts'
import { replaceDrawing, type Drawing } from '#core/comments/drawing.ts'
import { toId, type CommentId, type MediaId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { editComment } from '#core/comments/edit-comment.ts'
import { defineWith, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { changeDraft, getDraft } from '#app/widgets/comments/composer-store.ts'
import { drawIntoDraft } from '#app/widgets/comments/draw-into-draft.ts'
import { findCanvas } from '#app/widgets/media-viewer/drawing-commands.ts'
import { openDrawing } from '#app/widgets/media-viewer/drawing-store.ts'
import { viewerStore } from '#app/widgets/media-viewer/viewer-store.ts'
import { perform } from '#app/widgets/perform.ts'
import { focusPopup } from './popup-dialog.tsx'
import { findPopup, setPopup, showInPopup } from './popup-store.ts'
import { toAddress } from './resolve-popup.ts'

const define = defineWith({ group: 'Item', scope: 'popup' })

const menuLeavesMs = 60
/** The commands that draw on the frame in view and edit earlier drawings. */
export const drawingCommands: readonly Command[] = [
  define({
    group: 'Viewer',
    id: 'viewer.draw',
    title: 'Draw on this frame',
    keys: ['d'],
    when: () => findCanvas() !== undefined && findPopup()?.studio.can('comment') === true,
    run: draw,
  }),
  define({
    id: 'popup.show-drawing',
    title: 'Go to a drawing',
    isKeyOnly: true,
    run: (_context, [commentId = '', index = '0']) => {
      const drawing = findDrawing(commentId, Number(index))
      if (drawing !== undefined) goTo(drawing)
    },
  }),
  define({
    id: 'popup.edit-drawing',
    title: 'Edit a drawing',
    isKeyOnly: true,
    run: (_context, [commentId = '', index = '0']) => {
      const drawing = findDrawing(commentId, Number(index))
      if (drawing === undefined) return
      goTo(drawing)
      const id = toId<CommentId>(commentId)
      const onDone = async (drawn: Drawing) => await keepInComment(id, drawn)
      openDrawing({ ...drawing, target: { kind: 'comment', commentId: id }, onDone })
      // Closing the menu first focuses its button, where Space would open it again.
      setTimeout(focusPopup, menuLeavesMs)
    },
  }),
  define({
    id: 'popup.drop-drawing',
    title: 'Remove a drawing from the draft',
    isKeyOnly: true,
    run: (_context, [mediaId = '', frame = '0']) => {
      const task = findPopup()?.selection.task
      if (task === undefined) return
      const gone = { mediaId: toId<MediaId>(mediaId), frame: Number(frame), shapes: [] }
      changeDraft(task.id, { drawings: replaceDrawing(getDraft(task.id).drawings, gone) })
    },
  }),
]

function draw(): void {
  const task = findPopup()?.selection.task
  if (task === undefined) return
  drawIntoDraft(task.id)
  focusPopup()
}

/** Saves an edited drawing to its comment. */
async function keepInComment(commentId: CommentId, drawing: Drawing): Promise<CommandOutcome> {
  const { item, client } = findPopup() ?? {}
  const comment = item?.replica.find('comments', commentId)
  if (item === undefined || client === undefined || comment === undefined) return undefined
  const { drawings, mentions } = readCommentMetadata(comment.metadata)
  const metadata = { ...comment.metadata, drawings: replaceDrawing(drawings, drawing) }
  const edit = editComment({ item, commentId: comment.id, content: comment.content, mentions, metadata }, client)
  return await perform(edit, { client, failedText: messages['comment-edit-failed'] })
}

function findDrawing(commentId: string, index: number): Drawing | undefined {
  const comment = findPopup()?.item?.replica.find('comments', commentId)
  return comment && readCommentMetadata(comment.metadata).drawings[index]
}

/** Shows the frame of a drawing, of another version too. */
function goTo({ mediaId, frame }: Drawing): void {
  const model = findPopup()
  const { item, selection } = model ?? {}
  if (model === undefined || item === undefined || selection?.task === undefined) return
  const { target } = viewerStore.get()
  if (selection.media?.id === mediaId) {
    if (target?.kind === 'video') target.player.seekFrame(frame)
    return
  }
  const { task } = selection
  const version = item
    .getVersions(task.id)
    .find(({ id }) => item.getVersionMedia(id).some((file) => file.id === mediaId))
  setPopup({ jump: { mediaId, frame } })
  showInPopup({ ...toAddress(model.row, { ...selection, version }), media: mediaId })
}
