import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

const lifetimeMs = 24 * 60 * 60 * 1000

/** A resumable upload: what it is to become; a file beside it holds what has arrived. */
export type ResumableUpload = {
  id: string
  bucket: string
  key: string
  lengthBytes: number
  contentType: string
  cacheControl: string
  userMetadata?: Record<string, unknown>
  isUpsert: boolean
  /** Created with a signed URL rather than by somebody signed in. */
  isSigned: boolean
  expiresAt: number
}

export type ResumableFiles = ReturnType<typeof makeResumableFiles>

/** Unfinished uploads in a directory; they outlive the process and are deleted after a day without completion. */
export function makeResumableFiles(directory: string, now: () => number = Date.now) {
  const toAbout = (id: string): string => path.join(directory, `${id}.json`)
  const toPath = (id: string): string => path.join(directory, `${id}.part`)
  const isId = (id: string): boolean => /^[\w-]{32}$/.test(id)

  async function create(about: Omit<ResumableUpload, 'id' | 'expiresAt'>): Promise<ResumableUpload> {
    await mkdir(directory, { recursive: true })
    await forgetExpired()
    const made = { ...about, id: randomBytes(24).toString('base64url'), expiresAt: now() + lifetimeMs }
    await writeFile(toPath(made.id), '', { flag: 'wx' })
    await writeFile(`${toAbout(made.id)}.new`, JSON.stringify(made))
    await rename(`${toAbout(made.id)}.new`, toAbout(made.id))
    return made
  }

  async function find(id: string): Promise<ResumableUpload | 'expired' | undefined> {
    if (!isId(id)) return undefined
    const text = await readFile(toAbout(id), 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    // We wrote it, always atomically.
    const upload = JSON.parse(text) as ResumableUpload
    if (upload.expiresAt > now()) return upload
    await forget(id)
    return 'expired'
  }

  /** Undefined if the upload has been completed or given up. */
  const findOffset = async (id: string): Promise<number | undefined> =>
    (await stat(toPath(id)).catch(() => undefined))?.size

  /**
   * Appends what arrives and returns the new offset. Bytes received before the connection broke, or before `signal`
   * stopped it, are kept; excess bytes are not.
   */
  async function append(
    upload: ResumableUpload,
    body: ReadableStream<Uint8Array> | undefined,
    signal: AbortSignal,
  ): Promise<number | 'too-long' | 'cut-off'> {
    const start = (await findOffset(upload.id)) ?? 0
    // Each at its position: if hosts share a folder, a piece may still arrive at one while its sender continues at
    // another.
    const handle = await open(toPath(upload.id), 'r+')
    let offset = start
    try {
      for await (const chunk of stoppable(body, signal)) {
        if (offset + chunk.byteLength > upload.lengthBytes) {
          await handle.truncate(start)
          return 'too-long'
        }
        for (let at = 0; at < chunk.byteLength;)
          at += (await handle.write(chunk, at, chunk.byteLength - at, offset + at)).bytesWritten
        offset += chunk.byteLength
      }
    } catch {
      return 'cut-off'
    } finally {
      await handle.sync()
      await handle.close()
    }
    return signal.aborted ? 'cut-off' : offset
  }

  async function forget(id: string): Promise<void> {
    await rm(toAbout(id), { force: true })
    await rm(toPath(id), { force: true })
  }

  async function forgetExpired(): Promise<void> {
    const names = await readdir(directory)
    for (const name of names) if (name.endsWith('.json')) await find(name.slice(0, -'.json'.length))
  }

  return { create, find, findOffset, append, forget, toPath }
}

/** The chunks of a stream until it ends or is stopped, even if the next chunk never comes. */
async function* stoppable(
  body: ReadableStream<Uint8Array> | undefined,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  const stop = (): void => void reader?.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop)
  // Another request may have taken the upload over before this piece began.
  if (signal.aborted) stop()
  try {
    for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) yield read.value
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}
