import { findCacheFormat } from '#core/schema/cache-format.ts'
import type { Scope } from '#core/schema/scope.ts'
import { Dexie, type Table } from 'dexie'
import type { OperationId, UserId } from '#core/lib/ids.ts'
import type { CachedScope, KeptEntry, LocalStore } from '#core/sync/ports.ts'
import { openLeavingWrites } from './leaving-writes.ts'
import { packRows, unpackRows, type StoredRows } from './packed-rows.ts'
import { makeScopePieces, type PieceList, type PieceRecord } from './scope-pieces.ts'

const cacheFormat = `columns ${findCacheFormat()}`

type ScopeRecord = {
  readonly scope: Scope
  readonly format: string
  readonly cached: Omit<CachedScope, 'tables'>
  readonly tables: Readonly<Record<string, StoredRows>>
  readonly pieces: PieceList | undefined
}
type MetaRecord = { readonly key: string; readonly value: unknown }

/** Returns the name of a person's database on this device. */
export function storeName(userId: UserId): string {
  return `xsheet-${userId}`
}

/**
 * Opens a person's store in IndexedDB: scopes in one record each, large ones in pieces, their rows packed, and pending
 * writes in one small row each. Rejects if the browser opens no database.
 */
export async function openDexieStore(userId: UserId): Promise<LocalStore> {
  // Strict: "saved" means on disk, not in a buffer of the operating system.
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

/** The key of a scope's revision, stored separately: the record may be large, and tabs compare before each save. */
const revKey = (scope: Scope): string => `rev ${scope}`

/** Returns the methods for scopes and their pieces. A scope that cannot be put together is dropped. */
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
    const cached = unpackScope(record)
    if (cached === undefined || record.pieces === undefined) return cached ?? 'broken'
    return (await pieces.read({ cached, pieces: record.pieces })) ?? 'broken'
  }
  const save = async (cached: CachedScope): Promise<boolean> => {
    const { scope, rev } = cached
    const head = await pieces.write(cached)
    // The head comes last, in one transaction with what it no longer needs: a page that closes before leaves the former
    // state complete.
    return await db.transaction('rw', scopes, pieceTable, meta, async () => {
      const kept = (await meta.get(revKey(scope)))?.value
      if (typeof kept === 'number' && kept > rev) return true
      if (!(await pieces.sweep(scope, head?.pieces ?? {}))) return false
      await scopes.put({ scope, format: cacheFormat, ...packScope(head?.cached ?? cached), pieces: head?.pieces })
      await meta.put({ key: revKey(scope), value: rev })
      return true
    })
  }
  const saveWhole = async (cached: CachedScope): Promise<void> => {
    if (await save(cached)) return
    // Another tab saved meanwhile and removed pieces that this one had written, so all are written again.
    pieces.forget(cached.scope)
    if (!(await save(cached))) throw new Error('Another tab is saving this scope')
  }
  return {
    deleteScope,
    loadScope: async (scope) => {
      // One transaction: otherwise another tab's save could remove the pieces that the head just read names.
      const found = await db.transaction('r', scopes, pieceTable, async () => await read(scope))
      if (found !== 'broken') return found
      await db.transaction('rw', scopes, pieceTable, meta, async () => {
        if ((await read(scope)) === 'broken') await deleteScope(scope)
      })
      return undefined
    },
    saveScope: async (cached) => {
      // One at a time: two saves of one scope would remove each other's pieces.
      const saved = saving.then(async () => await saveWhole(cached))
      saving = saved.catch(() => undefined)
      await saved
    },
  }
}

function packScope({ tables, ...cached }: CachedScope): Pick<ScopeRecord, 'cached' | 'tables'> {
  return { cached, tables: Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, packRows(rows)])) }
}

/** Returns what was packed, or undefined if any of it is damaged. */
function unpackScope({ cached, tables }: ScopeRecord): CachedScope | undefined {
  const unpacked: Record<string, readonly object[]> = {}
  for (const [name, stored] of Object.entries(tables)) {
    const rows = unpackRows(stored)
    if (rows === undefined) return undefined
    unpacked[name] = rows
  }
  return { ...cached, tables: unpacked }
}

/** Returns whether a record is complete and in this version's format; what is on disk may be anything. */
function isScopeRecord(record: ScopeRecord): boolean {
  const { cached, tables }: Partial<ScopeRecord> = record
  return (
    record.format === cacheFormat &&
    cached?.scope === record.scope &&
    typeof cached.rev === 'number' &&
    typeof tables === 'object' &&
    // The type leaves out what a damaged record may hold.
    (tables as unknown) !== null
  )
}
