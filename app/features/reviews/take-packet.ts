import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { AppError } from '#core/lib/errors.ts'
import { gatherPacket } from '#core/packet/gather-packet.ts'
import { measureFiles, type MeasuredFile } from '#core/packet/load-files.ts'
import { filmChoices, type FilmChoice } from '#core/packet/packet.ts'
import { planPacket, type PacketFile, type PacketPlan } from '#core/packet/plan-packet.ts'
import { packFiles } from '#core/packet/write-packet.ts'
import { loadMediaUrls } from '#core/revisions/load-media-urls.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { fileNameOf, saveFile } from '#app/lib/save-file.ts'
import { fetchFile, measureUrl } from './fetch-file.ts'

type Place = { readonly client: StudioClient; readonly studio: StudioReplica; readonly session: ReviewSessionRow }

/** The packet that one choice of films makes. */
export type Choice = {
  readonly plan: PacketPlan
  readonly files: readonly MeasuredFile[]
  readonly missing: readonly PacketFile[]
  readonly bytes: number
}

export type Choices = Readonly<Record<FilmChoice, Choice>>

/** Opens what the session refers to, and measures its films. Fails with an `AppError`. */
export async function preparePacket({ client, studio, session }: Place): Promise<Choices> {
  const sources = await gatherPacket({ studio, session }, client)
  const common = {
    id: client.ids.newId(),
    studio,
    session,
    sources,
    takenAt: client.clock.now(),
    takenBy: client.userId,
  }
  const plans = filmChoices.map((films) => planPacket({ ...common, films }))
  // The originals include all files of the other choices.
  const all = [...new Map(plans.flatMap(({ files }) => files.map((file) => [file.path, file]))).values()]
  const measured = await measureFiles(all, { client, measure: measureUrl })
  const there = new Map(measured.there.map((file) => [file.path, file]))
  const toChoice = (plan: PacketPlan): Choice => {
    const files = plan.files.flatMap(({ path }) => there.get(path) ?? [])
    const missing = plan.files.filter(({ path }) => !there.has(path))
    return { plan, files, missing, bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) }
  }
  const [proxies, originals, none] = plans.map(toChoice)
  if (proxies === undefined || originals === undefined || none === undefined) throw new Error('A choice has no plan')
  return { proxies, originals, none }
}

type Saving = {
  readonly client: StudioClient
  readonly choice: Choice
  readonly signal: AbortSignal
  readonly onBytes: (count: number) => void
}

/**
 * Saves a packet as one ZIP: streamed to a place that the person picks, or as a download. Returns the files that could
 * not be fetched. Fails with an `AppError`, `cancelled` if the person cancels; then no part of the file is left.
 */
export async function savePacket({ client, choice, signal, onBytes }: Saving): Promise<readonly PacketFile[]> {
  const { plan, files, missing } = choice
  const { session } = plan.packet
  const name = fileNameOf(`${session.name} ${session.day}`, 'zip')
  // Comes first: browsers allow the file picker only right after a key press or click.
  const place = await choosePlace(name)
  const [{ default: page }, { makeZip }] = await Promise.all([import('virtual:packet-page'), import('client-zip')])
  const came = new Set<string>()
  const list = packFiles({
    plan,
    page,
    files,
    root: name.replace(/\.zip$/, '').replaceAll(' ', '-'),
    open: async (file) => {
      const url = (await loadMediaUrls([file.mediaId], client)).get(file.mediaId) ?? file.url
      const { ok, body } = await fetchFile(url, { signal })
      return ok && body !== null ? readAll(body) : undefined
    },
    makeHash: () => {
      const hash = sha256.create()
      return { update: (bytes) => void hash.update(bytes), toHex: () => bytesToHex(hash.digest()) }
    },
    onBytes,
    onFile: ({ path }) => void came.add(path),
    notWhole: ({ path }) => new AppError('server-unavailable', `${path} arrived incomplete. Try again.`),
  })
  // Streams lose the cause of their failure.
  const failure: { cause?: unknown } = {}
  try {
    const stream = makeZip(remember(list, failure))
    if (place === undefined) saveFile(await new Response(stream).blob(), name)
    else await stream.pipeTo(await place.createWritable(), { signal })
  } catch (cause) {
    await place?.remove?.().catch(() => undefined)
    throw toAppError(failure.cause ?? cause, signal)
  }
  return [...missing, ...files.filter(({ path }) => !came.has(path))]
}

async function* remember<Item>(items: AsyncIterable<Item>, failure: { cause?: unknown }) {
  try {
    yield* items
  } catch (cause) {
    failure.cause = cause
    throw cause
  }
}

function toAppError(cause: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return new AppError('cancelled', 'Nothing was saved.')
  // The original text would promise that changes are sent later.
  if (cause instanceof AppError && cause.retryable) return broken(cause)
  if (!(cause instanceof DOMException) || cause.name !== 'QuotaExceededError') return cause
  return new AppError('invalid-input', 'There is no room for it on this disk. Nothing was saved.', { cause })
}

function broken(cause: unknown): AppError {
  return new AppError('server-unavailable', 'The connection to the storage broke. Nothing was saved.', { cause })
}

/** Yields the bytes of a stream; not every browser can iterate one directly. */
async function* readAll(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
}

/** A handle from the file picker that some browsers have; the DOM's types lack it. */
type Chosen = { readonly createWritable: () => Promise<WritableStream>; readonly remove?: () => Promise<void> }
type Picker = (options: { readonly suggestedName: string }) => Promise<Chosen>

async function choosePlace(suggestedName: string): Promise<Chosen | undefined> {
  if (!('showSaveFilePicker' in window)) return undefined
  // The signature of the File System Access specification.
  const pick = window.showSaveFilePicker as Picker
  try {
    return await pick.call(window, { suggestedName })
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError')
      throw new AppError('cancelled', 'Nothing was saved.', { cause })
    // Where the page may not open the picker, the packet becomes a download.
    return undefined
  }
}
