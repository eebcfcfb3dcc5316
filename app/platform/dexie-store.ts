import { findCacheFormat } from '#core/schema/cache-format.ts'
import type { Scope } from '#core/schema/scope.ts'
import { Dexie, type Table } from 'dexie'
import type { OperationId, UserId } from '#core/lib/ids.ts'
import type { CachedScope, KeptEntry, LocalStore } from '#core/sync/ports.ts'
import { openLeavingWrites } from './leaving-writes.ts'
import { makeScopePieces, type PieceList, type PieceRecord } from './scope-pieces.ts'

const cacheFormat = findCacheFormat()

type ScopeRecord = {
  readonly scope: Scope
  readonly format: string
  readonly cached: CachedScope
  readonly pieces?: PieceList
}
type MetaRecord = { readonly key: string; readonly value: unknown }

/** The name of one person's database on this device. */
export function storeName(userId: UserId): string {
  return `xsheet-${userId}`
}

/**
 * Keeps one person's scopes, one record each or, large ones, in pieces, and pending writes, one small row each, in IndexedDB.
 * Fails where the browser lets none be opened.
 */
export async function openDexieStore(userId: UserId): Promise<LocalStore> {
  // Strict: "saved" means on the disk, not in a buffer of the system.
  const db = new Dexie(storeName(userId), { chromeTransactionDurability: 'strict' })
  db.version(1).stores({ scopes: 'scope', outbox: 'id', meta: 'key' })
  db.version(2).stores({ pieces: 'key' })
  await db.open()
  const outbox: Table<KeptEntry, OperationId> = db.table('outbox')
  const meta: Table<MetaRecord, string> = db.table('meta')
  const leaving = openLeavingWrites(userId)
  return {
    ...keepScopes(db),
    loadEntries: async () => {
      const late = leaving.read()
      // What the database refuses stays where it is until the next start, and is sent meanwhile.
      const isKept =
        late.length === 0 ||
        (await outbox.bulkPut([...late]).then(
          () => true,
          () => false,
        ))
      if (isKept) leaving.forget(late.map(({ id }) => id))
      const stored = await outbox.toArray()
      return isKept ? stored : [...stored.filter(({ id }) => !late.some((one) => one.id === id)), ...late]
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

/** Where a scope's revision is noted: its record may be large, and tabs compare before each saving. */
const revKey = (scope: Scope): string => `rev ${scope}`

/** Scopes with their pieces. What cannot be put together is dropped. */
function keepScopes(db: Dexie): Pick<LocalStore, 'loadScope' | 'saveScope' | 'deleteScope'> {
  const scopes: Table<ScopeRecord, Scope> = db.table('scopes')
  const pieceTable: Table<PieceRecord, string> = db.table('pieces')
  const meta: Table<MetaRecord, string> = db.table('meta')
  const pieces = makeScopePieces(pieceTable)
  let saving: Promise<unknown> = Promise.resolve()
  const deleteScope = async (scope: Scope): Promise<void> => {
    await db.transaction('rw', scopes, pieceTable, meta, async () => {
      await scopes.delete(scope)
      await meta.delete(revKey(scope))
      await pieces.sweep(scope, {})
    })
  }
  const read = async (scope: Scope): Promise<CachedScope | 'broken' | undefined> => {
    const record = await scopes.get(scope)
    if (record === undefined) return undefined
    if (!isScopeRecord(record)) return 'broken'
    const { cached } = record
    if (record.pieces === undefined) return cached
    return (await pieces.read({ cached, pieces: record.pieces })) ?? 'broken'
  }
  const save = async (cached: CachedScope): Promise<boolean> => {
    const { scope, rev } = cached
    const head = await pieces.write(cached)
    // The head last, and with it what it no longer needs: a page that goes away in between leaves the former state whole.
    return await db.transaction('rw', scopes, pieceTable, meta, async () => {
      const kept = (await meta.get(revKey(scope)))?.value
      if (typeof kept === 'number' && kept > rev) return true
      if (!(await pieces.sweep(scope, head?.pieces ?? {}))) return false
      await scopes.put({ scope, format: cacheFormat, ...(head ?? { cached }) })
      await meta.put({ key: revKey(scope), value: rev })
      return true
    })
  }
  const saveWhole = async (cached: CachedScope): Promise<void> => {
    if (await save(cached)) return
    // Another tab has saved meanwhile and swept away pieces that this one had written before: all are written again.
    pieces.forget(cached.scope)
    if (!(await save(cached))) throw new Error('Another tab is saving this scope')
  }
  return {
    deleteScope,
    loadScope: async (scope) => {
      // At one moment: what another tab saves in between sweeps the pieces away that the head just read names.
      const found = await db.transaction('r', scopes, pieceTable, async () => await read(scope))
      if (found !== 'broken') return found
      await db.transaction('rw', scopes, pieceTable, meta, async () => {
        if ((await read(scope)) === 'broken') await deleteScope(scope)
      })
      return undefined
    },
    saveScope: async (cached) => {
      // One after the other: pieces of two savings of one scope would sweep each other away.
      const saved = saving.then(async () => await saveWhole(cached))
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
