import type { Box, Point, Size } from './geometry.ts'
import { boardLimits } from './limits.ts'

/** The viewport on a board: the board point at its upper left corner, and screen pixels per board pixel. */
export type Camera = Point & { readonly zoom: number }

type Limits = { readonly least: number; readonly most: number }

/** Clamps a zoom to its limits, 0.05 to 4 unless others are given. */
export function clampZoom(zoom: number, { least, most }: Limits = boardLimits.zoom): number {
  return Math.min(most, Math.max(least, zoom))
}

export function toScreen({ x, y, zoom }: Camera, point: Point): Point {
  return { x: (point.x - x) * zoom, y: (point.y - y) * zoom }
}

export function toBoard({ x, y, zoom }: Camera, point: Point): Point {
  return { x: point.x / zoom + x, y: point.y / zoom + y }
}

/** Zooms while keeping the board point under a screen point in place. */
export function zoomAt(camera: Camera, at: Point, zoom: number): Camera {
  const { x, y } = toBoard(camera, at)
  return { x: x - at.x / zoom, y: y - at.y / zoom, zoom }
}

/** Pans the camera by a drag in screen pixels. */
export function panBy({ x, y, zoom }: Camera, by: Point): Camera {
  return { x: x - by.x / zoom, y: y - by.y / zoom, zoom }
}

/**
 * Applies a two-finger pinch: the board point under the first midpoint moves to the second, within the pinch limits.
 */
export function pinch(camera: Camera, { from, to, scale }: { from: Point; to: Point; scale: number }): Camera {
  // A camera already beyond the pinch limits stays there until the pinch brings it back.
  const { least, most } = boardLimits.pinchZoom
  const limits = { least: Math.min(least, camera.zoom), most: Math.max(most, camera.zoom) }
  const zoomed = zoomAt(camera, from, clampZoom(camera.zoom * scale, limits))
  return panBy(zoomed, { x: to.x - from.x, y: to.y - from.y })
}

/** Returns the part of the board that a window shows. */
export function viewOf({ x, y, zoom }: Camera, { width, height }: Size): Box {
  return { x, y, width: width / zoom, height: height / zoom }
}

/** Centres a whole box in a window with the given padding in screen pixels, never enlarging it beyond its own size. */
export function fit(box: Box, window: Size, padding: number): Camera {
  const { zoom } = fill(box, window, padding)
  return centreOn(box, window, Math.min(1, zoom))
}

/** Like `fit`, but enlarges the box as far as it fits, up to the largest zoom. */
export function fill(box: Box, window: Size, padding: number): Camera {
  const room = { width: Math.max(1, window.width - 2 * padding), height: Math.max(1, window.height - 2 * padding) }
  const zoom = clampZoom(Math.min(room.width / Math.max(1, box.width), room.height / Math.max(1, box.height)))
  return centreOn(box, window, zoom)
}

/** Centres a box in a window. */
export function centreOn(box: Box, window: Size, zoom: number): Camera {
  return {
    x: box.x + box.width / 2 - window.width / zoom / 2,
    y: box.y + box.height / 2 - window.height / zoom / 2,
    zoom,
  }
}

/** Moves the camera no further than needed to show a box; returns the same camera where it is already in view. */
export function reveal(camera: Camera, box: Box, window: Size): Camera {
  const view = viewOf(camera, window)
  const margin = boardLimits.fitPadding / camera.zoom
  const along = (seen: { start: number; room: number }, from: number, length: number): number => {
    if (length + 2 * margin > seen.room || from < seen.start + margin) return from - margin
    return Math.max(seen.start, from + length + margin - seen.room)
  }
  const isInSight =
    box.x >= view.x &&
    box.y >= view.y &&
    box.x + box.width <= view.x + view.width &&
    box.y + box.height <= view.y + view.height
  if (isInSight) return camera
  return {
    x: along({ start: view.x, room: view.width }, box.x, box.width),
    y: along({ start: view.y, room: view.height }, box.y, box.height),
    zoom: camera.zoom,
  }
}
