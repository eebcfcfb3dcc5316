import { makeListeners } from '#core/lib/listeners.ts'
import { clamp } from '#core/lib/numbers.ts'

/** A picture's place in its frame: scale 1 fits; the offset is that of its centre, in pixels. */
export type ImageView = { readonly scale: number; readonly x: number; readonly y: number }

/** A point, in pixels from the frame's centre. */
export type Point = { readonly x: number; readonly y: number }

export const fitView: ImageView = { scale: 1, x: 0, y: 0 }
const largest = 16

/**
 * Returns the view after zooming by a factor, keeping a point (from the frame's centre) in place. Never smaller than
 * the fitted view.
 */
export function zoomAt(view: ImageView, factor: number, point: { readonly x: number; readonly y: number }): ImageView {
  const scale = clamp(view.scale * factor, { min: 1, max: largest })
  if (scale === 1) return fitView
  const ratio = scale / view.scale
  return { scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio }
}

/** Returns the view after dragging, stopping at the picture's edges. */
export function panBy(
  view: ImageView,
  by: { readonly x: number; readonly y: number },
  frame: { readonly width: number; readonly height: number },
): ImageView {
  const within = (offset: number, size: number): number => {
    const reach = ((view.scale - 1) * size) / 2
    return clamp(offset, { min: -reach, max: reach })
  }
  return {
    scale: view.scale,
    x: within(view.x + by.x, frame.width),
    y: within(view.y + by.y, frame.height),
  }
}

const towards = { left: [1, 0], right: [-1, 0], up: [0, 1], down: [0, -1] } as const
export type Side = keyof typeof towards

/** Pans by a quarter of the frame towards a side. */
export function panTowards(zoom: ImageZoom, side: Side, frame: { readonly width: number; readonly height: number }) {
  const [x, y] = towards[side]
  zoom.set(panBy(zoom.get(), { x: (x * frame.width) / 4, y: (y * frame.height) / 4 }, frame))
}

/** Returns the view after one of two fingers moved: the picture stays under both. */
export function pinch(
  view: ImageView,
  { still, from, to }: { readonly still: Point; readonly from: Point; readonly to: Point },
  frame: { readonly width: number; readonly height: number },
): ImageView {
  const spread = (point: Point): number => Math.max(1, Math.hypot(point.x - still.x, point.y - still.y))
  const zoomed = zoomAt(view, spread(to) / spread(from), { x: (still.x + from.x) / 2, y: (still.y + from.y) / 2 })
  return panBy(zoomed, { x: (to.x - from.x) / 2, y: (to.y - from.y) / 2 }, frame)
}

/** A picture's view that can be watched and changed. */
export type ImageZoom = {
  readonly get: () => ImageView
  readonly set: (view: ImageView) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function makeImageZoom(): ImageZoom {
  let view = fitView
  const listeners = makeListeners()
  return {
    get: () => view,
    set: (next) => {
      view = next
      listeners.tell()
    },
    subscribe: listeners.subscribe,
  }
}
