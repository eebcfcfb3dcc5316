import { Input, MATROSKA, MP4, QTFF, UrlSource, WEBM } from 'mediabunny'
import type { FilmTimes } from '#core/revisions/frame-clock.ts'
import { readTrackTimes } from '#core/revisions/film-times.ts'

/** A film to look into. */
export type FilmTimesRequest = { readonly url: string; readonly sizeBytes: number }

const firstFrames = 240

addEventListener('message', ({ data }: MessageEvent<FilmTimesRequest>) => {
  // A file that cannot be read so says nothing; the viewer then watches it play.
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
