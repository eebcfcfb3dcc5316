import { ALL_FORMATS, Input, type InputVideoTrack, type Source } from 'mediabunny'
import type { MediaDetails } from '#core/gateway/ports.ts'
import { frameCountOf, snapFrameRate } from './frame-rate.ts'
import type { ReadableBytes } from '#core/lib/readable-bytes.ts'
import { readStartTimecode } from './start-timecode.ts'

/** Enough packets to know a constant rate by. */
const measuredPackets = 300

/** A film as it is read: by its packets, and byte by byte. */
export type ReadableFilm = { readonly source: Source; readonly bytes: ReadableBytes }

/** What a film says of its pictures, read where it stands in the file; nothing of them is decoded. */
export async function readTrackFacts(track: InputVideoTrack, bytes: ReadableBytes): Promise<MediaDetails> {
  const seconds = await track.computeDuration()
  const { averagePacketRate } = await track.computePacketStats(measuredPackets)
  const rate = snapFrameRate(averagePacketRate)
  const codec = await track.getCodecParameterString()
  // A film without a timecode that can be read is none the worse.
  const startTimecode = await readStartTimecode(bytes).catch(() => undefined)
  return {
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    frameRate: `${rate.numerator}/${rate.denominator}`,
    frameCount: frameCountOf(seconds, rate),
    durationMs: Math.round(seconds * 1000),
    ...(codec !== null && { codec: codec.slice(0, 60) }),
    ...(startTimecode !== undefined && { startTimecode }),
  }
}

/** The same of a whole file, in a browser or in Node; nothing where it cannot be read or shows no pictures. */
export async function readFilmFacts({ source, bytes }: ReadableFilm): Promise<MediaDetails> {
  const input = new Input({ source, formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryVideoTrack()
    return track === null ? {} : await readTrackFacts(track, bytes)
  } catch {
    // Damaged, or of a container that is not known: it is stored all the same.
    return {}
  } finally {
    input.dispose()
  }
}
