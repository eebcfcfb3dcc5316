import { EncodedPacketSink, Input, MATROSKA, MP4, QTFF, UrlSource, WEBM, type InputVideoTrack } from 'mediabunny'
import type { FilmTimes } from '#core/revisions/frame-clock.ts'

/** A film to look into. */
export type FilmTimesRequest = { readonly url: string; readonly sizeBytes: number }

// MP4 and QuickTime list their frames in one place; of the others a large file is not read to its end for this.
const readWholeBytes = 32_000_000
const firstFrames = 240
const mostFrames = 500_000

addEventListener('message', ({ data }: MessageEvent<FilmTimesRequest>) => {
  // A file that cannot be read so says nothing; the viewer then watches it play.
  void readTimes(data)
    .catch(() => undefined)
    .then((times) => postMessage(times))
})

async function readTimes({ url, sizeBytes }: FilmTimesRequest): Promise<FilmTimes | undefined> {
  const input = new Input({ source: new UrlSource(url), formats: [MP4, QTFF, WEBM, MATROSKA] })
  try {
    return await readTimesOf(input, sizeBytes)
  } finally {
    input.dispose()
  }
}

async function readTimesOf(input: Input, sizeBytes: number): Promise<FilmTimes | undefined> {
  const track = await input.getPrimaryVideoTrack()
  if (track === null) return undefined
  const format = await input.getFormat()
  const isWhole = format === MP4 || format === QTFF || sizeBytes <= readWholeBytes
  const starts = await readStarts(track, isWhole ? mostFrames : firstFrames)
  return { starts, endSeconds: await track.computeDuration(), isWhole: isWhole && starts.length < mostFrames }
}

/** When frames start, in the order they are shown: where B-frames are, that is not the order they are kept in. */
async function readStarts(track: InputVideoTrack, limit: number): Promise<Float64Array> {
  const sink = new EncodedPacketSink(track)
  const starts: number[] = []
  for await (const { timestamp } of sink.packets(undefined, undefined, { metadataOnly: true })) {
    starts.push(timestamp)
    if (starts.length >= limit) break
  }
  return Float64Array.from(starts).sort()
}
