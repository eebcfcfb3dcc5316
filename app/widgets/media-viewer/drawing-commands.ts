import type { DrawingPoint } from '#core/comments/drawing.ts'
import { drawingColors } from '#core/comments/drawing-colors.ts'
import type { MediaId } from '#core/lib/ids.ts'
import type { Command, CommandId, CommandOutcome } from '#app/commands/define-command.ts'
import {
  chooseColor,
  chooseTool,
  clearDrawing,
  closeDrawing,
  drawingStore,
  endShape,
  moveCursor,
  pressCursor,
  undoDrawing,
  type DrawingSession,
  type DrawingTool,
} from './drawing-store.ts'
import { viewerStore } from './viewer-store.ts'

const base = { group: 'Drawing', scope: 'drawing' } as const
const step = 0.01
const moves: Readonly<Record<string, DrawingPoint>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
}

/** Commands for drawing on a frame: by pointer, or by keys that move the pencil and press it. */
export const drawingCommands: readonly Command[] = [
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
    run: finish,
  },
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

/** Returns the frame or picture in view. */
export function findCanvas(): { readonly mediaId: MediaId; readonly frame: number } | undefined {
  const { target } = viewerStore.get()
  if (target?.kind === 'video') return { mediaId: target.mediaId, frame: target.player.getState().frame }
  return target?.kind === 'image' ? { mediaId: target.mediaId, frame: 0 } : undefined
}

/** Hands the drawing to whatever opened it. */
async function finish(): Promise<CommandOutcome> {
  endShape()
  const session = drawingStore.get()
  closeDrawing()
  if (session === undefined) return undefined
  const { mediaId, frame, shapes, onDone } = session
  return await onDone({ mediaId, frame, shapes })
}
