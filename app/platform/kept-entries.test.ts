import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import { newId, type TaskId } from '#core/lib/ids.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { systemClock } from '#core/sync/system.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import keptEntries from './kept-entries.json' with { type: 'json' }
import { openDexieStore } from './dexie-store.ts'
import { openDexieUploadStore } from './uploads/dexie-upload-store.ts'

type Kept = {
  readonly outbox: readonly { readonly id: string; readonly state: string }[]
  readonly uploads: readonly { readonly id: string; readonly fileName: string }[]
}

/** What an earlier version of this app stored on a device; `\0nothing` stands for undefined. */
const kept = restore(keptEntries) as Kept

function restore(value: unknown): unknown {
  if (value === '\u0000nothing') return undefined
  if (Array.isArray(value)) return value.map(restore)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, restore(inner)]))
}

async function keep(name: string, tables: Readonly<Record<string, readonly object[]>>): Promise<void> {
  const db = await new Dexie(name).open()
  for (const [table, records] of Object.entries(tables)) await db.table(table).bulkPut([...records])
  db.close()
}

test('writes and files stored by an earlier version are read and continue where they were', async () => {
  const { server, studioId, spaceId, userId, itemIds, taskIds } = aStudio({ itemCount: 3, now: systemClock.now })
  const [userOne, [taskId = newId<TaskId>()]] = [userId(1), taskIds]
  const stores = { store: await openDexieStore(userOne), files: openDexieUploadStore(userOne) }
  await Promise.all([stores.store.loadEntries(), stores.files.load()])
  await keep(`xsheet-${userOne}`, { outbox: kept.outbox })
  const bytes = kept.uploads.map(({ id, fileName }) => ({ id, file: new Blob([fileName]) }))
  await keep(`xsheet-uploads-${userOne}`, { entries: kept.uploads, files: bytes })

  const client = await makeStudioClient({
    userId: userOne,
    gateway: server.connect(userOne, () => 'ok'),
    store: stores.store,
    clock: systemClock,
    ids: { newId, random: () => 0 },
    online: { isOnline: () => true, subscribe: () => () => undefined },
    tabs: makeSingleTab(),
    uploads: {
      store: stores.files,
      prepare: async () => await Promise.resolve({ sha256: 'ab', details: {}, pictures: [] }),
    },
  })
  await expect.poll(() => client.outbox.getEntries().filter(({ state }) => state === 'pending')).toEqual([])
  await expect.poll(() => client.outbox.getEntries().filter(({ state }) => state === 'sent')).toEqual([])

  // The refused write and the files waiting for the person are unchanged.
  expect(client.outbox.getEntries()).toEqual(kept.outbox.filter(({ state }) => state === 'refused'))
  expect(client.uploads.getEntries().map(({ fileName, state, isPaused }) => [fileName, state, isPaused])).toEqual([
    ['shot.txt', 'done', false],
    ['paused.txt', 'sending', true],
    ['failed.txt', 'failed', false],
  ])
  const space = await client.openSpace({ studioId, spaceId })
  expect(space.replica.find('items', itemIds[1] ?? '')?.title).toBe('Renamed on the train')
  expect(space.replica.find('items', itemIds[2] ?? '')).toBeUndefined()
  expect(space.getCollections().map(({ name }) => name)).toContain('Act 2')
  const item = await client.openItem({ studioId, spaceId, itemId: itemIds[0] ?? newId() })
  const comments = [...item.replica.getRows('comments').values()].filter((comment) => comment.taskId === taskId)
  expect(comments.map(({ content }) => content)).toContain('Look')
  await client.close()
})
