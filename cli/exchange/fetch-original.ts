import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { fetchStored } from '#core/lib/storage-check.ts'
import { toPart } from './file-lines.ts'

type Original = { readonly url: URL; readonly file: string; readonly sizeBytes: number }

/** Downloads a file atomically. Throws an `AppError`. */
export async function fetchOriginal({ url, file, sizeBytes }: Original): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const part = await toPart(file)
  await fetchTo(part, url)
  if ((await stat(part)).size === sizeBytes) return await rename(part, file)
  await rm(part)
  throw new AppError('offline', `${path.basename(file)} arrived incomplete.`)
}

async function fetchTo(part: string, url: URL): Promise<void> {
  try {
    const response = await fetchStored(url)
    if (!response.ok || response.body === null)
      throw new AppError('server-unavailable', messages['server-unavailable'], { cause: response.status })
    // The browser's and Node's types of the same stream.
    await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(part))
  } catch (error) {
    await rm(part, { force: true })
    // `fetch` throws a TypeError when the network fails, before or during the body
    // (https://fetch.spec.whatwg.org/#fetch-method).
    throw error instanceof TypeError ? new AppError('offline', messages.offline, { cause: error }) : error
  }
}
