import { ALL_FORMATS, Input, type InputVideoTrack } from 'mediabunny'
import { readTrackFacts, type ReadableFilm } from '#core/revisions/film-facts.ts'
import type { PreparedFile } from '#core/sync/uploads/ports.ts'
import { soundAnalysisMs, analyseFilmSound } from './analyse-sound.ts'
import { openFrames, type Frames } from './open-frames.ts'
import { posterSide, thumbnailSide, toPicture, withinSide, type Size } from './to-picture.ts'

/** The width of each picture in the strip's one row; `filmstrip-tile.ts` relies on it. */
const TILE_WIDTH = 160
const MOST_TILES = 24

/**
 * Reads a film's size, length and rate, and makes its poster and a strip of evenly spaced pictures. Reads only the
 * parts it needs, never the whole file, unless `isHeard` asks for the loudness over its length. Rejects for files that
 * this browser cannot read; without a decoder there are details but no pictures.
 */
export async function analyseFilm(
  { source, bytes }: ReadableFilm,
  { baseName, isHeard }: { readonly baseName: string; readonly isHeard: boolean },
): Promise<Omit<PreparedFile, 'sha256'>> {
  const input = new Input({ source, formats: ALL_FORMATS })
  const hearUntilMs = performance.now() + soundAnalysisMs
  try {
    const track = await input.getPrimaryVideoTrack()
    if (track === null) return { details: {}, pictures: [] }
    const facts = await readTrackFacts(input, track, bytes)
    const pictures = await drawPictures(track, baseName)
    // The pictures come first.
    return { details: { ...facts, ...(isHeard && (await analyseFilmSound(input, hearUntilMs))) }, pictures }
  } finally {
    input.dispose()
  }
}

async function drawPictures(track: InputVideoTrack, baseName: string): Promise<PreparedFile['pictures']> {
  const frames = await openFrames(track)
  if (frames === undefined) return []
  const size = { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() }
  const film = { frames, size, start: await track.getFirstTimestamp(), seconds: await track.computeDuration() }
  const pictures = [
    { role: 'poster', fileName: `${baseName}-poster.webp`, body: await drawStill(film, posterSide) },
    { role: 'thumbnail', fileName: `${baseName}-thumbnail.webp`, body: await drawStill(film, thumbnailSide) },
  ] as const
  // A truncated film still has a poster.
  const strip = await drawStrip(film).catch(() => undefined)
  if (strip === undefined) return pictures
  return [...pictures, { role: 'filmstrip', fileName: `${baseName}-filmstrip.webp`, body: strip }]
}

type Film = { readonly frames: Frames; readonly size: Size; readonly start: number; readonly seconds: number }

/** Draws a frame from a little way into the film, since many begin with black. */
async function drawStill({ frames, size, start, seconds }: Film, side: number): Promise<Blob> {
  const fitted = withinSide(size, side)
  for await (const frame of frames.at([start + Math.min(1, (seconds - start) / 10)])) {
    if (frame === null) break
    const picture = await toPicture(fitted, (context, { width, height }) => frame.draw(context, 0, 0, width, height))
    frame.close()
    return picture
  }
  throw new Error('The film shows no frame')
}

async function drawStrip({ frames, size, start, seconds }: Film): Promise<Blob> {
  const tile = { width: TILE_WIDTH, height: Math.max(1, Math.round((size.height / size.width) * TILE_WIDTH)) }
  const count = Math.max(1, Math.min(MOST_TILES, Math.ceil((seconds - start) * 2)))
  const times = Array.from({ length: count }, (_, index) => start + ((index + 0.5) * (seconds - start)) / count)
  const canvas = new OffscreenCanvas(tile.width * count, tile.height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser cannot draw pictures in a worker')
  let index = 0
  for await (const frame of frames.at(times)) {
    frame?.draw(context, index * tile.width, 0, tile.width, tile.height)
    frame?.close()
    index += 1
  }
  return await canvas.convertToBlob({ type: 'image/webp', quality: 0.6 })
}
