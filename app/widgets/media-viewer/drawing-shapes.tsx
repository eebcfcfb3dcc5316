import type { DrawingShape } from '#core/comments/drawing.ts'
import { drawingPath, drawingUnit } from '#core/comments/drawing-path.ts'
import styles from './drawing.module.css'

type DrawingShapesProps = {
  readonly shapes: readonly DrawingShape[]
  readonly width: number
  readonly height: number
}

/** Shapes over a picture of the given size, with dark edges to stand out on any background. */
export function DrawingShapes({ shapes, width, height }: DrawingShapesProps) {
  const unit = drawingUnit({ width, height })
  return (
    <>
      {shapes.map((shape, index) =>
        shape.kind === 'text' ? (
          <text
            // oxlint-disable-next-line react/no-array-index-key -- shapes are stacked in order and have no ids
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
          // oxlint-disable-next-line react/no-array-index-key -- see above
          <g key={index} className={styles['line']}>
            <path className={styles['edge']} d={drawingPath(shape, { width, height })} strokeWidth={unit * 3.2} />
            <path d={drawingPath(shape, { width, height })} stroke={shape.color} strokeWidth={unit * 2} />
          </g>
        ),
      )}
    </>
  )
}
