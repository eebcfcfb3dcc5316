import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import { newId, type OperationId, type SpaceId, type StudioId, type UserId } from '#core/lib/ids.ts'
import { anId } from '#core/testing/studio-fixture.ts'
import type { CachedScope, OutboxEntry } from '#core/sync/ports.ts'
import { openDexieStore, storeName } from './dexie-store.ts'

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

test('nothing is left of a person who signed out', async () => {
  const userId = newId<UserId>()
  const store = openDexieStore(userId)
  await store.saveEntry(anEntry())
  await store.clear()
  await store.close()

  expect(await Dexie.exists(storeName(userId))).toBe(false)
})
