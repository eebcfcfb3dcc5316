import { readCommentMetadata } from '#core/comments/metadata.ts'
import { replaceDrawing, type Drawing, type DrawingPoint } from '#core/comments/drawing.ts'
import { drawingColors } from '#core/comments/drawing-colors.ts'
import { toId, type CommentId, type MediaId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { editComment } from '#core/comments/edit-comment.ts'
import { defineCommand, type Command, type CommandId } from '#app/commands/define-command.ts'
import { changeDraft, focusComposer, getDraft } from '#app/widgets/comments/composer-store.ts'
import {
  chooseColor,
  chooseTool,
  clearDrawing,
  closeDrawing,
  drawingStore,
  endShape,
  moveCursor,
  openDrawing,
  pressCursor,
  undoDrawing,
  type DrawingSession,
  type DrawingTool,
} from '#app/widgets/media-viewer/drawing-store.ts'
import { viewerStore } from '#app/widgets/media-viewer/viewer-store.ts'
import { perform } from '#app/widgets/perform.ts'
import { focusPopup } from './popup-dialog.tsx'
import { findPopup, setPopup, showInPopup } from './popup-store.ts'
import { toAddress } from './resolve-popup.ts'

const group = 'Drawing'
const base = { group, scope: 'drawing' } as const
const step = 0.01
const menuLeavesMs = 60
const moves: Readonly<Record<string, DrawingPoint>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
}

/** Drawing on the frame in view: by pointer, or by keys that move the pencil and put it down. */
export const drawingCommands: readonly Command[] = [
  defineCommand({
    group: 'Viewer',
    scope: 'popup',
    id: 'viewer.draw',
    title: 'Draw on this frame',
    keys: ['d'],
    when: () => findCanvas() !== undefined && findPopup()?.studio.can('comment') === true,
    run: draw,
  }),
  tool('pen', 'Pen', 'p'),
  tool('arrow', 'Arrow', 'a'),
  tool('box', 'Box', 'b'),
  tool('text', 'Text', 't'),
  tool('eraser', 'Eraser', 'e'),
  whileDrawing(
    { id: 'drawing.color', title: 'Colour', keys: drawingColors.map((_, index) => String(index + 1)) },
    (_session, chord, [color]) => chooseColor(color ?? drawingColors[Number(chord) - 1] ?? drawingColors[0]),
  ),
  whileDrawing({ id: 'drawing.undo', title: 'Undo', keys: ['mod+z'] }, undoDrawing),
  whileDrawing({ id: 'drawing.clear', title: 'Clear', keys: ['delete', 'backspace'] }, clearDrawing),
  whileDrawing({ id: 'drawing.press', title: 'Put the pencil down, or lift it', keys: ['space'] }, pressCursor),
  {
    ...whileDrawing(
      {
        id: 'drawing.move',
        title: 'Move the pencil',
        keys: Object.keys(moves).flatMap((key) => [key, `shift+${key}`]),
      },
      (_session, chord = '') => {
        const by = moves[chord.replace('shift+', '')] ?? { x: 0, y: 0 }
        const length = chord.startsWith('shift+') ? step * 5 : step
        moveCursor({ x: by.x * length, y: by.y * length })
      },
    ),
    isRepeatable: true,
  },
  whileDrawing({ id: 'drawing.cancel', title: 'Discard the drawing', keys: [] }, closeDrawing),
  {
    ...whileDrawing({ id: 'drawing.done', title: 'Done', keys: ['enter', 'mod+enter'] }, () => undefined),
    run: async () => await finish(),
  },
  defineCommand({
    group: 'Item',
    scope: 'popup',
    id: 'popup.show-drawing',
    title: 'Go to what was drawn',
    isKeyOnly: true,
    run: (_context, [commentId = '', index = '0']) => {
      const drawing = findDrawing(commentId, Number(index))
      if (drawing !== undefined) goTo(drawing)
    },
  }),
  defineCommand({
    group: 'Item',
    scope: 'popup',
    id: 'popup.edit-drawing',
    title: 'Change what was drawn',
    isKeyOnly: true,
    run: (_context, [commentId = '', index = '0']) => {
      const drawing = findDrawing(commentId, Number(index))
      if (drawing === undefined) return
      goTo(drawing)
      openDrawing({ ...drawing, target: { kind: 'comment', commentId: toId<CommentId>(commentId) } })
      // The menu gives the focus back to its button first, and there Space would open it again.
      setTimeout(focusPopup, menuLeavesMs)
    },
  }),
  defineCommand({
    group: 'Item',
    scope: 'popup',
    id: 'popup.drop-drawing',
    title: 'Take a drawing out of the draft',
    isKeyOnly: true,
    run: (_context, [mediaId = '', frame = '0']) => {
      const task = findPopup()?.selection.task
      if (task === undefined) return
      const gone = { mediaId: toId<MediaId>(mediaId), frame: Number(frame), shapes: [] }
      changeDraft(task.id, { drawings: replaceDrawing(getDraft(task.id).drawings, gone) })
    },
  }),
]

