import type { MediaId, UserId } from '#core/lib/ids.ts'

/** Stores the bytes of draft files, so that a reload loses none. */
export type DraftFileStore = {
  readonly save: (id: MediaId, file: Blob) => Promise<void>
  readonly load: (ids: readonly MediaId[]) => Promise<ReadonlyMap<MediaId, Blob>>
  readonly delete: (ids: readonly MediaId[]) => Promise<void>
}

const table = 'files'
const databases = new Map<UserId, Promise<IDBDatabase>>()

/** Returns the store of one person's attached files on this device. */
export function getDraftFiles(userId: UserId): DraftFileStore {
  const run = async (mode: IDBTransactionMode, act: (files: IDBObjectStore) => void): Promise<void> => {
    const database = await (databases.get(userId) ?? openDatabase(userId))
    // Strict: saved means on disk, not in a system buffer.
    const transaction = database.transaction(table, mode, { durability: 'strict' })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The files were not kept')))
    act(transaction.objectStore(table))
    await promise
  }
  return {
    save: async (id, file) => await run('readwrite', (files) => void files.put(file, id)),
    load: async (ids) => {
      const found = new Map<MediaId, Blob>()
      await run('readonly', (files) => {
        for (const id of ids) {
          const request: IDBRequest<Blob | undefined> = files.get(id)
          request.addEventListener('success', () => request.result !== undefined && found.set(id, request.result))
        }
      })
      return new Map(ids.map((id) => [id, found.get(id)] as const).filter(isFound))
    },
    delete: async (ids) =>
      await run('readwrite', (files) => {
        for (const id of ids) files.delete(id)
      }),
  }
}

function isFound(entry: readonly [MediaId, Blob | undefined]): entry is readonly [MediaId, Blob] {
  return entry[1] !== undefined
}

// Not async: an async function would let a concurrent caller's load run before the save that opened the database.
function openDatabase(userId: UserId): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>()
  databases.set(userId, promise)
  const request = indexedDB.open(`xsheet-drafts-${userId}`, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(table))
  request.addEventListener('success', () => {
    const database = request.result
    // The person signs out, perhaps in another tab: the database is about to be deleted and must be closed.
    database.addEventListener('versionchange', () => {
      databases.delete(userId)
      database.close()
    })
    resolve(database)
  })
  request.addEventListener('error', () => {
    // The next call opens it again.
    databases.delete(userId)
    reject(request.error ?? new Error('The files cannot be kept'))
  })
  return promise
}
