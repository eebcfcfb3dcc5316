import type { PreparedFile } from '#core/sync/uploads/ports.ts'
import { posterSide, thumbnailSide, toPicture, withinSide, type Size } from './to-picture.ts'

/** The width of each picture in the strip's one row; `filmstrip-tile.ts` relies on it. */
const TILE_WIDTH = 160
const MOST_TILES = 24

/** A film whose frames can be drawn. Times are in seconds. */
export type Film = {
  /** As shown, in pixels. */
  readonly size: Size
  readonly start: number
  readonly end: number
  /** Yields how to draw the frame on screen at each of these times, until the next is asked for; null if there is none. */
  readonly framesAt: (times: readonly number[]) => AsyncIterable<DrawFrame | null>
}

type DrawFrame = (context: OffscreenCanvasRenderingContext2D, place: Size & { readonly x: number }) => void

/** Draws a film's poster, its thumbnail and a strip of evenly spaced pictures. */
export async function drawFilm(film: Film, baseName: string): Promise<PreparedFile['pictures']> {
  const pictures = [
    { role: 'poster', fileName: `${baseName}-poster.webp`, body: await drawStill(film, posterSide) },
    { role: 'thumbnail', fileName: `${baseName}-thumbnail.webp`, body: await drawStill(film, thumbnailSide) },
  ] as const
  // A truncated film still has a poster.
  const strip = await drawStrip(film).catch(() => undefined)
  if (strip === undefined) return pictures
  return [...pictures, { role: 'filmstrip', fileName: `${baseName}-filmstrip.webp`, body: strip }]
}

/** Draws a frame from a little way into the film, since many begin with black. */
async function drawStill({ framesAt, size, start, end }: Film, side: number): Promise<Blob> {
  const fitted = withinSide(size, side)
  for await (const draw of framesAt([start + Math.min(1, (end - start) / 10)]))
    if (draw !== null) return await toPicture(fitted, (context, place) => draw(context, { ...place, x: 0 }))
  throw new Error('The film shows no frame')
}

async function drawStrip({ framesAt, size, start, end }: Film): Promise<Blob> {
  const tile = { width: TILE_WIDTH, height: Math.max(1, Math.round((size.height / size.width) * TILE_WIDTH)) }
  const count = Math.max(1, Math.min(MOST_TILES, Math.ceil((end - start) * 2)))
  const times = Array.from({ length: count }, (_, index) => start + ((index + 0.5) * (end - start)) / count)
  const canvas = new OffscreenCanvas(tile.width * count, tile.height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser cannot draw pictures in a worker')
  let index = 0
  for await (const draw of framesAt(times)) {
    draw?.(context, { ...tile, x: index * tile.width })
    index += 1
  }
  return await canvas.convertToBlob({ type: 'image/webp', quality: 0.6 })
}
