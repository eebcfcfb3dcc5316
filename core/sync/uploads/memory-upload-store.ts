import type { MediaId } from '#core/lib/ids.ts'
import type { UploadChanges, UploadEntry, UploadStore } from './ports.ts'

/** Makes an upload store that lasts as long as the program runs. */
export function makeMemoryUploadStore(): UploadStore {
  const entries = new Map<MediaId, UploadEntry>()
  const files = new Map<MediaId, Blob>()
  const soon = async <T>(value: T): Promise<T> => await Promise.resolve(value)
  return {
    load: async () => await soon([...entries.values()]),
    find: async (id) => await soon(entries.get(id)),
    add: async (entry, file) => {
      entries.set(entry.id, entry)
      files.set(entry.id, file)
      await soon(undefined)
    },
    change: async (id, changes) => {
      const entry = entries.get(id)
      if (entry !== undefined) entries.set(id, applyChanges(entry, changes))
      await soon(undefined)
    },
    loadFile: async (id) => await soon(files.get(id)),
    saveFile: async (id, file) => {
      await soon(files.set(id, file))
    },
    deleteFiles: async (ids) => {
      for (const id of ids) files.delete(id)
      await soon(undefined)
    },
    deleteEntries: async (ids) => {
      for (const id of ids) entries.delete(id)
      await soon(undefined)
    },
    clear: async () => {
      entries.clear()
      files.clear()
      await soon(undefined)
    },
    close: async () => await soon(undefined),
  }
}

/** Returns an entry with some fields changed. */
export function applyChanges(entry: UploadEntry, changes: UploadChanges): UploadEntry {
  const fields = Object.entries({ ...entry, ...changes }).filter(([, value]) => value !== undefined)
  // Same fields as before; only optional ones are ever `undefined` in changes.
  return Object.fromEntries(fields) as UploadEntry
}
