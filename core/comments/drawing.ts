import { isUuid, toId, type MediaId } from '#core/lib/ids.ts'

/** A point in a picture: 0 0 is its upper left corner, 1 1 its lower right one. */
export type DrawingPoint = { readonly x: number; readonly y: number }

/** One stroke, arrow, box or word. */
export type DrawingShape =
  | { readonly kind: 'pen'; readonly color: string; readonly points: readonly DrawingPoint[] }
  | { readonly kind: 'arrow' | 'box'; readonly color: string; readonly from: DrawingPoint; readonly to: DrawingPoint }
  | { readonly kind: 'text'; readonly color: string; readonly at: DrawingPoint; readonly text: string }

/** What was drawn on one frame of a film, or on a picture, whose only frame is 0. */
export type Drawing = { readonly mediaId: MediaId; readonly frame: number; readonly shapes: readonly DrawingShape[] }

/** The limits of a comment's drawings; the database enforces the same numbers. */
export const drawingLimits = { drawings: 20, shapes: 200, points: 500, text: 200, frame: 10_000_000 } as const

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value)
const isCoordinate = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1
const isPoint = (value: unknown): value is DrawingPoint =>
  isPlain(value) && isCoordinate(value['x']) && isCoordinate(value['y'])

/** Reads the drawings of stored comment metadata, leaving out anything malformed. */
export function readDrawings(value: unknown): readonly Drawing[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, drawingLimits.drawings).flatMap((entry: unknown) => {
    if (!isPlain(entry) || !isUuid(entry['mediaId']) || !Array.isArray(entry['shapes'])) return []
    const { frame } = entry
    if (typeof frame !== 'number' || !Number.isInteger(frame) || frame < 0) return []
    const shapes = entry['shapes'].slice(0, drawingLimits.shapes).filter(isShape)
    return shapes.length === 0 ? [] : [{ mediaId: toId<MediaId>(entry['mediaId']), frame, shapes }]
  })
}

function isShape(value: unknown): value is DrawingShape {
  if (!isPlain(value) || !isColor(value['color'])) return false
  const { kind, points, from, to, at, text } = value
  if (kind === 'pen') return Array.isArray(points) && points.length > 0 && points.every(isPoint)
  if (kind === 'arrow' || kind === 'box') return isPoint(from) && isPoint(to)
  return kind === 'text' && isPoint(at) && typeof text === 'string' && text !== ''
}

/** Clamps a point to the picture, at the precision of stored drawings. */
export function toDrawingPoint(x: number, y: number): DrawingPoint {
  const within = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000
  return { x: within(x), y: within(y) }
}

/** Returns the drawings with one frame's replaced; a drawing without shapes is removed. */
export function replaceDrawing(drawings: readonly Drawing[], drawing: Drawing): readonly Drawing[] {
  const others = drawings.filter(({ mediaId, frame }) => mediaId !== drawing.mediaId || frame !== drawing.frame)
  return drawing.shapes.length === 0 ? others : [...others, drawing]
}

/** Simplifies a stroke (Ramer–Douglas–Peucker): drops points that are closer to the line than the tolerance. */
export function simplifyStroke(points: readonly DrawingPoint[], tolerance = 0.0015): readonly DrawingPoint[] {
  const [first, last] = [points[0], points.at(-1)]
  if (points.length < 3 || first === undefined || last === undefined) return points
  let [farthest, distance] = [0, 0]
  for (const [index, point] of points.entries()) {
    const away = distanceToLine(point, first, last)
    if (away > distance) [farthest, distance] = [index, away]
  }
  if (distance <= tolerance) return [first, last]
  const before = simplifyStroke(points.slice(0, farthest + 1), tolerance)
  return [...before.slice(0, -1), ...simplifyStroke(points.slice(farthest), tolerance)]
}

/** Finds the topmost shape within reach of a point; undefined if there is none. */
export function findShapeAt(
  shapes: readonly DrawingShape[],
  point: DrawingPoint,
  reach = 0.02,
): DrawingShape | undefined {
  return shapes.findLast((shape) => distanceToShape(shape, point) <= reach)
}

function distanceToShape(shape: DrawingShape, point: DrawingPoint): number {
  const toLines = (corners: readonly DrawingPoint[]): number =>
    Math.min(...corners.map((corner, index) => distanceToLine(point, corners[index - 1] ?? corner, corner)))
  if (shape.kind === 'pen') return toLines(shape.points)
  if (shape.kind === 'text') {
    // The approximate width of its letters.
    const end = { x: shape.at.x + shape.text.length * 0.016, y: shape.at.y }
    return distanceToLine({ x: point.x, y: point.y + 0.02 }, shape.at, end)
  }
  const { from, to } = shape
  if (shape.kind === 'arrow') return toLines([from, to])
  return toLines([from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }, from])
}

function distanceToLine(point: DrawingPoint, from: DrawingPoint, to: DrawingPoint): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length
  const part = Math.min(1, Math.max(0, along))
  return Math.hypot(point.x - from.x - dx * part, point.y - from.y - dy * part)
}
