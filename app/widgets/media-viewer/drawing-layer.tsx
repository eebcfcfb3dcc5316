import { useState, useSyncExternalStore, type PointerEvent } from 'react'
import { toDrawingPoint, type DrawingPoint } from '#core/comments/drawing.ts'
import type { MediaId } from '#core/lib/ids.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import { DrawingShapes } from './drawing-shapes.tsx'
import {
  beginShape,
  drawingStore,
  endShape,
  endText,
  eraseAt,
  extendShape,
  type DrawingSession,
} from './drawing-store.ts'
import { DrawingTools } from './drawing-tools.tsx'
import styles from './drawing.module.css'
import { useViewer } from './use-viewer.ts'
import type { ShownDrawing } from './viewer-store.ts'

type DrawingLayerProps = {
  readonly mediaId: MediaId
  readonly frame: number
  /** The picture's size in pixels: the layer covers it exactly. */
  readonly size: { readonly width: number; readonly height: number }
  /** The picture's pan and zoom. */
  readonly transform?: string
}

/** The drawings on the frame in view, and the surface for new ones. */
export function DrawingLayer({ mediaId, frame, size, transform }: DrawingLayerProps) {
  const session = useSyncExternalStore(drawingStore.subscribe, drawingStore.get)
  const { drawings } = useViewer()
  const isDrawing = session?.mediaId === mediaId && session.frame === frame
  const shown = drawings.filter((drawing) => drawing.mediaId === mediaId && drawing.frame === frame)
  const editing = isDrawing && session.target.kind === 'comment' ? session.target.commentId : undefined
  // The drawing being edited replaces its stored version.
  const others = shown.filter(({ commentId, live }) => !isDrawing || live !== undefined || commentId !== editing)
  if (!isDrawing && shown.length === 0) return null
  return (
    <>
      <svg
        className={styles['layer']}
        viewBox={`0 0 ${size.width} ${size.height}`}
        style={{ transform }}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of its own, not a picture from a file
        role="img"
        aria-label={isDrawing ? 'The frame, to draw on' : nameOf(shown)}
        data-drawing={isDrawing || undefined}
        {...(isDrawing && pointers)}
      >
        {others.map((drawing) => (
          <g key={drawing.commentId ?? drawing.author} opacity={isDrawing && drawing.live === undefined ? 0.35 : 1}>
            <DrawingShapes shapes={drawing.shapes} {...size} />
            {drawing.live !== undefined && <NameTag drawing={drawing} live={drawing.live} size={size} />}
          </g>
        ))}
        {isDrawing && <Own session={session} size={size} />}
      </svg>
      {isDrawing && <Drawing session={session} />}
    </>
  )
}

function nameOf(shown: readonly { readonly author: string }[]): string {
  return `Drawn on this frame by ${[...new Set(shown.map(({ author }) => author))].join(', ')}`
}

type NameTagProps = {
  readonly drawing: ShownDrawing
  readonly live: NonNullable<ShownDrawing['live']>
  readonly size: DrawingLayerProps['size']
}

/** The name of the person drawing, beside the last point of their drawing. */
function NameTag({ drawing: { shapes }, live: { name, color }, size }: NameTagProps) {
  const last = shapes.at(-1)
  if (last === undefined) return null
  const { x, y } =
    last.kind === 'pen' ? (last.points.at(-1) ?? { x: 0, y: 0 }) : last.kind === 'text' ? last.at : last.to
  const unit = Math.max(size.width, size.height) / 100
  return (
    <text
      className={styles['word']}
      x={x * size.width + unit}
      y={y * size.height - unit}
      fontSize={unit * 1.5}
      strokeWidth={unit * 0.3}
      fill={color}
    >
      {name}
    </text>
  )
}

type OwnProps = { readonly session: DrawingSession; readonly size: DrawingLayerProps['size'] }

function Own({ session, size }: OwnProps) {
  const { shapes, begun, cursor, color } = session
  const radius = Math.max(size.width, size.height) / 90
  return (
    <>
      <DrawingShapes shapes={begun === undefined ? shapes : [...shapes, begun]} {...size} />
      {cursor !== undefined && (
        <circle
          className={styles['cursor']}
          cx={cursor.x * size.width}
          cy={cursor.y * size.height}
          r={radius}
          stroke={color}
          strokeWidth={radius / 4}
        />
      )}
    </>
  )
}

function Drawing({ session }: Pick<OwnProps, 'session'>) {
  useLayer({ scope: 'drawing', blocks: 'everything', onClose: () => void runCommand('drawing.cancel') })
  const { cursor, tool, begun, typingAt } = session
  const place = cursor && `${Math.round(cursor.x * 100)} % across, ${Math.round(cursor.y * 100)} % down`
  return (
    <>
      <DrawingTools session={session} />
      {typingAt !== undefined && <WordField key={`${typingAt.x} ${typingAt.y}`} />}
      <output className="visually-hidden">
        {place !== undefined && `${tool} ${begun === undefined ? 'up' : 'down'}, ${place}`}
      </output>
    </>
  )
}

/** The field for a word placed where the picture was pressed. */
function WordField() {
  const [text, setText] = useState('')
  useLayer({ scope: 'drawing-word', blocks: 'nothing', onClose: () => endText('') })
  return (
    <form
      className={styles['wordForm']}
      onSubmit={(event) => {
        event.preventDefault()
        endText(text)
      }}
    >
      <input
        ref={(field) => field?.focus()}
        className={styles['wordField']}
        aria-label="Text on the picture"
        placeholder="Type, then Enter"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  )
}

const pointers = {
  onPointerDown: (event: PointerEvent<SVGSVGElement>): void => {
    const point = pointOf(event)
    if (point === undefined || event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    beginShape(point)
  },
  onPointerMove: (event: PointerEvent<SVGSVGElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const point = pointOf(event)
    if (point === undefined) return
    if (drawingStore.get()?.tool === 'eraser') eraseAt(point)
    else extendShape(point)
  },
  onPointerUp: (): void => endShape(),
} as const

function pointOf({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): DrawingPoint | undefined {
  const matrix = currentTarget.getScreenCTM()
  if (matrix === null) return undefined
  const { width, height } = currentTarget.viewBox.baseVal
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse())
  return toDrawingPoint(x / width, y / height)
}
