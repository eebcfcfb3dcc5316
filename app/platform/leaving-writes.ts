import { toId, type OperationId, type UserId } from '#core/lib/ids.ts'
import type { KeptEntry, OutboxEntry } from '#core/sync/ports.ts'
import { listStored, readStored, writeStored } from '#app/lib/browser-storage.ts'

/** JSON has no undefined, and a date that was taken away is one. */
const nothing = '\u0000nothing'

/** Writes that the database had not confirmed when the page went away. */
export interface LeavingWrites {
  /** Holds an entry until the promise of its being saved is kept; a page that goes before writes it down. */
  hold: (entry: OutboxEntry, saving: Promise<unknown>) => Promise<void>
  /** What earlier pages wrote down. */
  read: () => readonly KeptEntry[]
  forget: (ids: readonly OperationId[]) => void
  close: () => void
}

/**
 * IndexedDB says some milliseconds after a key that a write is safe, many on a busy disk, and drops it when the page is
 * loaded anew before that. What has not been confirmed then goes into local storage, the one place a leaving page can
 * still write to.
 */
export function openLeavingWrites(userId: UserId): LeavingWrites {
  const prefix = `xsheet-leaving-${userId}-`
  const unsaved = new Map<OperationId, OutboxEntry>()
  const writeDown = (): void => {
    for (const [id, entry] of unsaved) writeStored(prefix + id, encode(entry))
  }
  addEventListener('pagehide', writeDown)
  return {
    hold: async (entry, saving) => {
      unsaved.set(entry.id, entry)
      try {
        await saving
      } finally {
        // A page that came back after all, or a newer state of the same write.
        if (unsaved.get(entry.id) === entry) {
          unsaved.delete(entry.id)
          writeStored(prefix + entry.id, undefined)
        }
      }
    },
    read: () => listStored(prefix).map((key) => ({ ...decode(readStored(key)), id: toId(key.slice(prefix.length)) })),
    forget: (ids) => {
      for (const id of ids) writeStored(prefix + id, undefined)
    },
    close: () => removeEventListener('pagehide', writeDown),
  }
}

function encode(entry: OutboxEntry): string {
  return JSON.stringify(entry, (_key, value: unknown) => (value === undefined ? nothing : value))
}

/** What is not an entry after all is set aside by whoever reads the outbox. */
function decode(text: string | undefined): object {
  try {
    return Object(restore(JSON.parse(text ?? '')))
  } catch {
    return {}
  }
}

function restore(value: unknown): unknown {
  if (value === nothing) return undefined
  if (Array.isArray(value)) return value.map(restore)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, restore(inner)]))
}
