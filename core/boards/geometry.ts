import { boardLimits } from './limits.ts'

export type Point = { readonly x: number; readonly y: number }
export type Size = { readonly width: number; readonly height: number }
/** An upright rectangle; x and y are its upper left corner. */
export type Box = Point & Size
/** A rectangle turned about its centre by degrees, clockwise. */
export type Placed = Box & { readonly rotation: number }

export function centreOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 }
}

/** A point turned about another by degrees, clockwise as y grows downwards. */
export function turn(point: Point, about: Point, degrees: number): Point {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const [dx, dy] = [point.x - about.x, point.y - about.y]
  return { x: about.x + dx * cosine - dy * sine, y: about.y + dx * sine + dy * cosine }
}

/** The smallest upright box around a turned one. */
export function boundsOf(item: Placed): Box {
  if (item.rotation % 360 === 0) return { x: item.x, y: item.y, width: item.width, height: item.height }
  const { x, y } = centreOf(item)
  const [sine, cosine] = [Math.sin((item.rotation * Math.PI) / 180), Math.cos((item.rotation * Math.PI) / 180)]
  const width = Math.abs(item.width * cosine) + Math.abs(item.height * sine)
  const height = Math.abs(item.width * sine) + Math.abs(item.height * cosine)
  return { x: x - width / 2, y: y - height / 2, width, height }
}

/** The smallest box around all; absent around nothing. */
export function unionOf(boxes: Iterable<Box>): Box | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return left === Infinity ? undefined : { x: left, y: top, width: right - left, height: bottom - top }
}

/** Whether two boxes share more than an edge. */
export function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}

/** Whether a point lies on a turned box, its edges included. */
export function isOn(point: Point, item: Placed): boolean {
  const { x, y } = turn(point, centreOf(item), -item.rotation)
  return x >= item.x && x <= item.x + item.width && y >= item.y && y <= item.y + item.height
}

/** The nearest line of the grid. */
export function snap(value: number): number {
  // No negative zero: it is another value to whoever compares.
  return Math.round(value / boardLimits.snapGrid) * boardLimits.snapGrid + 0
}

/** The size at which something is laid down: its longest side at most 300, its ratio kept; a square where nothing is known. */
export function initialSize(size: Partial<Size>): Size {
  const { width = 0, height = 0 } = size
  const side = boardLimits.initialSide
  if (!(width > 0 && height > 0)) return { width: side, height: side }
  const scale = Math.min(1, side / Math.max(width, height))
  // The quotient may round up by the last bit.
  const within = (length: number): number => Math.min(side, Math.max(1, length * scale))
  return { width: within(width), height: within(height) }
}

/** How a selection's frame was dragged: from one turned box to another. */
export type Reshape = { readonly from: Placed; readonly to: Placed }

/** A thing as it follows its selection's frame: moved, scaled and turned with it. Scales of each side follow the frame's own. */
export function reshape(item: Placed, { from, to }: Reshape): Placed {
  const [scaleX, scaleY] = [to.width / from.width, to.height / from.height]
  const inFrame = turn(centreOf(item), centreOf(from), -from.rotation)
  const [old, next] = [centreOf(from), centreOf(to)]
  const scaled = { x: next.x + (inFrame.x - old.x) * scaleX, y: next.y + (inFrame.y - old.y) * scaleY }
  const centre = turn(scaled, next, to.rotation)
  // A thing that lies across the frame has its sides scaled the other way round.
  const isAcross = Math.round((item.rotation - from.rotation) / 90) % 2 !== 0
  const width = item.width * (isAcross ? scaleY : scaleX)
  const height = item.height * (isAcross ? scaleX : scaleY)
  return {
    x: centre.x - width / 2,
    y: centre.y - height / 2,
    width,
    height,
    rotation: normalAngle(item.rotation + to.rotation - from.rotation),
  }
}

/** Degrees above -180 up to 180. */
export function normalAngle(degrees: number): number {
  const turned = ((degrees % 360) + 360) % 360
  return turned > 180 ? turned - 360 : turned
}
