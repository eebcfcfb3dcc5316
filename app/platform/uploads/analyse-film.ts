import { ALL_FORMATS, Input, type InputVideoTrack } from 'mediabunny'
import { readTrackFacts, type ReadableFilm } from '#core/revisions/film-facts.ts'
import type { PreparedFile } from '#core/sync/uploads/ports.ts'
import { soundAnalysisMs, analyseFilmSound } from './analyse-sound.ts'
import { drawFilm, type Film } from './draw-film.ts'
import { openFrames } from './open-frames.ts'

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
  const [start, end] = [await track.getFirstTimestamp(), await track.computeDuration()]
  const framesAt: Film['framesAt'] = async function* (times) {
    for await (const frame of frames.at(times)) {
      try {
        yield frame && ((context, { x, width, height }) => frame.draw(context, x, 0, width, height))
      } finally {
        frame?.close()
      }
    }
  }
  return await drawFilm({ size, start, end, framesAt }, baseName)
}
