import { toId, type OperationId, type UserId } from '#core/lib/ids.ts'
import type { KeptEntry, OutboxEntry } from '#core/sync/ports.ts'
import { listStored, readStored, writeStored } from '#app/lib/browser-storage.ts'

/** Stands for undefined, such as a removed date, which JSON lacks. */
const nothing = '\u0000nothing'

/** Writes that the database had not confirmed when the page closed. */
export interface LeavingWrites {
  /** Holds an entry until it is saved; if the page closes before, the entry is written down. */
  hold: (entry: OutboxEntry, saving: Promise<unknown>) => Promise<void>
  /** Returns what earlier pages wrote down. */
  read: () => readonly KeptEntry[]
  forget: (ids: readonly OperationId[]) => void
  close: () => void
}

/**
 * Opens the record of unconfirmed writes. IndexedDB confirms a write some milliseconds after a key press, many on a
 * busy disk, and drops it if the page reloads before that. What is not confirmed then goes into local storage, the one
 * place a closing page can still write to.
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
        // A newer state of the same write stays; this also covers a page that came back.
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

/** Parses an entry; the reader of the outbox sets aside what is not one. */
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
