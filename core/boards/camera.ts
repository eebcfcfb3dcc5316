import type { Box, Point, Size } from './geometry.ts'
import { boardLimits } from './limits.ts'

/** What is looked at: the board's point in the window's upper left corner, and screen pixels for each board pixel. */
export type Camera = Point & { readonly zoom: number }

type Limits = { readonly least: number; readonly most: number }

/** A zoom within its limits, 0.05 to 4 unless others are given. */
export function clampZoom(zoom: number, { least, most }: Limits = boardLimits.zoom): number {
  return Math.min(most, Math.max(least, zoom))
}

export function toScreen({ x, y, zoom }: Camera, point: Point): Point {
  return { x: (point.x - x) * zoom, y: (point.y - y) * zoom }
}

export function toBoard({ x, y, zoom }: Camera, point: Point): Point {
  return { x: point.x / zoom + x, y: point.y / zoom + y }
}

/** Zooms so that the board's point under a point of the screen stays under it. */
export function zoomAt(camera: Camera, at: Point, zoom: number): Camera {
  const { x, y } = toBoard(camera, at)
  return { x: x - at.x / zoom, y: y - at.y / zoom, zoom }
}

/** The camera after a drag of the board by screen pixels. */
export function panBy({ x, y, zoom }: Camera, by: Point): Camera {
  return { x: x - by.x / zoom, y: y - by.y / zoom, zoom }
}

/** A pinch by two fingers: what was under the first middle is under the second, within the limits of pinching. */
export function pinch(camera: Camera, { from, to, scale }: { from: Point; to: Point; scale: number }): Camera {
  // Who is closer or further away than a pinch goes stays there until they pinch back.
  const { least, most } = boardLimits.pinchZoom
  const limits = { least: Math.min(least, camera.zoom), most: Math.max(most, camera.zoom) }
  const zoomed = zoomAt(camera, from, clampZoom(camera.zoom * scale, limits))
  return panBy(zoomed, { x: to.x - from.x, y: to.y - from.y })
}

/** The part of the board in a window. */
export function viewOf({ x, y, zoom }: Camera, { width, height }: Size): Box {
  return { x, y, width: width / zoom, height: height / zoom }
}

/** Shows a whole box in the middle of a window with so many screen pixels around it; never enlarged beyond its own size. */
export function fit(box: Box, window: Size, padding: number): Camera {
  const { zoom } = fill(box, window, padding)
  return centreOn(box, window, Math.min(1, zoom))
}

/** As `fit`, but enlarged as far as there is room for it, up to the largest zoom. */
export function fill(box: Box, window: Size, padding: number): Camera {
  const room = { width: Math.max(1, window.width - 2 * padding), height: Math.max(1, window.height - 2 * padding) }
  const zoom = clampZoom(Math.min(room.width / Math.max(1, box.width), room.height / Math.max(1, box.height)))
  return centreOn(box, window, zoom)
}

/** Shows a box's middle in the middle of a window. */
export function centreOn(box: Box, window: Size, zoom: number): Camera {
  return {
    x: box.x + box.width / 2 - window.width / zoom / 2,
    y: box.y + box.height / 2 - window.height / zoom / 2,
    zoom,
  }
}

/** Moves no further than needed to show a box; the same camera where it is in sight already. */
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
