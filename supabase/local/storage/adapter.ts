import type { App } from '@supabase/lite'
import type { Exchange } from './exchange.ts'
import { findExchange } from './exchange.ts'
import type { KeyedMutex } from './keyed-mutex.ts'
import type { Address } from './object-key.ts'
import { isSafeKey } from './object-key.ts'
import type { ObjectRecord, ObjectStore } from './object-store.ts'
import { TooLarge } from './object-store.ts'

// lite does not export the type by its name.
type StorageAdapter = NonNullable<App['_storageAdapter']>
type Parameter<Method extends 'uploadObject' | 'copyObject'> = Parameters<StorageAdapter[Method]>
type Body = AsyncIterable<Uint8Array>

/**
 * Keeps lite's objects in an ObjectStore. Uploads and downloads pass through the shim, which provides their Exchange.
 */
export class FileAdapter implements StorageAdapter {
  readonly driver = undefined
  readonly #store: ObjectStore
  readonly #turns: KeyedMutex

  constructor(store: ObjectStore, turns: KeyedMutex) {
    this.#store = store
    this.#turns = turns
  }

  async uploadObject(...[bucket, key, , body, contentType, cacheControl]: Parameter<'uploadObject'>) {
    const exchange = findExchange()
    if (exchange === undefined) throw new Error('uploads come through the shim')
    if (!isSafeKey(key)) return refuse(exchange, 'bad-key')
    exchange.isAllowed = true
    if (exchange.isProbe) return refuse(exchange)

    const address = { bucket, key }
    // A Node or web stream: both yield chunks of bytes.
    const bytes = body instanceof Uint8Array ? toChunks(body) : (body as unknown as Body)
    if (exchange.staged === undefined) await this.#receive(exchange, address, bytes)
    else exchange.release ??= await this.#turns.acquire(toTurn(address))
    const { staged, userMetadata } = exchange
    if (staged === undefined) return refuse(exchange, 'cut-off')
    exchange.commit = await this.#store.commit(address, staged, {
      contentType: exchange.contentType ?? contentType,
      cacheControl: exchange.cacheControl ?? cacheControl,
      ...(userMetadata && { userMetadata }),
    })
    exchange.staged = undefined
    return toMetadata(exchange.commit.record)
  }

  /**
   * Receives the bytes, then takes the object's turn. Refuses if the object changed in the meantime: lite's decision
   * was about another version.
   */
  async #receive(exchange: Exchange, address: Address, body: Body): Promise<void> {
    const before = await this.#store.find(address)
    try {
      exchange.staged = await this.#store.receive(body, exchange.limitBytes)
    } catch (error) {
      return refuse(exchange, error instanceof TooLarge ? 'too-large' : 'cut-off')
    }
    if (exchange.announcedBytes !== undefined && exchange.announcedBytes !== exchange.staged.size)
      return refuse(exchange, 'cut-off')
    exchange.release = await this.#turns.acquire(toTurn(address))
    const now = await this.#store.find(address)
    exchange.isRaced = before?.blob !== now?.blob
    return exchange.isRaced ? refuse(exchange) : undefined
  }

  async getObject(bucket: string, key: string) {
    const exchange = findExchange()
    if (exchange === undefined) throw new Error('downloads go through the shim')
    exchange.opened = await this.#store.open({ bucket, key })
    if (exchange.opened === undefined) return refuse(exchange, 'missing')
    // The shim sends the bytes itself, and only the requested part of them.
    return { metadata: toMetadata(exchange.opened.record), httpStatusCode: 200, body: new Blob([]) }
  }

  async headObject(bucket: string, key: string) {
    const record = await this.#store.find({ bucket, key })
    if (record === undefined) return refuse(findExchange(), 'missing')
    return { ...toMetadata(record), userMetadata: record.userMetadata }
  }

  async copyObject(...[fromBucket, from, , toBucket, to]: Parameter<'copyObject'>) {
    if (!isSafeKey(to)) return refuse(findExchange(), 'bad-key')
    const target = { bucket: toBucket, key: to }
    return this.#inTurn(target, async () =>
      toMetadata(await this.#store.copy({ bucket: fromBucket, key: from }, target)),
    )
  }

  async deleteObject(bucket: string, key: string): Promise<void> {
    await this.#inTurn({ bucket, key }, () => this.#store.remove({ bucket, key }))
  }

  async deleteObjects(bucket: string, keys: string[]): Promise<void> {
    for (const key of keys) await this.deleteObject(bucket, key)
  }

  async privateAssetUrl(): Promise<string> {
    throw new Error('objects have no address of their own')
  }

  async #inTurn<Result>(address: Address, work: () => Promise<Result>): Promise<Result> {
    const release = await this.#turns.acquire(toTurn(address))
    try {
      return await work()
    } finally {
      release()
    }
  }
}

const toTurn = ({ bucket, key }: Address): string => `${bucket}/${key}`

// lite prints a line for every error it does not know. It takes this code for a refused row, which it answers quietly;
// the shim then answers with the real failure.
function refuse(exchange: Exchange | undefined, failure?: Exchange['failure']): never {
  if (exchange !== undefined && failure !== undefined) Object.assign(exchange, { failure: exchange.failure ?? failure })
  throw Object.assign(new Error('refused'), { code: '42501' })
}

async function* toChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const toMetadata = (record: ObjectRecord) => ({
  eTag: record.eTag,
  size: record.size,
  mimetype: record.contentType,
  cacheControl: record.cacheControl,
  lastModified: new Date(record.lastModified),
  contentLength: record.size,
  httpStatusCode: 200,
})
