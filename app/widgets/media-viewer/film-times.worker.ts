import { Input, MATROSKA, MP4, QTFF, UrlSource, WEBM } from 'mediabunny'
import type { FilmTimes } from '#core/revisions/frame-clock.ts'
import { readTrackTimes } from '#core/revisions/film-times.ts'

/** A film whose frame times are read. */
export type FilmTimesRequest = { readonly url: string; readonly sizeBytes: number }

const firstFrames = 240

addEventListener('message', ({ data }: MessageEvent<FilmTimesRequest>) => {
  // If the file cannot be read this way, there is no result; the viewer then watches it play.
  void readTimes(data)
    .catch(() => undefined)
    .then((times) => postMessage(times))
})

async function readTimes({ url, sizeBytes }: FilmTimesRequest): Promise<FilmTimes | undefined> {
  const input = new Input({ source: new UrlSource(url), formats: [MP4, QTFF, WEBM, MATROSKA] })
  try {
    const track = await input.getPrimaryVideoTrack()
    return track === null ? undefined : await readTrackTimes(input, track, { sizeBytes, least: firstFrames })
  } finally {
    input.dispose()
  }
}
