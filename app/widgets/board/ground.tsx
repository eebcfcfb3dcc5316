import type { Context } from 'konva/lib/Context.js'
import { useState, useSyncExternalStore } from 'react'
import { Shape } from 'react-konva/lib/ReactKonvaCore.js'
import { getWholeBox } from '#core/boards/crop.ts'
import { viewOf } from '#core/boards/camera.ts'
import { boundsOf, overlaps } from '#core/boards/geometry.ts'
import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import type { CanvasItemId, MediaId } from '#core/lib/ids.ts'
import { useReplicaVersion } from '../use-client.ts'
import type { BoardModel } from './board-model.ts'
import type { BoardView } from './board-view.ts'
import { paintGrid, paintItems, type BoardPalette } from './paint-items.ts'
import type { Pictures } from './pictures.ts'
import { makeSnapshot } from './scene-snapshot.ts'
import { useBoardView } from './use-board-view.ts'

/** The number of objects in view from which their drawing is cached. */
const MANY = 600

type GroundProps = {
  readonly model: Pick<BoardModel, 'board' | 'view' | 'getIndex'>
  readonly pictures: Pictures<ImageBitmap>
  readonly palette: BoardPalette
}

/**
 * Draws the guides that objects snap to, and the objects in view: as a single shape, because thousands would be too
 * slow.
 */
export function Ground({ model, pictures, palette }: GroundProps) {
  const camera = useBoardView(model, (view) => view.camera)
  const size = useBoardView(model, (view) => view.window)
  const drafts = useBoardView(model, (view) => view.drafts)
  const writingId = useBoardView(model, (view) => view.writing?.id)
  const cropping = useBoardView(model, (view) => view.cropping)
  useReplicaVersion(model.board.replica)
  const version = useSyncExternalStore(pictures.subscribe, pictures.getVersion)
  const [drawKept] = useState(makeSnapshot)

  const findUnshown = (id: MediaId): string | undefined =>
    pictures.isUnshown(id) ? model.board.findMedia(id)?.filename : undefined
  const paintObjects = ({ _context: canvas, canvas: { pixelRatio } }: Context): void => {
    pictures.begin()
    const brush = { palette, findPicture: pictures.find, findUnshown }
    const items = itemsInView(model, { camera, size, drafts, writingId })
    if (items.length < MANY || drafts.size > 0 || cropping !== undefined) {
      paintItems(canvas, withWhole(items, cropping), { brush, camera, pixelRatio })
      return
    }
    const index = model.getIndex()
    drawKept(canvas, {
      camera,
      pixelRatio,
      view: viewOf(camera, size),
      bounds: index.bounds,
      of: [index, writingId, palette, version],
      paint: (context, at, box) => paintItems(context, index.within(box), { brush, camera: at, pixelRatio }),
    })
  }
  return (
    <>
      <Shape
        {...plain}
        sceneFunc={({ _context: canvas, canvas: { pixelRatio } }) =>
          paintGrid(canvas, { camera, pixelRatio, size, color: palette.grid })
        }
      />
      <Shape {...plain} sceneFunc={paintObjects} />
    </>
  )
}

const plain = { listening: false, perfectDrawEnabled: false } as const

type Scene = Pick<BoardView, 'camera' | 'drafts'> & {
  readonly size: BoardView['window']
  readonly writingId: CanvasItemId | undefined
}

/** Adds the whole picture, drawn faintly, below the picture being cropped. */
function withWhole(items: readonly CanvasItemRow[], cropping: CanvasItemId | undefined): readonly CanvasItemRow[] {
  const item = items.find(({ id }) => id === cropping)
  if (item === undefined) return items
  const others = items.filter((other) => other !== item)
  return [...others, { ...item, ...getWholeBox(item), crop: undefined, opacity: 0.3 }, item]
}

/** Returns the objects in view, with those being moved at their temporary place. */
function itemsInView(
  { board, getIndex }: GroundProps['model'],
  { camera, size, drafts, writingId }: Scene,
): readonly CanvasItemRow[] {
  const box = viewOf(camera, size)
  const found = getIndex().within(box)
  if (drafts.size === 0 && writingId === undefined) return found
  const still = found.filter(({ id }) => !drafts.has(id) && id !== writingId)
  if (drafts.size === 0) return still
  const moved = [...drafts].flatMap(([id, draft]) => {
    const row = board.find(id)
    return row !== undefined && overlaps(boundsOf(draft), box) ? [{ ...row, ...draft }] : []
  })
  return [...still, ...moved].sort((one, other) => one.zIndex - other.zIndex)
}
