import { Dexie, type Table } from 'dexie'
import type { OperationId, UserId } from '#core/lib/ids.ts'
import type { Scope } from '#core/domain/rows.ts'
import type { CachedScope, LocalStore, OutboxEntry } from '#core/sync/ports.ts'

/** Raised when rows change their shape: older caches are dropped and pulled anew; pending writes are kept. */
const cacheFormat = 1

type ScopeRecord = { readonly scope: Scope; readonly format: number; readonly cached: CachedScope }
type MetaRecord = { readonly key: string; readonly value: unknown }

/** The name of one person's database on this device. */
export function storeName(userId: UserId): string {
  return `xsheet-${userId}`
}

/** Keeps one person's scopes, one record each, and pending writes, one small row each, in IndexedDB. */
export function openDexieStore(userId: UserId): LocalStore {
  // Strict: "saved" means on the disk, not in a buffer of the system.
  const db = new Dexie(storeName(userId), { chromeTransactionDurability: 'strict' })
  db.version(1).stores({ scopes: 'scope', outbox: 'id', meta: 'key' })
  const scopes: Table<ScopeRecord, Scope> = db.table('scopes')
  const outbox: Table<OutboxEntry, OperationId> = db.table('outbox')
  const meta: Table<MetaRecord, string> = db.table('meta')

  return {
    loadScope: async (scope) => {
      const record = await scopes.get(scope)
      if (record === undefined || isScopeRecord(record)) return record?.cached
      await scopes.delete(scope)
      return undefined
    },
    saveScope: async (cached) => {
      await scopes.put({ scope: cached.scope, format: cacheFormat, cached })
    },
    deleteScope: async (scope) => {
      await scopes.delete(scope)
    },
    loadEntries: async () => {
      const entries = await outbox.toArray()
      const broken = entries.filter((entry) => !isEntry(entry))
      if (broken.length > 0) await outbox.bulkDelete(broken.map(({ id }) => id))
      return entries.filter(isEntry)
    },
    saveEntry: async (entry) => {
      await outbox.put(entry)
    },
    deleteEntries: async (ids) => {
      await outbox.bulkDelete([...ids])
    },
    loadMeta: async (key) => (await meta.get(key))?.value,
    saveMeta: async (key, value) => {
      await meta.put({ key, value })
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

/** Whether a record is whole and of this version's format; what is read from a disk may be anything. */
function isScopeRecord(record: ScopeRecord): boolean {
  const cached: Partial<CachedScope> | undefined = record.cached
  return (
    record.format === cacheFormat &&
    cached?.scope === record.scope &&
    typeof cached.rev === 'number' &&
    typeof cached.tables === 'object' &&
    Object.values(cached.tables).every((rows) => Array.isArray(rows))
  )
}

function isEntry(entry: OutboxEntry): boolean {
  const { mutation, patches, order }: Partial<OutboxEntry> = entry
  return typeof mutation?.kind === 'string' && Array.isArray(patches) && typeof order === 'number'
}