type Named = { readonly id: CommandId; readonly title: string; readonly keys: readonly string[] }
type DrawingAction = (session: DrawingSession, chord: string | undefined, args: readonly string[]) => void

function whileDrawing({ id, title, keys }: Named, act: DrawingAction): Command {
  return {
    ...base,
    id,
    title,
    keys,
    isKeyOnly: true,
    when: () => drawingStore.get() !== undefined,
    run: ({ chord }, args) => {
      const session = drawingStore.get()
      if (session !== undefined) act(session, chord, args)
    },
  }
}

function tool(name: DrawingTool, title: string, key: string): Command {
  return whileDrawing({ id: `drawing.${name}`, title, keys: [key] }, () => chooseTool(name))
}

/** The frame or picture in view. */
function findCanvas(): { readonly mediaId: MediaId; readonly frame: number } | undefined {
  const { target } = viewerStore.get()
  if (target?.kind === 'video') return { mediaId: target.mediaId, frame: target.player.getState().frame }
  return target?.kind === 'image' ? { mediaId: target.mediaId, frame: 0 } : undefined
}

function draw(): void {
  const task = findPopup()?.selection.task
  const { target } = viewerStore.get()
  if (target?.kind === 'video') target.player.pause()
  const canvas = findCanvas()
  if (task === undefined || canvas === undefined) return
  const begun = getDraft(task.id).drawings.find(
    ({ mediaId, frame }) => mediaId === canvas.mediaId && frame === canvas.frame,
  )
  openDrawing({ ...canvas, shapes: begun?.shapes ?? [], target: { kind: 'draft', taskId: task.id } })
  focusPopup()
}

/** Puts the drawing where it belongs: with what is being written, or back into its comment. */
async function finish() {
  endShape()
  const session = drawingStore.get()
  const model = findPopup()
  closeDrawing()
  if (session === undefined || model === undefined) return undefined
  const { mediaId, frame, shapes, target } = session
  const drawing: Drawing = { mediaId, frame, shapes }
  if (target.kind === 'draft') {
    changeDraft(target.taskId, { drawings: replaceDrawing(getDraft(target.taskId).drawings, drawing) })
    if (shapes.length > 0) focusComposer(target.taskId)
    return undefined
  }
  const { item, client } = model
  const comment = item?.replica.find('comments', target.commentId)
  if (item === undefined || comment === undefined) return undefined
  const { drawings, mentions } = readCommentMetadata(comment.metadata)
  const metadata = { ...comment.metadata, drawings: replaceDrawing(drawings, drawing) }
  const edit = editComment({ item, commentId: comment.id, content: comment.content, mentions, metadata }, client)
  return await perform(edit, { client, failedText: messages['comment-edit-failed'] })
}

function findDrawing(commentId: string, index: number): Drawing | undefined {
  const comment = findPopup()?.item?.replica.find('comments', commentId)
  return comment && readCommentMetadata(comment.metadata).drawings[index]
}

/** Shows the frame that was drawn on, also of another version. */
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
