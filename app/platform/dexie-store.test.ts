import { findCacheFormat } from '#core/schema/cache-format.ts'
import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import type { Rows } from '#core/schema/tables.ts'
import { newId, type OperationId, type SpaceId, type StudioId, type TaskId, type UserId } from '#core/lib/ids.ts'
import { anId } from '#core/testing/studio-fixture.ts'
import type { CachedScope, OutboxEntry } from '#core/sync/ports.ts'
import { openDexieStore, storeName } from './dexie-store.ts'
import { openLeavingWrites } from './leaving-writes.ts'

const scope = `space:${anId<SpaceId>(3, 1)}` as const

function aCachedScope(overrides: Partial<CachedScope> = {}): CachedScope {
  return { scope, rev: 7, tables: { task_estimations: [] }, ...overrides }
}

function anEntry(overrides: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    id: newId<OperationId>(),
    order: 1,
    studioId: anId<StudioId>(1, 1),
    label: 'Set status',
    mutation: { kind: 'delete', table: 'items', keys: ['a'] },
    patches: [],
    about: [],
    state: 'pending',
    createdAt: 0,
    ...overrides,
  }
}

async function putRaw(userId: UserId, table: string, record: object): Promise<void> {
  const db = await new Dexie(storeName(userId)).open()
  await db.table(table).put(record)
  db.close()
}

async function readRaw(userId: UserId, table: string, key: string): Promise<object> {
  const db = await new Dexie(storeName(userId)).open()
  const record = await db.table<object, string>(table).get(key)
  db.close()
  if (record === undefined) throw new Error(`There is no ${key}`)
  return record
}

async function pieceKeys(userId: UserId): Promise<readonly string[]> {
  const db = await new Dexie(storeName(userId)).open()
  const keys = await db.table<unknown, string>('pieces').toCollection().primaryKeys()
  db.close()
  return keys
}

test('a scope, a pending write and a meta value survive a reload', async () => {
  const userId = newId<UserId>()
  const entry = anEntry()
  const first = await openDexieStore(userId)
  await first.saveScope(aCachedScope())
  await first.saveEntry(entry)
  await first.saveMeta('last-space', 'x')
  await first.close()

  const second = await openDexieStore(userId)

  expect(await second.loadScope(scope)).toEqual(aCachedScope())
  expect(await second.loadEntries()).toEqual([entry])
  expect(await second.loadMeta('last-space')).toBe('x')
})

test('a write that was not on disk when the page closed is restored in full after a reload', async () => {
  const userId = newId<UserId>()
  const patch = { kind: 'set', scope, table: 'item_tasks', keys: ['a'], fields: { dueDate: undefined } } as const
  const entry = anEntry({ patches: [patch] })
  const page = openLeavingWrites(userId)
  void page.hold(entry, new Promise(() => undefined))
  dispatchEvent(new Event('pagehide'))
  page.close()

  // A clone, so that both come from the realm in which cloning creates objects.
  expect(await (await openDexieStore(userId)).loadEntries()).toStrictEqual([structuredClone(entry)])
  // It has moved to the database.
  expect(Object.keys(localStorage)).toEqual([])
  expect(await (await openDexieStore(userId)).loadEntries()).toStrictEqual([structuredClone(entry)])
})

test('a page that was left and came back keeps no copy of a write that is on disk', async () => {
  const store = await openDexieStore(newId<UserId>())
  const saving = store.saveEntry(anEntry())
  dispatchEvent(new Event('pagehide'))
  expect(Object.keys(localStorage)).toHaveLength(1)

  await saving

  expect(Object.keys(localStorage)).toEqual([])
  dispatchEvent(new Event('pagehide'))
  expect(Object.keys(localStorage)).toEqual([])
})

test('a person never sees what another stored on the same device', async () => {
  await (await openDexieStore(newId<UserId>())).saveEntry(anEntry())

  const other = await openDexieStore(newId<UserId>())

  expect(await other.loadEntries()).toEqual([])
})

test('a broken cache or one in another format is dropped; writes are kept, whatever they are', async () => {
  const userId = newId<UserId>()
  const store = await openDexieStore(userId)
  const entry = anEntry()
  await store.saveEntry(entry)
  await putRaw(userId, 'outbox', { id: 'broken' })
  await store.saveScope(aCachedScope())
  const record = await readRaw(userId, 'scopes', scope)
  const broken: readonly object[] = [
    { format: findCacheFormat() },
    { cached: { scope, rev: 'seven' } },
    { cached: undefined },
    { tables: undefined },
    { tables: null },
    { tables: { task_estimations: 'rows' } },
    { tables: { task_estimations: { count: 2, columns: [{ field: 'taskId', values: ['a'] }] } } },
  ]
  for (const change of broken) {
    await putRaw(userId, 'scopes', record)
    expect(await store.loadScope(scope)).toEqual(aCachedScope())

    await putRaw(userId, 'scopes', { ...record, ...change })
    expect(await store.loadScope(scope)).toBeUndefined()
  }
  expect(await store.loadEntries()).toEqual([entry, { id: 'broken' }])
})

