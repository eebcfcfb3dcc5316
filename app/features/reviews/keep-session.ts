import { AppError } from '#core/lib/errors.ts'
import { formatBytes } from '#core/lib/format-bytes.ts'
import { gatherPacket, type PacketSource } from '#core/packet/gather-packet.ts'
import { measureFiles, type MeasuredFile } from '#core/packet/load-files.ts'
import { planPacket, type PacketFile } from '#core/packet/plan-packet.ts'
import { loadMediaUrls } from '#core/revisions/load-media-urls.ts'
import { pictureOf } from '#core/schema/items.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { canKeepFiles, keepFile, saveKeptSession, type KeptSession } from '#app/lib/kept-files.ts'
import { keptStore, readKept } from '#app/stores/kept-store.ts'
import { fetchFile, measureUrl } from './fetch-file.ts'

type Place = { readonly client: StudioClient; readonly studio: StudioReplica; readonly session: ReviewSessionRow }
export type KeptFilms = KeptSession['films']

/** What one choice of films would keep. */
export type KeepChoice = {
  readonly kept: KeptSession
  readonly files: readonly MeasuredFile[]
  readonly missing: readonly PacketFile[]
  readonly bytes: number
  /** The bytes that are not on this device yet. */
  readonly bytesToCome: number
}

export type KeepChoices = Readonly<Record<KeptFilms, KeepChoice>> & {
  readonly tasks: number
  /** The storage that the browser has left; undefined if it does not say. */
  readonly freeBytes: number | undefined
}

/** The number of files fetched at a time. */
const parallel = 3

/**
 * Opens a session with its spaces and tasks, so that their rows are cached on this device, and adds up its files. Fails
 * with an `AppError`.
 */
export async function prepareKeep({ client, studio, session }: Place): Promise<KeepChoices> {
  if (!canKeepFiles()) {
    const text = 'This browser cannot keep files at this address: it needs one that begins with https.'
    throw new AppError('invalid-input', text)
  }
  const sources = await gatherPacket({ studio, session }, client)
  const at = { id: client.ids.newId(), takenAt: client.clock.now(), takenBy: client.userId }
  const pictures = listPictures(sources)
  const listFiles = (films: KeptFilms): readonly PacketFile[] => {
    const planned = planPacket({ ...at, studio, session, sources, films }).files
    return [...new Map([...pictures, ...planned].map((file) => [file.mediaId, file])).values()]
  }
  const spaces = new Map(sources.map(({ entry }) => [entry.taskId, entry.spaceId]))
  // The originals include all files of the other choices.
  const originals = listFiles('originals')
  const measured = await measureFiles(originals, { client, measure: measureUrl })
  const there = new Map(measured.there.map((file) => [file.mediaId, file]))
  const toChoice = (films: KeptFilms, wanted: readonly PacketFile[]): KeepChoice => {
    const files = wanted.flatMap(({ mediaId }) => there.get(mediaId) ?? [])
    const kept = files.flatMap(({ mediaId, sizeBytes, entry }) => {
      const spaceId = spaces.get(entry.taskId)
      return spaceId === undefined ? [] : [{ id: mediaId, spaceId, sizeBytes }]
    })
    const { name, id: sessionId } = session
    return {
      kept: { sessionId, studioId: studio.studioId, name, films, keptAt: at.takenAt, files: kept },
      files,
      missing: wanted.filter(({ mediaId }) => !there.has(mediaId)),
      bytes: sum(files),
      bytesToCome: sum(files.filter(({ mediaId }) => !keptStore.has(mediaId))),
    }
  }
  return {
    proxies: toChoice('proxies', listFiles('proxies')),
    originals: toChoice('originals', originals),
    tasks: sources.length,
    freeBytes: await findRoom(),
  }
}

/** Lists the thumbnails of the strip. */
function listPictures(sources: readonly PacketSource[]): readonly PacketFile[] {
  return sources.flatMap(({ entry, space }) => {
    const row = space?.replica.find('items', entry.itemId)
    const mediaId = pictureOf(row)
    if (mediaId === undefined) return []
    const named = { shot: row?.title ?? '', stage: '', taskId: entry.taskId }
    const about = { role: 'poster', entry: named, sizeBytes: undefined, isWholeRevision: false } as const
    return [{ path: `picture-${mediaId}`, mediaId, ...about }]
  })
}

