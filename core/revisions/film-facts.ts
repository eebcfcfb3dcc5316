import { ALL_FORMATS, Input, Logging, LogLevel, type InputVideoTrack, type Source } from 'mediabunny'
import type { MediaDetails } from '#core/gateway/ports.ts'
import { readFirstTimes, readTrackTimes } from './film-times.ts'
import { makeContainerClock, type FrameClock } from './frame-clock.ts'
import { formatFrameRate, frameCountOf, toFrameRate } from './frame-rate.ts'
import type { ReadableBytes } from '#core/lib/readable-bytes.ts'
import { readStartTimecode } from './start-timecode.ts'

/** Enough packets to recognise a constant rate. */
const measuredPackets = 300

/** A film to read, as packets and as bytes. */
export type ReadableFilm = { readonly source: Source; readonly bytes: ReadableBytes }

/** Reads a film's facts from its container, without decoding any pictures. */
export async function readTrackFacts(
  input: Input,
  track: InputVideoTrack,
  bytes: ReadableBytes,
): Promise<MediaDetails> {
  const seconds = await track.computeDuration()
  const clock = await readClock(input, track, bytes.size)
  const rate = clock?.rate ?? toFrameRate((await track.computePacketStats(measuredPackets)).averagePacketRate)
  const codec = (await track.getCodecParameterString()) ?? nameOfEntry(await track.getInternalCodecId())
  // A missing or unreadable timecode is no problem.
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

/** Names a codec that the film reader does not know, as the media worker does, else by the film's own name. */
function nameOfEntry(entry: string | number | Uint8Array | null): string | undefined {
  return typeof entry === 'string' ? (entryNames[entry] ?? entry) : undefined
}

/** Reads a film's frame clock: from its first frames if those keep to a rate, else from all. */
async function readClock(input: Input, track: InputVideoTrack, sizeBytes: number): Promise<FrameClock | undefined> {
  const first = await readFirstTimes(track, measuredPackets)
  const steady = makeContainerClock(first)
  if (steady !== undefined || first.isWhole) return steady
  return makeContainerClock(await readTrackTimes(input, track, { sizeBytes, least: measuredPackets }))
}

/** Reads the facts of a whole file, in a browser or in Node; empty if it is unreadable or has no pictures. */
export async function readFilmFacts({ source, bytes }: ReadableFilm): Promise<MediaDetails> {
  // Silences warnings about codecs that cannot be decoded, since only metadata is read.
  Logging.level = LogLevel.Silent
  const input = new Input({ source, formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryVideoTrack()
    return track === null ? {} : await readTrackFacts(input, track, bytes)
  } catch {
    // Damaged, or in an unknown container: it is stored all the same.
    return {}
  } finally {
    input.dispose()
  }
}
