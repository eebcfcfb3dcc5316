import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MeasuredFile } from '#core/packet/load-files.ts'
import type { PacketPlan } from '#core/packet/plan-packet.ts'
import { packFiles } from '#core/packet/write-packet.ts'
import { fetchStored } from '#core/lib/storage-check.ts'
import { CliError } from '../cli-error.ts'
import { fetchFile, toOffline } from '../publish/fetch-file.ts'
import { describeSystemError } from '../system-error.ts'

/** The SHA-256 of each fetched file by its path, without files missing from storage. */
export type DownloadedHashes = Map<string, string>

type Download = {
  readonly files: readonly MeasuredFile[]
  /** Returns a currently valid address: earlier ones may have expired. */
  readonly loadUrl: (file: MeasuredFile) => Promise<string>
  readonly onFile: (file: MeasuredFile) => void
}

const parallel = 3

/** Downloads a packet's files to its folder, keeping complete files and resuming partial ones. */
export async function downloadToFolder(
  folder: string,
  { files, loadUrl, onFile }: Download,
): Promise<DownloadedHashes> {
  const brought: DownloadedHashes = new Map()
  const waiting = files.values()
  const work = async (): Promise<void> => {
    for (const file of waiting) {
      const wanted = { place: path.join(folder, file.path), sizeBytes: file.sizeBytes, loadUrl: () => loadUrl(file) }
      const hash = await fetchFile(wanted).catch((error: unknown) => skipMissing(error))
      if (hash === undefined) continue
      brought.set(file.path, hash)
      onFile(file)
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return brought
}

type Archive = Download & { readonly plan: PacketPlan; readonly page: string; readonly root: string }

/** Streams a packet into one ZIP, and deletes it if it ends up incomplete. */
export async function downloadToZip(
  place: string,
  { loadUrl, onFile, ...packing }: Archive,
): Promise<DownloadedHashes> {
  const { makeZip } = await import('client-zip')
  const brought: DownloadedHashes = new Map()
  const list = packFiles({
    ...packing,
    open: async (file) => await open(await loadUrl(file)).catch((error: unknown) => skipMissing(error)),
    makeHash: () => {
      const hash = createHash('sha256')
      return { update: (bytes) => void hash.update(bytes), toHex: () => hash.digest('hex') }
    },
    onFile: (file, sha256) => {
      brought.set(file.path, sha256)
      onFile(file)
    },
    notWhole: ({ path: file }) =>
      new CliError('offline', `${path.basename(file)} arrived incomplete.`, 'Run the same command again.'),
  })
  const part = `${place}.part`
  try {
    // The DOM's and Node's types of the same stream.
    await pipeline(Readable.fromWeb(makeZip(list) as never), createWriteStream(part))
    await rename(part, place)
  } catch (error) {
    await rm(part, { force: true })
    if (describeSystemError(error) !== undefined) throw error
    return toOffline(error)
  }
  return brought
}

async function open(url: string): Promise<AsyncIterable<Uint8Array<ArrayBuffer>>> {
  const response = await fetchStored(url)
  if (!response.ok || response.body === null) throw new CliError('failure', `The server answers ${response.status}.`)
  // The DOM's type lacks the stream's async iterator.
  return response.body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>
}

/** Returns undefined if storage does not have the file; anything else is thrown. */
function skipMissing(error: unknown): undefined {
  if (error instanceof CliError && error.ending === 'failure') return undefined
  if (describeSystemError(error) !== undefined) throw error
  return toOffline(error)
}

/** Returns a stored file's size; undefined if it does not exist. */
export async function measureByAddress(url: string): Promise<number | undefined> {
  const response = await fetchStored(url, { headers: { range: 'bytes=0-0' } }).catch(toOffline)
  await response.body?.cancel()
  if (!response.ok) return undefined
  const whole =
    /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? response.headers.get('content-length')
  return whole === null ? undefined : Number(whole)
}