function sum(files: readonly MeasuredFile[]): number {
  return files.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0)
}

async function findRoom(): Promise<number | undefined> {
  // Not every browser supports this.
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined)
  if (estimate?.quota === undefined) return undefined
  return Math.max(0, estimate.quota - (estimate.usage ?? 0))
}

/** Returns why a choice cannot be kept; undefined if there is room for it. */
export function findLackOfSpace({ bytesToCome }: KeepChoice, freeBytes: number | undefined): string | undefined {
  if (freeBytes === undefined || bytesToCome <= freeBytes) return undefined
  return `This browser has room for ${formatBytes(freeBytes)} more. Remove another session in your User Settings, or choose fewer films.`
}

type Keeping = {
  readonly client: StudioClient
  readonly choice: KeepChoice
  readonly signal: AbortSignal
  readonly onBytes: (count: number) => void
}

/**
 * Fetches the files of a session onto this device, each completely or not at all, and skips those it has. Returns the
 * files that could not be fetched. Fails with an `AppError`; files fetched by then stay, and calling it again
 * continues.
 */
export async function keepSession({ client, choice, signal, onBytes }: Keeping): Promise<readonly PacketFile[]> {
  const { userId } = client
  // Best effort: without it a browser may delete files when its disk is full.
  await navigator.storage?.persist?.().catch(() => false)
  const missing = [...choice.missing]
  // A failure ends the other workers, too, so that nothing arrives after it is reported.
  const ending = new AbortController()
  const either = AbortSignal.any([signal, ending.signal])
  const waiting = choice.files.filter(({ mediaId }) => !keptStore.has(mediaId)).values()
  const work = async (): Promise<void> => {
    for (const file of waiting) {
      if (either.aborted || !keptStore.isOf(userId)) throw new AppError('cancelled', 'Downloaded files are kept.')
      // Addresses expire soon, so each is requested when its turn comes.
      const url = (await loadMediaUrls([file.mediaId], client)).get(file.mediaId)
      const answer = url === undefined ? undefined : await fetchFile(url, { signal: either })
      if (answer?.ok !== true || answer.body === null) missing.push(file)
      else await keepFile(userId, file.mediaId, toWhole({ answer, body: answer.body, file, onBytes }))
    }
  }
  try {
    await saveKeptSession(userId, choice.kept)
    await allOrFirst(Array.from({ length: parallel }, work), () => ending.abort())
  } catch (cause) {
    throw toAppError(cause, signal)
  } finally {
    if (keptStore.isOf(userId)) await readKept(userId)
  }
  return missing
}

/** Waits until all have ended and throws the first failure, which ends the others. */
async function allOrFirst(works: readonly Promise<void>[], end: () => void): Promise<void> {
  const causes: unknown[] = []
  const fail = (cause: unknown): void => {
    causes.push(cause)
    end()
  }
  await Promise.all(works.map(async (work) => await work.catch(fail)))
  if (causes.length > 0) throw causes[0]
}

type Coming = Pick<Keeping, 'onBytes'> & {
  readonly answer: Response
  readonly body: NonNullable<Response['body']>
  readonly file: MeasuredFile
}

/** Returns a response that fails if the body's length is not the file's: a captive portal's sign-in page is no film. */
function toWhole({ answer, body, file, onBytes }: Coming): Response {
  let bytes = 0
  const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength
      onBytes(chunk.byteLength)
      controller.enqueue(chunk)
    },
    flush: () => {
      if (bytes !== file.sizeBytes) throw new Error(`${bytes} of ${file.sizeBytes} bytes came`)
    },
  })
  const type = answer.headers.get('content-type')
  return new Response(body.pipeThrough(count), type === null ? {} : { headers: { 'content-type': type } })
}

function toAppError(cause: unknown, signal: AbortSignal): AppError {
  if (signal.aborted) return new AppError('cancelled', 'Downloaded files are kept.', { cause })
  if (cause instanceof DOMException && cause.name === 'QuotaExceededError') {
    const text =
      'The browser has no more space. Downloaded files are kept; remove another session, or choose fewer films.'
    return new AppError('invalid-input', text, { cause })
  }
  if (cause instanceof AppError && !cause.retryable && cause.code !== 'server-unavailable') return cause
  const text = 'The connection was lost. Downloaded files are kept; try again to resume.'
  return new AppError('server-unavailable', text, { cause })
}
