import { boardLimits } from './limits.ts'

export type Point = { readonly x: number; readonly y: number }
export type Size = { readonly width: number; readonly height: number }
/** An upright rectangle; x and y are its upper left corner. */
export type Box = Point & Size
/** A rectangle rotated about its centre, in degrees, clockwise. */
export type Placed = Box & { readonly rotation: number }

export function centreOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 }
}

/** Rotates a point about another by degrees, clockwise as y grows downwards. */
export function turn(point: Point, about: Point, degrees: number): Point {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const [dx, dy] = [point.x - about.x, point.y - about.y]
  return { x: about.x + dx * cosine - dy * sine, y: about.y + dx * sine + dy * cosine }
}

/** Returns the smallest upright box around a rotated one. */
export function boundsOf(item: Placed): Box {
  if (item.rotation % 360 === 0) return { x: item.x, y: item.y, width: item.width, height: item.height }
  const { x, y } = centreOf(item)
  const [sine, cosine] = [Math.sin((item.rotation * Math.PI) / 180), Math.cos((item.rotation * Math.PI) / 180)]
  const width = Math.abs(item.width * cosine) + Math.abs(item.height * sine)
  const height = Math.abs(item.width * sine) + Math.abs(item.height * cosine)
  return { x: x - width / 2, y: y - height / 2, width, height }
}

/** Returns the smallest box around all boxes; absent where there are none. */
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

/** Whether a point lies on a rotated box, edges included. */
export function isOn(point: Point, item: Placed): boolean {
  const { x, y } = turn(point, centreOf(item), -item.rotation)
  return x >= item.x && x <= item.x + item.width && y >= item.y && y <= item.y + item.height
}

/** Snaps a value to the nearest grid line. */
export function snap(value: number): number {
  // Avoids negative zero, which `Object.is` tells from zero.
  return Math.round(value / boardLimits.snapGrid) * boardLimits.snapGrid + 0
}

/** Returns the size a new object gets: longest side at most 300, ratio kept; a square where its size is unknown. */
export function initialSize(size: Partial<Size>): Size {
  const { width = 0, height = 0 } = size
  const side = boardLimits.initialSide
  if (!(width > 0 && height > 0)) return { width: side, height: side }
  const scale = Math.min(1, side / Math.max(width, height))
  // The quotient may round up by its last bit.
  const within = (length: number): number => Math.min(side, Math.max(1, length * scale))
  return { width: within(width), height: within(height) }
}

/** A drag of a selection's frame, from one rotated box to another. */
export type Reshape = { readonly from: Placed; readonly to: Placed }

/** Moves, scales and rotates an object along with its selection's frame. Each side scales with the frame's own. */
export function reshape(item: Placed, { from, to }: Reshape): Placed {
  const [scaleX, scaleY] = [to.width / from.width, to.height / from.height]
  const inFrame = turn(centreOf(item), centreOf(from), -from.rotation)
  const [old, next] = [centreOf(from), centreOf(to)]
  const scaled = { x: next.x + (inFrame.x - old.x) * scaleX, y: next.y + (inFrame.y - old.y) * scaleY }
  const centre = turn(scaled, next, to.rotation)
  // An object rotated across the frame has its scales swapped.
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

/** Normalises degrees to above -180 and up to 180. */
export function normalAngle(degrees: number): number {
  const turned = ((degrees % 360) + 360) % 360
  return turned > 180 ? turned - 360 : turned
}