test('a large scope is stored in pieces: only those with a changed row are rewritten, and none is left over', async () => {
  const userId = newId<UserId>()
  const rows = Array.from({ length: 9000 }, (_, index) => ({
    taskId: anId<TaskId>(5, index),
    estimatedHours: index,
  }))
  const store = await openDexieStore(userId)
  await store.saveScope(aCachedScope({ tables: { task_estimations: rows } }))
  const before = await pieceKeys(userId)
  const changed = rows.map((row, index) => (index === 4000 ? { ...row, estimatedHours: 1 } : row))
  await store.saveScope(aCachedScope({ rev: 8, tables: { task_estimations: changed } }))

  const after = await pieceKeys(userId)
  expect(before).toHaveLength(4)
  expect(after).toHaveLength(4)
  expect(after.filter((key) => before.includes(key))).toHaveLength(3)
  await store.close()
  const later = await openDexieStore(userId)
  expect(await later.loadScope(scope)).toEqual(aCachedScope({ rev: 8, tables: { task_estimations: changed } }))

  await later.deleteScope(scope)
  expect(await pieceKeys(userId)).toEqual([])
})

test('a large scope with a missing or damaged piece is dropped entirely', async () => {
  const userId = newId<UserId>()
  const rows = Array.from({ length: 9000 }, (_, index) => ({ taskId: anId<TaskId>(5, index), estimatedHours: 1 }))
  const store = await openDexieStore(userId)
  await store.saveScope(aCachedScope({ tables: { task_estimations: rows } }))
  const [lost = ''] = await pieceKeys(userId)
  const db = await new Dexie(storeName(userId)).open()
  await db.table('pieces').delete(lost)
  db.close()

  expect(await store.loadScope(scope)).toBeUndefined()
  expect(await pieceKeys(userId)).toEqual([])

  await store.saveScope(aCachedScope({ tables: { task_estimations: rows } }))
  const [key = ''] = await pieceKeys(userId)
  await putRaw(userId, 'pieces', { key, rows: { count: 2500, columns: [{ field: 'taskId', values: [] }] } })
  expect(await store.loadScope(scope)).toBeUndefined()
  expect(await pieceKeys(userId)).toEqual([])
})

test('nothing is left of a person who signed out', async () => {
  const userId = newId<UserId>()
  const store = await openDexieStore(userId)
  await store.saveEntry(anEntry())
  await store.clear()
  await store.close()

  expect(await Dexie.exists(storeName(userId))).toBe(false)
})

function someRows(count: number, hours: (index: number) => number): Rows['task_estimations'][] {
  return Array.from({ length: count }, (_, index) => ({
    taskId: anId<TaskId>(5, index),
    estimatedHours: hours(index),
  }))
}

/** Simulates a disk that takes this many more records and refuses the rest until freed. */
function fillDisk(taken: number): { readonly free: () => void } {
  // oxlint-disable-next-line typescript/unbound-method -- restored later, and called with its object
  const { put } = IDBObjectStore.prototype
  let left = taken
  IDBObjectStore.prototype.put = function refuse(this: IDBObjectStore, ...record) {
    left -= 1
    if (left < 0) throw new DOMException('The disk is full', 'QuotaExceededError')
    return put.apply(this, record)
  }
  return {
    free: () => {
      IDBObjectStore.prototype.put = put
    },
  }
}

test('a large scope refused halfway keeps its former state, whichever piece was refused, and is complete after the next save', async () => {
  const aState = (rev: number): CachedScope =>
    aCachedScope({ rev, tables: { task_estimations: someRows(9000, () => rev) } })
  for (const taken of [0, 1, 3, 4]) {
    const userId = newId<UserId>()
    const store = await openDexieStore(userId)
    await store.saveScope(aState(7))
    const disk = fillDisk(taken)
    await expect(store.saveScope(aState(8))).rejects.toThrow('The disk is full')
    disk.free()
    expect(await (await openDexieStore(userId)).loadScope(scope)).toEqual(aState(7))

    const rows = aState(8).tables.task_estimations ?? []
    await store.saveScope({ ...aState(9), tables: { task_estimations: rows } })

    expect((await (await openDexieStore(userId)).loadScope(scope))?.tables.task_estimations).toEqual(rows)
    expect(await pieceKeys(userId)).toHaveLength(4)
  }
})

