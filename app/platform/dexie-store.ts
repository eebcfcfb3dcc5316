import { Dexie, type Table } from 'dexie'
import type { OperationId, UserId } from '#core/lib/ids.ts'
import type { Scope } from '#core/domain/rows.ts'
import type { CachedScope, LocalStore, OutboxEntry } from '#core/sync/ports.ts'
import { openLeavingWrites } from './leaving-writes.ts'
import { makeScopePieces, type PieceList, type PieceRecord } from './scope-pieces.ts'

/** Raised when rows change their shape: older caches are dropped and pulled anew; pending writes are kept. */
const cacheFormat = 1

type ScopeRecord = {
  readonly scope: Scope
  readonly format: number
  readonly cached: CachedScope
  readonly pieces?: PieceList
}
type MetaRecord = { readonly key: string; readonly value: unknown }

/** The name of one person's database on this device. */
export function storeName(userId: UserId): string {
  return `xsheet-${userId}`
}

/** Keeps one person's scopes, one record each or, large ones, in pieces, and pending writes, one small row each, in IndexedDB. */
export function openDexieStore(userId: UserId): LocalStore {
  // Strict: "saved" means on the disk, not in a buffer of the system.
  const db = new Dexie(storeName(userId), { chromeTransactionDurability: 'strict' })
  db.version(1).stores({ scopes: 'scope', outbox: 'id', meta: 'key' })
  db.version(2).stores({ pieces: 'key' })
  const outbox: Table<OutboxEntry, OperationId> = db.table('outbox')
  const meta: Table<MetaRecord, string> = db.table('meta')
  const leaving = openLeavingWrites(userId)
  return {
    ...keepScopes(db),
    loadEntries: async () => {
      const late = leaving.read().filter(isEntry)
      if (late.length > 0) await outbox.bulkPut([...late])
      leaving.forget(late.map(({ id }) => id))
      const entries = await outbox.toArray()
      const broken = entries.filter((entry) => !isEntry(entry))
      if (broken.length > 0) await outbox.bulkDelete(broken.map(({ id }) => id))
      return entries.filter(isEntry)
    },
    saveEntry: async (entry) => {
      await leaving.hold(entry, outbox.put(entry))
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
      leaving.close()
      db.close({ disableAutoOpen: false })
      await Promise.resolve()
    },
  }
}

/** Scopes with their pieces. What cannot be put together is dropped. */
function keepScopes(db: Dexie): Pick<LocalStore, 'loadScope' | 'saveScope' | 'deleteScope'> {
  const scopes: Table<ScopeRecord, Scope> = db.table('scopes')
  const pieceTable: Table<PieceRecord, string> = db.table('pieces')
  const pieces = makeScopePieces(pieceTable)
  let saving: Promise<unknown> = Promise.resolve()
  const deleteScope = async (scope: Scope): Promise<void> => {
    await db.transaction('rw', scopes, pieceTable, async () => {
      await scopes.delete(scope)
      await pieces.sweep(scope, {})
    })
  }
  const save = async (cached: CachedScope): Promise<void> => {
    const head = await pieces.write(cached)
    // The head last, and with it what it no longer needs: a page that goes away in between leaves the former state whole.
    await db.transaction('rw', scopes, pieceTable, async () => {
      await scopes.put({ scope: cached.scope, format: cacheFormat, ...(head ?? { cached }) })
      await pieces.sweep(cached.scope, head?.pieces ?? {})
    })
  }
  return {
    deleteScope,
    loadScope: async (scope) => {
      const record = await scopes.get(scope)
      if (record === undefined) return undefined
      if (isScopeRecord(record)) {
        const { cached } = record
        const whole = record.pieces === undefined ? cached : await pieces.read({ cached, pieces: record.pieces })
        if (whole !== undefined) return whole
      }
      await deleteScope(scope)
      return undefined
    },
    saveScope: async (cached) => {
      // One after the other: pieces of two savings of one scope would sweep each other away.
      const saved = saving.then(async () => await save(cached))
      saving = saved.catch(() => undefined)
      await saved
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
