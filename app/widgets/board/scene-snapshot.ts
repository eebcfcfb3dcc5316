import type { Camera } from '#core/boards/camera.ts'
import { overlaps, type Box } from '#core/boards/geometry.ts'

/** A cached drawing: its box on the board, its scale, and what it depends on. */
type Kept = {
  readonly canvas: OffscreenCanvas
  readonly box: Box
  readonly scale: number
  readonly of: readonly unknown[]
}

export type Scene = {
  readonly camera: Camera
  readonly pixelRatio: number
  /** The visible part of the board. */
  readonly view: Box
  /** The bounds of everything to draw. */
  readonly bounds: Box
  /** The cached drawing is valid while these are the same. */
  readonly of: readonly unknown[]
  readonly paint: (canvas: OffscreenCanvasRenderingContext2D, camera: Camera, box: Box) => void
}

/** Margin around the view, as a share of its sides, so that a drawing lasts for a while of panning. */
const MARGIN = 0.5

/** Caches the drawing of very many objects, so that panning redraws one picture rather than thousands. */
export function makeSnapshot(): (canvas: CanvasRenderingContext2D, scene: Scene) => void {
  let kept: Kept | undefined
  return (canvas, scene) => {
    const { camera, pixelRatio, view, bounds } = scene
    const scale = camera.zoom * pixelRatio
    const seen = intersect(view, bounds)
    if (seen === undefined) return
    if (kept === undefined || kept.scale !== scale || !isSame(kept.of, scene.of) || !contains(kept.box, seen))
      kept = draw(scene, scale)
    if (kept === undefined) return
    canvas.setTransform(1, 0, 0, 1, 0, 0)
    canvas.drawImage(kept.canvas, (kept.box.x - camera.x) * scale, (kept.box.y - camera.y) * scale)
  }
}

function draw({ view, bounds, of, paint, camera }: Scene, scale: number): Kept | undefined {
  const wide = {
    x: view.x - view.width * MARGIN,
    y: view.y - view.height * MARGIN,
    width: view.width * (1 + 2 * MARGIN),
    height: view.height * (1 + 2 * MARGIN),
  }
  const box = intersect(wide, bounds)
  if (box === undefined) return undefined
  const canvas = new OffscreenCanvas(Math.ceil(box.width * scale) + 1, Math.ceil(box.height * scale) + 1)
  const context = canvas.getContext('2d')
  if (context === null) return undefined
  paint(context, { x: box.x, y: box.y, zoom: camera.zoom }, box)
  return { canvas, box, scale, of }
}

function intersect(one: Box, other: Box): Box | undefined {
  if (!overlaps(one, other)) return undefined
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)]
  const right = Math.min(one.x + one.width, other.x + other.width)
  const bottom = Math.min(one.y + one.height, other.y + other.height)
  return { x, y, width: right - x, height: bottom - y }
}

function contains(outer: Box, inner: Box): boolean {
  const slack = 1e-6
  return (
    inner.x >= outer.x - slack &&
    inner.y >= outer.y - slack &&
    inner.x + inner.width <= outer.x + outer.width + slack &&
    inner.y + inner.height <= outer.y + outer.height + slack
  )
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index])
}
