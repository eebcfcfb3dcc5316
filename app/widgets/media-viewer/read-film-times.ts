import type { FilmTimes } from '#core/revisions/frame-clock.ts'
import type { MediaId } from '#core/lib/ids.ts'
import { trustScriptUrl } from '#app/lib/trusted-script-url.ts'
import type { FilmTimesRequest } from './film-times.worker.ts'
// oxlint-disable-next-line import/default -- Vite resolves the query to an address, not to the file
import workerUrl from './film-times.worker.ts?worker&url'

// Comparisons alternate between few films; a long film's times take megabytes.
const keptFilms = 8
const known = new Map<MediaId, FilmTimes>()

/**
 * Reads a film's frame times from its container, in a worker; undefined if it cannot be read. Cached: uploaded files
 * never change.
 */
export async function readFilmTimes(
  mediaId: MediaId,
  request: FilmTimesRequest,
  signal: AbortSignal,
): Promise<FilmTimes | undefined> {
  const times = known.get(mediaId) ?? (await readInWorker(request, signal))
  if (times === undefined) return undefined
  known.delete(mediaId)
  known.set(mediaId, times)
  for (const id of [...known.keys()].slice(0, -keptFilms)) known.delete(id)
  return times
}

async function readInWorker(request: FilmTimesRequest, signal: AbortSignal): Promise<FilmTimes | undefined> {
  const worker = new Worker(trustScriptUrl(workerUrl), { type: 'module' })
  const { promise, resolve } = Promise.withResolvers<FilmTimes | undefined>()
  worker.addEventListener('message', ({ data }: MessageEvent<FilmTimes | undefined>) => resolve(data))
  worker.addEventListener('error', () => resolve(undefined))
  signal.addEventListener('abort', () => resolve(undefined), { once: true })
  worker.postMessage(request)
  const times = await promise
  worker.terminate()
  return times
}
