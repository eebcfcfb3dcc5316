import { makeListeners } from '#core/lib/listeners.ts'
import { drawingColors } from '#core/comments/drawing-colors.ts'
import {
  drawingLimits,
  findShapeAt,
  simplifyStroke,
  toDrawingPoint,
  type Drawing,
  type DrawingPoint,
  type DrawingShape,
} from '#core/comments/drawing.ts'
import type { CommandOutcome } from '#app/commands/define-command.ts'
import type { CommentId, MediaId, TaskId } from '#core/lib/ids.ts'

export const drawingTools = ['pen', 'arrow', 'box', 'text', 'eraser'] as const
export type DrawingTool = (typeof drawingTools)[number]

/** Where a finished drawing goes: into a task's draft, or into an existing comment. */
export type DrawingTarget =
  | { readonly kind: 'draft'; readonly taskId: TaskId }
  | { readonly kind: 'comment'; readonly commentId: CommentId }

/** Delivers a finished drawing. */
type KeepDrawing = (drawing: Drawing) => CommandOutcome | Promise<CommandOutcome>

/** A frame being drawn on. */
export type DrawingSession = {
  readonly mediaId: MediaId
  readonly frame: number
  readonly target: DrawingTarget
  readonly onDone: KeepDrawing
  readonly shapes: readonly DrawingShape[]
  /** The shapes before each change, newest last. */
  readonly before: readonly (readonly DrawingShape[])[]
  readonly tool: DrawingTool
  readonly color: string
  /** The shape that follows the pointer until it is released. */
  readonly begun: DrawingShape | undefined
  /** Where a word is being typed. */
  readonly typingAt: DrawingPoint | undefined
  /** Where the keys have moved the pencil; absent while a pointer draws. */
  readonly cursor: DrawingPoint | undefined
}

// Not a proxy: a stroke changes with every move of the pointer.
let session: DrawingSession | undefined
let lastLook: Pick<DrawingSession, 'tool' | 'color'> = { tool: 'pen', color: drawingColors[0] }
const listeners = makeListeners()

/** The current drawing; there is only one. */
export const drawingStore = {
  get: (): DrawingSession | undefined => session,
  subscribe: listeners.subscribe,
} as const

type Start = Pick<DrawingSession, 'mediaId' | 'frame' | 'target' | 'onDone' | 'shapes'>

/** Starts or continues the drawing on a frame, with the last tool and colour. */
export function openDrawing(start: Start): void {
  set({ ...start, ...lastLook, before: [], begun: undefined, typingAt: undefined, cursor: undefined })
}

export function closeDrawing(): void {
  set(undefined)
}

export function chooseTool(tool: DrawingTool): void {
  lastLook = { ...lastLook, tool }
  change({ tool, begun: undefined, typingAt: undefined })
}

export function chooseColor(color: string): void {
  lastLook = { ...lastLook, color }
  change({ color })
}

/** Starts a shape at the pen's position. */
export function beginShape(point: DrawingPoint): void {
  if (session === undefined || session.shapes.length >= drawingLimits.shapes) return
  const { tool, color } = session
  if (tool === 'eraser') eraseAt(point)
  else if (tool === 'text') change({ typingAt: point })
  else if (tool === 'pen') change({ begun: { kind: 'pen', color, points: [point] } })
  else change({ begun: { kind: tool, color, from: point, to: point } })
}

/** Extends the shape as the pen moves. */
export function extendShape(point: DrawingPoint): void {
  const begun = session?.begun
  if (begun === undefined || begun.kind === 'text') return
  if (begun.kind === 'pen') change({ begun: { ...begun, points: [...begun.points, point] } })
  else change({ begun: { ...begun, to: point } })
}

/** Ends the shape; a box or arrow without size is dropped. */
export function endShape(): void {
  const begun = session?.begun
  if (begun === undefined) return
  change({ begun: undefined })
  if (begun.kind === 'pen') add({ ...begun, points: shorten(begun.points) })
  else if (begun.kind !== 'text' && Math.hypot(begun.to.x - begun.from.x, begun.to.y - begun.from.y) > 0.005) add(begun)
}

/** Adds the typed word. */
export function endText(text: string): void {
  const at = session?.typingAt
  if (session === undefined || at === undefined) return
  const { color } = session
  change({ typingAt: undefined })
  const word = text.trim().slice(0, drawingLimits.text)
  if (word !== '') add({ kind: 'text', color, at, text: word })
}

export function eraseAt(point: DrawingPoint): void {
  if (session === undefined) return
  const hit = findShapeAt(session.shapes, point)
  if (hit !== undefined) replace(session.shapes.filter((shape) => shape !== hit))
}

export function clearDrawing(): void {
  if (session !== undefined && session.shapes.length > 0) replace([])
}

/** Undoes the last change. */
export function undoDrawing(): void {
  const last = session?.before.at(-1)
  if (session !== undefined && last !== undefined) change({ shapes: last, before: session.before.slice(0, -1) })
}

/** Moves the pencil by keys; a started shape follows it. */
export function moveCursor(by: DrawingPoint): void {
  if (session === undefined) return
  const from = session.cursor ?? { x: 0.5, y: 0.5 }
  const cursor = toDrawingPoint(from.x + by.x, from.y + by.y)
  change({ cursor })
  extendShape(cursor)
}

/** Presses the pencil at the cursor, or lifts it. */
export function pressCursor(): void {
  if (session === undefined) return
  const cursor = session.cursor ?? { x: 0.5, y: 0.5 }
  change({ cursor })
  if (session.begun === undefined) beginShape(cursor)
  else endShape()
}

function shorten(points: readonly DrawingPoint[]): readonly DrawingPoint[] {
  let tolerance = 0.0015
  let short = simplifyStroke(points, tolerance)
  while (short.length > drawingLimits.points) short = simplifyStroke(points, (tolerance *= 2))
  return short
}

function add(shape: DrawingShape): void {
  if (session !== undefined) replace([...session.shapes, shape])
}

function replace(shapes: readonly DrawingShape[]): void {
  if (session !== undefined) change({ shapes, before: [...session.before, session.shapes] })
}

function change(changes: Partial<DrawingSession>): void {
  if (session !== undefined) set({ ...session, ...changes })
}

function set(next: DrawingSession | undefined): void {
  session = next
  listeners.tell()
}
