import type { DrawingPoint, DrawingShape } from '#core/comments/drawing.ts'
import styles from './drawing.module.css'

type DrawingShapesProps = {
  readonly shapes: readonly DrawingShape[]
  readonly width: number
  readonly height: number
}

/** Shapes over a picture of so many pixels, each with a dark edge, so that it is seen on any ground. */
export function DrawingShapes({ shapes, width, height }: DrawingShapesProps) {
  const unit = Math.max(width, height) / 420
  const at = ({ x, y }: DrawingPoint): string => `${x * width} ${y * height}`
  return (
    <>
      {shapes.map((shape, index) =>
        shape.kind === 'text' ? (
          <text
            // oxlint-disable-next-line react/no-array-index-key -- shapes are put on top of each other and have no other name
            key={index}
            className={styles['word']}
            x={shape.at.x * width}
            y={shape.at.y * height}
            fill={shape.color}
            fontSize={unit * 13}
            strokeWidth={unit * 1.5}
          >
            {shape.text}
          </text>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <g key={index} className={styles['line']}>
            <path className={styles['edge']} d={pathOf(shape, at, { width, height, unit })} strokeWidth={unit * 3.2} />
            <path d={pathOf(shape, at, { width, height, unit })} stroke={shape.color} strokeWidth={unit * 2} />
          </g>
        ),
      )}
    </>
  )
}

type Size = { readonly width: number; readonly height: number; readonly unit: number }

function pathOf(
  shape: Exclude<DrawingShape, { kind: 'text' }>,
  at: (point: DrawingPoint) => string,
  size: Size,
): string {
  if (shape.kind === 'pen') {
    const [first, ...others] = shape.points
    if (first === undefined) return ''
    // A dot is a line of no length with round ends.
    return `M${at(first)}${(others.length === 0 ? [first] : others).map((point) => `L${at(point)}`).join('')}`
  }
  const { from, to } = shape
  if (shape.kind === 'box') return `M${at(from)}L${at({ x: to.x, y: from.y })}L${at(to)}L${at({ x: from.x, y: to.y })}Z`
  return `M${at(from)}L${at(to)}${headOf(shape, size)}`
}

function headOf({ from, to }: { from: DrawingPoint; to: DrawingPoint }, { width, height, unit }: Size): string {
  const angle = Math.atan2((to.y - from.y) * height, (to.x - from.x) * width)
  const [tipX, tipY] = [to.x * width, to.y * height]
  const side = (turn: number): string =>
    `${tipX - Math.cos(angle + turn) * unit * 9} ${tipY - Math.sin(angle + turn) * unit * 9}`
  return `M${side(0.5)}L${tipX} ${tipY}L${side(-0.5)}`
}
