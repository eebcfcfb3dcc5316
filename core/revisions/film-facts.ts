import { ALL_FORMATS, Input, Logging, LogLevel, type InputVideoTrack, type Source } from 'mediabunny'
import type { MediaDetails } from '#core/gateway/ports.ts'
import { readFirstTimes, readTrackTimes } from './film-times.ts'
import { makeContainerClock, type FrameClock } from './frame-clock.ts'
import { formatFrameRate, frameCountOf, toFrameRate } from './frame-rate.ts'
import type { ReadableBytes } from '#core/lib/readable-bytes.ts'
import { readStartTimecode } from './start-timecode.ts'

/** Enough packets to know a constant rate by. */
const measuredPackets = 300

/** A film as it is read: by its packets, and byte by byte. */
export type ReadableFilm = { readonly source: Source; readonly bytes: ReadableBytes }

/** What a film says of its pictures, read where it stands in the file; nothing of them is decoded. */
export async function readTrackFacts(
  input: Input,
  track: InputVideoTrack,
  bytes: ReadableBytes,
): Promise<MediaDetails> {
  const seconds = await track.computeDuration()
  const clock = await readClock(input, track, bytes.size)
  const rate = clock?.rate ?? toFrameRate((await track.computePacketStats(measuredPackets)).averagePacketRate)
  const codec = (await track.getCodecParameterString()) ?? nameOfEntry(await track.getInternalCodecId())
  // A film without a timecode that can be read is none the worse.
  const startTimecode = await readStartTimecode(bytes).catch(() => undefined)
  return {
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    frameRate: formatFrameRate(rate),
    frameCount: clock?.frameCount ?? frameCountOf(seconds, rate),
    durationMs: Math.round(seconds * 1000),
    ...(codec !== undefined && { codec: codec.slice(0, 60) }),
    ...(startTimecode !== undefined && { startTimecode }),
  }
}

const entryNames: Readonly<Record<string, string>> = {
  AVdn: 'dnxhd',
  AVdh: 'dnxhd',
  jpeg: 'mjpeg',
  mjpa: 'mjpeg',
  mjpb: 'mjpeg',
}

/** A coding that the reader of films does not know, as the media worker calls it, else as the film does. */
function nameOfEntry(entry: string | number | Uint8Array | null): string | undefined {
  return typeof entry === 'string' ? (entryNames[entry] ?? entry) : undefined
}

/** How its frames lie in time: by the first of them where those keep to a rate, else by all. */
async function readClock(input: Input, track: InputVideoTrack, sizeBytes: number): Promise<FrameClock | undefined> {
  const first = await readFirstTimes(track, measuredPackets)
  const steady = makeContainerClock(first)
  if (steady !== undefined || first.isWhole) return steady
  return makeContainerClock(await readTrackTimes(input, track, { sizeBytes, least: measuredPackets }))
}

/** The same of a whole file, in a browser or in Node; nothing where it cannot be read or shows no pictures. */
export async function readFilmFacts({ source, bytes }: ReadableFilm): Promise<MediaDetails> {
  // What it cannot decode is none of its reader's business: only what the film says is read.
  Logging.level = LogLevel.Silent
  const input = new Input({ source, formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryVideoTrack()
    return track === null ? {} : await readTrackFacts(input, track, bytes)
  } catch {
    // Damaged, or of a container that is not known: it is stored all the same.
    return {}
  } finally {
    input.dispose()
  }
}
