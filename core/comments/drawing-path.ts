import type { DrawingPoint, DrawingShape } from './drawing.ts'

/** The size of the picture drawn on, in pixels or points. */
export type DrawnSize = { readonly width: number; readonly height: number }

/** Returns the unit that stroke widths and letter sizes are multiples of. */
export function drawingUnit({ width, height }: DrawnSize): number {
  return Math.max(width, height) / 420
}

/** Returns a shape's outline as SVG path data, for a picture of this size. */
export function drawingPath(shape: Exclude<DrawingShape, { kind: 'text' }>, size: DrawnSize): string {
  const at = ({ x, y }: DrawingPoint): string => `${x * size.width} ${y * size.height}`
  if (shape.kind === 'pen') {
    const [first, ...others] = shape.points
    if (first === undefined) return ''
    // A dot is a zero-length line with round ends.
    return `M${at(first)}${(others.length === 0 ? [first] : others).map((point) => `L${at(point)}`).join('')}`
  }
  const { from, to } = shape
  if (shape.kind === 'box') return `M${at(from)}L${at({ x: to.x, y: from.y })}L${at(to)}L${at({ x: from.x, y: to.y })}Z`
  return `M${at(from)}L${at(to)}${headOf(shape, size)}`
}

function headOf({ from, to }: { from: DrawingPoint; to: DrawingPoint }, { width, height }: DrawnSize): string {
  const unit = drawingUnit({ width, height })
  const angle = Math.atan2((to.y - from.y) * height, (to.x - from.x) * width)
  const [tipX, tipY] = [to.x * width, to.y * height]
  const side = (turn: number): string =>
    `${tipX - Math.cos(angle + turn) * unit * 9} ${tipY - Math.sin(angle + turn) * unit * 9}`
  return `M${side(0.5)}L${tipX} ${tipY}L${side(-0.5)}`
}
