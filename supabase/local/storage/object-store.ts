import { createHash, randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { copyFile, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Address } from './object-key.ts'
import { toFileName } from './object-key.ts'

/** The metadata of a stored object. Its bytes are in a separate file, named by `blob`. */
export type ObjectRecord = Address & {
  blob: string
  size: number
  contentType: string
  cacheControl: string
  eTag: string
  lastModified: string
  userMetadata?: Record<string, unknown>
}

/** Received bytes that belong to no object yet. */
export type StagedFile = { path: string; size: number; eTag: string }

export type OpenedObject = { record: ObjectRecord; handle: FileHandle }

/** An object just written, which the database may still fail to confirm. */
export interface Commit {
  record: ObjectRecord
  confirm(): Promise<void>
  undo(): Promise<void>
}

export class TooLarge extends Error {}

type Description = Pick<ObjectRecord, 'contentType' | 'cacheControl' | 'userMetadata'>

/**
 * Objects in a directory. A record (JSON) names the file with the bytes, and is replaced by a rename: readers see one
 * complete version or another, whatever happens to a writer.
 */
export class ObjectStore {
  readonly #directory: string
  readonly #incoming: string

  constructor(directory: string) {
    this.#directory = directory
    this.#incoming = path.join(directory, 'incoming')
  }

  async find({ bucket, key }: Address): Promise<ObjectRecord | undefined> {
    try {
      // We wrote it, always atomically.
      return JSON.parse(await readFile(this.#toRecordPath({ bucket, key }), 'utf8')) as ObjectRecord
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /** The file with the bytes of an object. */
  findFile(record: ObjectRecord): string {
    return this.#toBlobPath(record)
  }

  /** Opens the newest version, retrying if a writer replaced it between the two steps. */
  async open(address: Address): Promise<OpenedObject | undefined> {
    for (;;) {
      const record = await this.find(address)
      if (record === undefined) return undefined
      try {
        return { record, handle: await open(this.#toBlobPath(record)) }
      } catch (error) {
        if (!isMissing(error)) throw error
        if ((await this.find(address))?.blob === record.blob) return undefined
      }
    }
  }

  /** Receives bytes to disk, not to memory; throws TooLarge past the limit and leaves nothing behind when it throws. */
  async receive(body: AsyncIterable<Uint8Array>, limitBytes: number): Promise<StagedFile> {
    await mkdir(this.#incoming, { recursive: true })
    const file = path.join(this.#incoming, randomUUID())
    const handle = await open(file, 'wx')
    try {
      const digest = createHash('md5')
      let size = 0
      for await (const chunk of body) {
        size += chunk.byteLength
        if (size > limitBytes) throw new TooLarge()
        digest.update(chunk)
        await handle.writeFile(chunk)
      }
      await handle.sync()
      await handle.close()
      return { path: file, size, eTag: `"${digest.digest('hex')}"` }
    } catch (error) {
      await handle.close().catch(() => {})
      await rm(file, { force: true })
      throw error
    }
  }

  /** Makes staged bytes the object. The previous version stays on disk until the commit is confirmed. */
  async commit(address: Address, staged: StagedFile, about: Description): Promise<Commit> {
    const previous = await this.find(address)
    const record: ObjectRecord = {
      ...address,
      blob: `${toFileName(address)}.${randomUUID()}`,
      size: staged.size,
      eTag: staged.eTag,
      lastModified: new Date().toISOString(),
      ...about,
    }
    await mkdir(path.dirname(this.#toBlobPath(record)), { recursive: true })
    await rename(staged.path, this.#toBlobPath(record))
    await this.#writeRecord(record)
    return {
      record,
      confirm: async () => {
        if (previous !== undefined) await rm(this.#toBlobPath(previous), { force: true })
      },
      undo: async () => {
        if (previous === undefined) await rm(this.#toRecordPath(address), { force: true })
        else await this.#writeRecord(previous)
        await rm(this.#toBlobPath(record), { force: true })
      },
    }
  }

  async copy(from: Address, to: Address): Promise<ObjectRecord> {
    const record = await this.find(from)
    if (record === undefined) throw new Error(`${from.bucket}/${from.key} has no file`)
    await mkdir(this.#incoming, { recursive: true })
    const file = path.join(this.#incoming, randomUUID())
    await copyFile(this.#toBlobPath(record), file)
    const { contentType, cacheControl, userMetadata } = record
    const staged = { path: file, size: record.size, eTag: record.eTag }
    const written = await this.commit(to, staged, {
      contentType,
      cacheControl,
      ...(userMetadata && { userMetadata }),
    })
    await written.confirm()
    return written.record
  }

  async remove(address: Address): Promise<void> {
    const record = await this.find(address)
    if (record === undefined) return
    await rm(this.#toRecordPath(address), { force: true })
    await rm(this.#toBlobPath(record), { force: true })
  }

  /** Deletes half-received uploads of an earlier process. */
  async clearIncoming(): Promise<void> {
    await rm(this.#incoming, { recursive: true, force: true })
  }

  async #writeRecord(record: ObjectRecord): Promise<void> {
    const target = this.#toRecordPath(record)
    const draft = `${target}.${randomUUID()}`
    const handle = await open(draft, 'wx')
    try {
      await handle.writeFile(JSON.stringify(record))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, target)
    await syncDirectory(path.dirname(target))
  }

  #toRecordPath(address: Address): string {
    const name = toFileName(address)
    return path.join(this.#directory, 'objects', name.slice(0, 2), `${name}.json`)
  }

  #toBlobPath(record: ObjectRecord): string {
    return path.join(path.dirname(this.#toRecordPath(record)), record.blob)
  }
}

/** Describes a file received earlier as if it had just been received; `undefined` if there is none. */
export async function toStagedFile(file: string): Promise<StagedFile | undefined> {
  const size = await stat(file).then(
    (found) => found.size,
    () => undefined,
  )
  if (size === undefined) return undefined
  const digest = createHash('md5')
  const handle = await open(file)
  for await (const chunk of handle.createReadStream()) digest.update(chunk)
  return { path: file, size, eTag: `"${digest.digest('hex')}"` }
}

// A rename survives a power cut once its directory has been synced. Windows cannot open directories.
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory).catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
