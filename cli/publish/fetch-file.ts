import { fetchStored } from '#core/lib/storage-check.ts'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { CliError } from '../cli-error.ts'

type Wanted = { readonly place: string; readonly sizeBytes: number; readonly loadUrl: () => Promise<string> }

/** Downloads a file, resuming an earlier try; a file that already has its size is kept. Returns its SHA-256. */
export async function fetchFile({ place, sizeBytes, loadUrl }: Wanted): Promise<string> {
  if ((await sizeOf(place)) === sizeBytes) return await hashOf(place)
  await mkdir(path.dirname(place), { recursive: true })
  const part = `${place}.part`
  const there = await sizeOf(part)
  if (there > sizeBytes) await rm(part)
  if (there !== sizeBytes) await append(part, there > sizeBytes ? 0 : there, await loadUrl())
  if ((await sizeOf(part)) !== sizeBytes)
    throw new CliError('offline', `${path.basename(place)} arrived incomplete.`, 'Run the same command again.')
  const hash = await hashOf(part)
  await rename(part, place)
  return hash
}

async function append(part: string, from: number, url: string): Promise<void> {
  const name = path.basename(part, '.part')
  const response = await fetchStored(url, from === 0 ? {} : { headers: { range: `bytes=${from}-` } }).catch(toOffline)
  if (!response.ok || response.body === null)
    throw new CliError('failure', `The server answers ${response.status} for ${name}.`)
  // A storage that ignores the range sends everything.
  const flags = response.status === 206 ? 'a' : 'w'
  // The DOM's and Node's types of the same stream.
  await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(part, { flags })).catch(toOffline)
}

/** Rethrows network errors as offline: a broken connection or a captive portal is no bug. */
export function toOffline(error: unknown): never {
  if (!(error instanceof TypeError)) throw error
  throw new CliError('offline', 'The connection to the storage broke.', 'Run the same command again.')
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
