import 'konva/lib/shapes/Rect.js'
import 'konva/lib/shapes/Transformer.js'
import type { Rect as KonvaRect } from 'konva/lib/shapes/Rect.js'
import { memo, useMemo, useState, type Ref } from 'react'
import { Rect, Transformer } from 'react-konva/lib/ReactKonvaCore.js'
import { toBoard, toScreen, type Camera } from '#core/boards/camera.ts'
import { centreOf, type Placed } from '#core/boards/geometry.ts'
import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import { useReplicaVersion } from '../use-client.ts'
import { commitDrafts, type BoardModel } from './board-model.ts'
import { dragCrop } from './cropping.ts'
import { heightOfText } from './lay-out-text.ts'
import type { BoardPalette } from './paint-items.ts'
import { follows, frameOf } from './shape-objects.ts'
import { useBoardView } from './use-board-view.ts'

type HandlesProps = {
  readonly model: Pick<BoardModel, 'board' | 'view' | 'getMovable' | 'canEdit' | 'change'>
  readonly palette: BoardPalette
}

const corners = ['top-left', 'top-right', 'bottom-left', 'bottom-right']
const cornersAndSides = [...corners, 'middle-left', 'middle-right', 'top-center', 'bottom-center']
const rightAngles = [-135, -90, -45, 0, 45, 90, 135, 180]

/** The handles around the selection: they reshape an invisible rectangle, and the objects follow it. */
export function Handles({ model, palette }: HandlesProps) {
  const { camera, drafts, writing, tool, cropping } = useBoardView(model)
  useReplicaVersion(model.board.replica)
  const [rect, setRect] = useState<KonvaRect | null>(null)
  const nodes = useMemo(() => (rect === null ? [] : [rect]), [rect])
  // While a handle is dragged, the library owns the rectangle: this is its state before.
  const [held, setHeld] = useState<{ readonly from: Placed; readonly shape: RectShape }>()
  const items = model.canEdit() && writing === undefined && tool === 'select' ? model.getMovable() : []
  const cropped = items.find(({ id }) => id === cropping)
  const from = held?.from ?? frameOf(items, drafts)
  if (from === undefined) return undefined
  const shape = held?.shape ?? toRect(from, camera)
  const follow = (): void => {
    if (rect === null) return
    if (cropped !== undefined) return dragCrop(model, cropped, toPlaced(rect, camera))
    const drag = { from, to: toPlaced(rect, camera), heightOf: heightOfText(palette.font) }
    return model.view.set({ drafts: new Map(model.getMovable().map((item) => [item.id, follows(item, drag)])) })
  }
  return (
    <>
      <Unseen ref={setRect} shape={shape} />
      <Transformer
        nodes={nodes}
        flipEnabled={false}
        ignoreStroke
        anchorSize={10}
        anchorCornerRadius={2}
        anchorStroke={palette.accent}
        enabledAnchors={cropped !== undefined || isOneText(items) ? cornersAndSides : corners}
        keepRatio={cropped === undefined}
        rotateEnabled={cropped === undefined}
        rotateAnchorOffset={24}
        rotationSnaps={rightAngles}
        rotationSnapTolerance={3}
        borderEnabled={false}
        // Prevents objects from being flipped or shrunk to nothing.
        boundBoxFunc={(before, after) => (after.width < 4 || after.height < 4 ? before : after)}
        onTransformStart={() => setHeld({ from, shape })}
        onTransform={follow}
        onTransformEnd={() => {
          setHeld(undefined)
          // A crop is written when it is finished.
          if (cropped === undefined) void commitDrafts(model, 'Resize or rotate')
        }}
      />
    </>
  )
}

function isOneText(items: readonly CanvasItemRow[]): boolean {
  return items.length === 1 && items[0]?.type === 'text'
}

/** A rectangle positioned by its centre, in screen pixels. */
type RectShape = ReturnType<typeof toRect>

function toRect(placed: Placed, camera: Camera) {
  const [width, height] = [placed.width * camera.zoom, placed.height * camera.zoom]
  return {
    ...toScreen(camera, centreOf(placed)),
    width,
    height,
    offsetX: width / 2,
    offsetY: height / 2,
    scaleX: 1,
    scaleY: 1,
    rotation: placed.rotation,
  }
}

function toPlaced(rect: KonvaRect, camera: Camera): Placed {
  const width = (rect.width() * rect.scaleX()) / camera.zoom
  const height = (rect.height() * rect.scaleY()) / camera.zoom
  const { x, y } = toBoard(camera, rect.position())
  return { x: x - width / 2, y: y - height / 2, width, height, rotation: rect.rotation() }
}

type UnseenProps = { readonly shape: RectShape; readonly ref: Ref<KonvaRect> }

/** Memoised: each new shape overwrites the library's changes to the rectangle, so it renders only when given one. */
const Unseen = memo(function Unseen({ shape, ref }: UnseenProps) {
  return <Rect ref={ref} listening={false} opacity={0} _useStrictMode {...shape} />
})