test('two tabs that save a large scope in turn leave it complete each time', async () => {
  const userId = newId<UserId>()
  const [one, other] = [await openDexieStore(userId), await openDexieStore(userId)]
  let rows = someRows(9000, () => 0)
  await one.saveScope(aCachedScope({ rev: 1, tables: { task_estimations: rows } }))
  let ofOther = (await other.loadScope(scope))?.tables.task_estimations ?? []

  for (const rev of [2, 4, 6]) {
    // Each changes a different piece than the tab before, and keeps the unchanged rows.
    const change = (row: Rows['task_estimations'], index: number): Rows['task_estimations'] =>
      index === rev * 1000 ? { ...row, estimatedHours: rev } : row
    ofOther = ofOther.map(change)
    rows = rows.map(change)
    await other.saveScope(aCachedScope({ rev, tables: { task_estimations: ofOther } }))
    expect(await (await openDexieStore(userId)).loadScope(scope)).toMatchObject({
      rev,
      tables: { task_estimations: rows },
    })
    await one.saveScope(aCachedScope({ rev: rev + 1, tables: { task_estimations: rows } }))
    expect((await (await openDexieStore(userId)).loadScope(scope))?.rev).toBe(rev + 1)
  }
  expect(await pieceKeys(userId)).toHaveLength(4)
})

test('an older state never replaces a newer one that another tab stored', async () => {
  const userId = newId<UserId>()
  const [one, other] = [await openDexieStore(userId), await openDexieStore(userId)]
  await one.saveScope(aCachedScope({ rev: 9 }))

  await other.saveScope(aCachedScope({ rev: 8 }))
  expect((await one.loadScope(scope))?.rev).toBe(9)

  await other.deleteScope(scope)
  await other.saveScope(aCachedScope({ rev: 8 }))
  expect((await one.loadScope(scope))?.rev).toBe(8)
})

test('a write noted by a closing page is restored even if the database refuses it', async () => {
  const userId = newId<UserId>()
  const entry = anEntry()
  const page = openLeavingWrites(userId)
  void page.hold(entry, new Promise(() => undefined))
  dispatchEvent(new Event('pagehide'))
  page.close()

  const disk = fillDisk(0)
  const read = await (await openDexieStore(userId)).loadEntries()
  disk.free()

  expect(read).toStrictEqual([entry])
  expect(await (await openDexieStore(userId)).loadEntries()).toStrictEqual([structuredClone(entry)])
})

test('a large scope that another tab saves during a read is read completely, and stays', async () => {
  const userId = newId<UserId>()
  const rows = someRows(9000, () => 1)
  const store = await openDexieStore(userId)
  await store.saveScope(aCachedScope({ rev: 1, tables: { task_estimations: rows } }))
  const keys = await pieceKeys(userId)
  // Another tab's save comes in just before this one reads the pieces.
  // oxlint-disable-next-line typescript/unbound-method -- restored later, and called with its object
  const { transaction } = IDBDatabase.prototype
  let isDue = false
  const saveThere = (db: IDBDatabase): void => {
    const there = transaction.call(db, ['scopes', 'pieces'], 'readwrite')
    const pieces = there.objectStore('pieces')
    for (const key of keys) {
      const read = pieces.get(key)
      read.addEventListener('success', () => {
        const piece: { rows: object[] } = read.result
        pieces.put({ key: `${key} anew`, rows: piece.rows })
        pieces.delete(key)
      })
    }
    const head = there.objectStore('scopes').get(scope)
    head.addEventListener('success', () => {
      const record: { cached: CachedScope } = head.result
      const anew = { task_estimations: keys.map((key) => `${key} anew`) }
      there.objectStore('scopes').put({ ...record, cached: { ...record.cached, rev: 2 }, pieces: anew })
    })
  }
  IDBDatabase.prototype.transaction = function hook(this: IDBDatabase, ...given) {
    if (isDue && [given[0]].flat().includes('pieces')) {
      isDue = false
      saveThere(this)
    }
    return transaction.apply(this, given)
  }
  // Opened after the hook is set, since a database keeps the function it found when opened.
  const late = await openDexieStore(userId)
  isDue = true
  const read = await late.loadScope(scope)
  IDBDatabase.prototype.transaction = transaction

  expect(isDue).toBe(false)
  expect(read?.tables.task_estimations).toHaveLength(9000)
  expect(read?.rev).toBe(2)
  expect((await (await openDexieStore(userId)).loadScope(scope))?.rev).toBe(2)
})
