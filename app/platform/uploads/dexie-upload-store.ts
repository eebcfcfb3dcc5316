import { Dexie, type Table, type UpdateSpec } from 'dexie'
import type { MediaId, UserId } from '#core/lib/ids.ts'
import type { UploadEntry, UploadStore } from '#core/sync/uploads/ports.ts'

type FileRecord = { readonly id: MediaId; readonly file: Blob }

/** Returns the name of the database with a person's uploads on this device. */
export function uploadStoreName(userId: UserId): string {
  return `xsheet-uploads-${userId}`
}

/**
 * Opens a person's uploads in IndexedDB: small rows about them, and the bytes in a separate table, which the browser
 * keeps on disk and returns as blobs that are read piece by piece.
 */
export function openDexieUploadStore(userId: UserId): UploadStore {
  // Strict: "safe" means on disk, not in a buffer of the operating system.
  const db = new Dexie(uploadStoreName(userId), { chromeTransactionDurability: 'strict' })
  db.version(1).stores({ entries: 'id', files: 'id' })
  const entries: Table<UploadEntry, MediaId> = db.table('entries')
  const files: Table<FileRecord, MediaId> = db.table('files')
  return {
    load: async () => await entries.toArray(),
    find: async (id) => await entries.get(id),
    add: async (entry, file) => {
      await db.transaction('rw', entries, files, async () => {
        await files.put({ id: entry.id, file })
        await entries.put(entry)
      })
    },
    change: async (id, changes) => {
      // The same names and values: Dexie's type merely adds nested paths.
      await entries.update(id, changes as UpdateSpec<UploadEntry>)
    },
    loadFile: async (id) => (await files.get(id))?.file,
    saveFile: async (id, file) => {
      await files.put({ id, file })
    },
    deleteFiles: async (ids) => {
      await files.bulkDelete([...ids])
    },
    deleteEntries: async (ids) => {
      await entries.bulkDelete([...ids])
    },
    clear: async () => {
      await db.delete({ disableAutoOpen: false })
    },
    close: async () => {
      db.close({ disableAutoOpen: false })
      await Promise.resolve()
    },
  }
}
