import type { DrawingShape } from '#core/comments/drawing.ts'
import { readDrawings } from '#core/comments/drawing.ts'
import { fieldsOf } from './room-state.ts'

/** A stroke that others see while it is being drawn; once erased, it is gone for good. */
export type LiveStroke = {
  readonly id: string
  /** The person, not the window: both windows of a person draw as one. */
  readonly author: string
  readonly mediaId: string
  readonly frame: number
  /** Counts up as the stroke grows. */
  readonly step: number
  /** Undefined once it is erased, posted or undone. */
  readonly shape: DrawingShape | undefined
}

/** Strokes by author and id, including erased ones, so that late or repeated messages change nothing. */
export type LiveStrokes = ReadonlyMap<string, LiveStroke>

/** The most strokes a room keeps; the oldest are dropped first. */
const mostStrokes = 4000

/** Merges strokes into known ones. The result is the same in whatever order, and however often, they arrive. */
export function mergeStrokes(known: LiveStrokes, heard: Iterable<LiveStroke>): LiveStrokes {
  let merged: Map<string, LiveStroke> | undefined
  for (const stroke of heard) {
    // Nobody can change a stroke of somebody else, whatever id they send.
    const key = `${stroke.author} ${stroke.id}`
    const present = (merged ?? known).get(key)
    if (present !== undefined && !takesPrecedence(stroke, present)) continue
    merged ??= new Map(known)
    merged.set(key, stroke)
  }
  if (merged === undefined) return known
  for (const id of merged.keys()) {
    if (merged.size <= mostStrokes) break
    merged.delete(id)
  }
  return merged
}

/** Tells whether a stroke takes precedence: an erased one stays erased, else the one that has grown further wins. */
function takesPrecedence(stroke: LiveStroke, present: LiveStroke): boolean {
  const isGone = stroke.shape === undefined
  if (isGone !== (present.shape === undefined)) return isGone
  if (stroke.step !== present.step) return stroke.step > present.step
  return JSON.stringify(stroke.shape) > JSON.stringify(present.shape)
}

/** Returns what others have drawn on a frame but not posted, by author. */
export function strokesOn(
  strokes: LiveStrokes,
  { mediaId, frame, except }: { readonly mediaId: string; readonly frame: number; readonly except: string },
): ReadonlyMap<string, readonly DrawingShape[]> {
  const byAuthor = new Map<string, DrawingShape[]>()
  for (const { author, mediaId: on, frame: at, shape } of strokes.values()) {
    if (shape === undefined || on !== mediaId || at !== frame || author === except) continue
    byAuthor.set(author, [...(byAuthor.get(author) ?? []), shape])
  }
  return byAuthor
}

/** A person's drawing on one frame; each shape keeps its id, so that only changes are sent. */
export type OwnDrawing = { readonly mediaId: string; readonly frame: number; readonly shapes: readonly DrawingShape[] }

type TrackerOptions = {
  readonly author: string
  readonly newId: () => string
}

/** Makes a converter of a person's drawings into strokes, which returns those changed since the last call. */
export function makeStrokeTracker({ author, newId }: TrackerOptions): {
  readonly tell: (drawings: readonly OwnDrawing[]) => readonly LiveStroke[]
  /** Returns all current strokes, for somebody who has just joined. */
  readonly tellAll: () => readonly LiveStroke[]
} {
  // A shape is replaced while it grows and kept when it is done: the same object is the same stroke, and a frame's last
  // unknown shape continues its last stroke.
  let told: ReadonlyMap<string, LiveStroke> = new Map()
  const tell = (drawings: readonly OwnDrawing[]): readonly LiveStroke[] => {
    const left = new Map(told)
    const next = new Map<string, LiveStroke>()
    const changed: LiveStroke[] = []
    const fresh: { readonly on: OwnDrawing; readonly shape: DrawingShape }[] = []
    for (const on of drawings) {
      for (const shape of on.shapes) {
        const known = [...left.values()].find(
          (stroke) => stroke.shape === shape && stroke.mediaId === on.mediaId && stroke.frame === on.frame,
        )
        if (known === undefined) fresh.push({ on, shape })
        else {
          left.delete(known.id)
          next.set(known.id, known)
        }
      }
    }
    for (const { on, shape } of fresh) {
      const grown = [...left.values()].find(
        (stroke) => stroke.mediaId === on.mediaId && stroke.frame === on.frame && stroke.shape?.kind === shape.kind,
      )
      const id = grown?.id ?? newId()
      const { mediaId, frame } = on
      const stroke = { id, author, mediaId, frame, step: (grown?.step ?? 0) + 1, shape }
      left.delete(id)
      next.set(id, stroke)
      changed.push(stroke)
    }
    for (const gone of left.values()) changed.push({ ...gone, step: gone.step + 1, shape: undefined })
    told = next
    return changed
  }
  return { tell, tellAll: () => [...told.values()] }
}

/** Reads a received stroke; undefined if malformed. */
export function readStroke(value: unknown): LiveStroke | undefined {
  const { id, author, mediaId, frame, step, shape } = fieldsOf(value)
  if (typeof id !== 'string' || id === '' || typeof author !== 'string' || typeof mediaId !== 'string') return undefined
  if (typeof frame !== 'number' || typeof step !== 'number') return undefined
  if (shape === undefined || shape === null) return { id, author, mediaId, frame, step, shape: undefined }
  const read = readDrawings([{ mediaId, frame, shapes: [shape] }])[0]?.shapes[0]
  return read && { id, author, mediaId, frame, step, shape: read }
}
