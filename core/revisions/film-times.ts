import { EncodedPacketSink, MP4, QTFF, type Input, type InputVideoTrack } from 'mediabunny'
import type { FilmTimes } from './frame-clock.ts'

// MP4 and QuickTime list their frames in one place; large files of other formats are not read to the end for this.
const readWholeBytes = 32_000_000
const mostFrames = 500_000

/**
 * Reads the start times of a film's frames: all of them if its container lists them or it is small, else the first
 * `least`.
 */
export async function readTrackTimes(
  input: Input,
  track: InputVideoTrack,
  { sizeBytes, least }: { readonly sizeBytes: number; readonly least: number },
): Promise<FilmTimes> {
  const format = await input.getFormat()
  const isWhole = format === MP4 || format === QTFF || sizeBytes <= readWholeBytes
  const starts = await readStarts(track, isWhole ? mostFrames : least)
  return { starts, endSeconds: await track.computeDuration(), isWhole: isWhole && starts.length < mostFrames }
}

/** Reads the start times of a film's first frames. */
export async function readFirstTimes(track: InputVideoTrack, limit: number): Promise<FilmTimes> {
  const starts = await readStarts(track, limit)
  return { starts, endSeconds: await track.computeDuration(), isWhole: starts.length < limit }
}

/** Reads start times in display order, which differs from storage order if there are B-frames. */
async function readStarts(track: InputVideoTrack, limit: number): Promise<Float64Array> {
  const sink = new EncodedPacketSink(track)
  const starts: number[] = []
  for await (const { timestamp } of sink.packets(undefined, undefined, { metadataOnly: true })) {
    starts.push(timestamp)
    if (starts.length >= limit) break
  }
  return Float64Array.from(starts).sort()
}
