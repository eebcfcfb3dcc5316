import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import { newId, type OperationId, type SpaceId, type StudioId, type TaskId, type UserId } from '#core/lib/ids.ts'
import { anId } from '#core/testing/studio-fixture.ts'
import { setRows } from '#core/sync/patches.ts'
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

async function pieceKeys(userId: UserId): Promise<readonly string[]> {
  const db = await new Dexie(storeName(userId)).open()
  const keys = await db.table<unknown, string>('pieces').toCollection().primaryKeys()
  db.close()
  return keys
}

test('a scope, a pending write and a note are there after the page was loaded again', async () => {
  const userId = newId<UserId>()
  const entry = anEntry()
  const first = openDexieStore(userId)
  await first.saveScope(aCachedScope())
  await first.saveEntry(entry)
  await first.saveMeta('last-space', 'x')
  await first.close()

  const second = openDexieStore(userId)

  expect(await second.loadScope(scope)).toEqual(aCachedScope())
  expect(await second.loadEntries()).toEqual([entry])
  expect(await second.loadMeta('last-space')).toBe('x')
})

test('a write that was not safe yet when the page went away is there after it was loaded again, whole', async () => {
  const userId = newId<UserId>()
  const entry = anEntry({ patches: [setRows({ scope, table: 'item_tasks' }, ['a'], { dueDate: undefined })] })
  const page = openLeavingWrites(userId)
  void page.hold(entry, new Promise(() => undefined))
  dispatchEvent(new Event('pagehide'))
  page.close()

  expect(await openDexieStore(userId).loadEntries()).toStrictEqual([entry])
  // It has moved into the database.
  expect(Object.keys(localStorage)).toEqual([])
  expect(await openDexieStore(userId).loadEntries()).toStrictEqual([entry])
})

test('a page that went away and came back leaves nothing behind of a write that is safe', async () => {
  const store = openDexieStore(newId<UserId>())
  const saving = store.saveEntry(anEntry())
  dispatchEvent(new Event('pagehide'))
  expect(Object.keys(localStorage)).toHaveLength(1)

  await saving

  expect(Object.keys(localStorage)).toEqual([])
  dispatchEvent(new Event('pagehide'))
  expect(Object.keys(localStorage)).toEqual([])
})

test('one person never sees what another kept on the same device', async () => {
  await openDexieStore(newId<UserId>()).saveEntry(anEntry())

  const other = openDexieStore(newId<UserId>())

  expect(await other.loadEntries()).toEqual([])
})

test('a broken cache or one of another format is dropped, and the rest is kept', async () => {
  const userId = newId<UserId>()
  const store = openDexieStore(userId)
  const entry = anEntry()
  await store.saveEntry(entry)
  await putRaw(userId, 'scopes', { scope, format: 1, cached: { scope, rev: 'seven', tables: {} } })
  expect(await store.loadScope(scope)).toBeUndefined()

  await putRaw(userId, 'scopes', { scope, format: 0, cached: aCachedScope() })
  expect(await store.loadScope(scope)).toBeUndefined()

  await putRaw(userId, 'outbox', { id: 'broken' })
  expect(await store.loadEntries()).toEqual([entry])
})

test('a large scope is kept in pieces: only those with a changed row are written again, and none is left over', async () => {
  const userId = newId<UserId>()
  const rows = Array.from({ length: 9000 }, (_, index) => ({
    taskId: anId<TaskId>(5, index),
    estimatedHours: index,
  }))
  const store = openDexieStore(userId)
  await store.saveScope(aCachedScope({ tables: { task_estimations: rows } }))
  const before = await pieceKeys(userId)
  const changed = rows.map((row, index) => (index === 4000 ? { ...row, estimatedHours: 1 } : row))
  await store.saveScope(aCachedScope({ rev: 8, tables: { task_estimations: changed } }))

  const after = await pieceKeys(userId)
  expect(before).toHaveLength(4)
  expect(after).toHaveLength(4)
  expect(after.filter((key) => before.includes(key))).toHaveLength(3)
  await store.close()
  const later = openDexieStore(userId)
  expect(await later.loadScope(scope)).toEqual(aCachedScope({ rev: 8, tables: { task_estimations: changed } }))

  await later.deleteScope(scope)
  expect(await pieceKeys(userId)).toEqual([])
})

test('a large scope of which a piece is missing is dropped whole', async () => {
  const userId = newId<UserId>()
  const rows = Array.from({ length: 9000 }, (_, index) => ({ taskId: anId<TaskId>(5, index), estimatedHours: 1 }))
  const store = openDexieStore(userId)
  await store.saveScope(aCachedScope({ tables: { task_estimations: rows } }))
  const [lost = ''] = await pieceKeys(userId)
  const db = await new Dexie(storeName(userId)).open()
  await db.table('pieces').delete(lost)
  db.close()

  expect(await store.loadScope(scope)).toBeUndefined()
  expect(await pieceKeys(userId)).toEqual([])
})

test('nothing is left of a person who signed out', async () => {
  const userId = newId<UserId>()
  const store = openDexieStore(userId)
  await store.saveEntry(anEntry())
  await store.clear()
  await store.close()

  expect(await Dexie.exists(storeName(userId))).toBe(false)
})
