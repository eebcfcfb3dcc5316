import type { Mutation } from './mutators.ts'
import type { WriteAnswer } from '#core/change/mutation.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import { expect, test } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import {
  newId,
  type CollectionId,
  type CommentId,
  type MediaId,
  type OperationId,
  type StudioId,
  type TaskId,
} from '#core/lib/ids.ts'
import { makeFakeClock } from '#core/testing/fake-clock.ts'
import { makeFakeBrowser } from '#core/testing/fake-tabs.ts'
import { anId } from '#core/testing/studio-fixture.ts'
import { makeMemoryStore } from './memory/memory-store.ts'
import { makeSingleTab } from './memory/single-tab.ts'
import { DurableQueue } from './durable-queue.ts'
import { Outbox, type OutboxWatcher, type Write } from './outbox.ts'
import type { LocalStore, OutboxEntry, Tabs } from './ports.ts'
import type { UploadQueue } from './uploads/upload-queue.ts'

const done: WriteAnswer = { rev: 1, skipped: [] }
const deaf: OutboxWatcher = { onAdded: () => {}, onSent: () => {}, onRefused: () => {} }

function aWrite(...about: number[]): Write {
  const mutation: Mutation = { kind: 'delete', table: 'items', keys: [] }
  const ids = about.map((number) => anId<CollectionId>(4, number))
  return { studioId: anId<StudioId>(1, 1), label: 'Change', mutation, patches: [], about: ids }
}

type Uploads = Pick<UploadQueue, 'check' | 'resume' | 'subscribeSettled'>

type Opened = Pick<Outbox, 'add' | 'getEntries' | 'listUnkept' | 'retry' | 'settle'> &
  Pick<DurableQueue, 'flush' | 'close'>

type World = {
  readonly clock: ReturnType<typeof makeFakeClock>
  readonly store: LocalStore
  readonly asked: OperationId[]
  readonly open: (tabs?: Tabs, uploads?: Uploads) => { readonly outbox: Opened; readonly started: Promise<void> }
  readonly start: (tabs?: Tabs, uploads?: Uploads) => Promise<Opened>
  answer: (id: OperationId) => Promise<WriteAnswer>
}

function aWorld(): World {
  const clock = makeFakeClock()
  const store = makeMemoryStore()
  const world: World = {
    clock,
    store,
    asked: [],
    answer: async () => await Promise.resolve(done),
    open: (tabs = makeSingleTab(), uploads) => {
      const online = { isOnline: () => true, subscribe: () => () => undefined }
      const queue = new DurableQueue({ clock, online, tabs })
      const outbox = new Outbox({
        queue,
        watcher: deaf,
        gateway: {
          write: async (_mutation, id) => {
            world.asked.push(id)
            return await world.answer(id)
          },
        },
        store,
        clock,
        ids: { newId, random: () => 1 },
        ...(uploads && { uploads }),
      })
      const opened: Opened = {
        add: (write) => outbox.add(write),
        getEntries: outbox.getEntries,
        listUnkept: outbox.listUnkept,
        retry: async (id) => await outbox.retry(id),
        settle: async (ids) => await outbox.settle(ids),
        flush: () => queue.flush(),
        close: () => queue.close(),
      }
      return { outbox: opened, started: queue.start() }
    },
    start: async (tabs, uploads) => {
      const { outbox, started } = world.open(tabs, uploads)
      await started
      return outbox
    },
  }
  return world
}

const unavailable = (retryAfterMs?: number): AppError =>
  new AppError('server-unavailable', '', { retryable: true, ...(retryAfterMs && { retryAfterMs }) })

test('writes to the same row are sent one after the other, others in parallel', async () => {
  const world = aWorld()
  const gates: (() => void)[] = []
  world.answer = async () => await new Promise((resolve) => gates.push(() => resolve(done)))
  const outbox = await world.start()
  const [first, second, other] = [outbox.add(aWrite(1)), outbox.add(aWrite(1)), outbox.add(aWrite(2))]
  await world.clock.settle()
  expect(world.asked).toEqual([first.entry.id, other.entry.id])

  gates[0]?.()
  await world.clock.settle()

  expect(world.asked).toEqual([first.entry.id, other.entry.id, second.entry.id])
})

test('deleting a field waits for values written in it before, and later writes wait for the deletion', async () => {
  const world = aWorld()
  const gates: (() => void)[] = []
  world.answer = async () => await new Promise((resolve) => gates.push(() => resolve(done)))
  const outbox = await world.start()
  const patches = [
    { kind: 'remove', scope: `studio:${anId<StudioId>(1, 1)}`, table: 'field_definitions', keys: ['mood'] },
  ] as const
  const [value, deletion, later] = [
    outbox.add(aWrite(1)),
    outbox.add({ ...aWrite(), patches }),
    outbox.add(aWrite(2)),
  ].map(({ entry }) => entry.id)
  for (const asked of [[value], [value, deletion], [value, deletion, later]]) {
    await world.clock.settle()
    expect(world.asked).toEqual(asked)
    gates.at(-1)?.()
  }
})

test('a failing server is retried with growing waits and the same id', async () => {
  const world = aWorld()
  world.answer = async () => await Promise.reject(unavailable())
  const outbox = await world.start()
  const { entry } = outbox.add(aWrite(1))
  await world.clock.advance(499)
  expect(world.asked).toEqual([entry.id])
  await world.clock.advance(1)
  expect(world.asked).toEqual([entry.id, entry.id])
  await world.clock.advance(999)
  expect(world.asked).toHaveLength(2)
  await world.clock.advance(1)
  expect(world.asked).toHaveLength(3)

  world.answer = async () => await Promise.resolve(done)
  outbox.flush()
  await world.clock.settle()

  expect(outbox.getEntries()).toMatchObject([{ id: entry.id, state: 'sent', answer: done }])
})

test('a rate limit is obeyed for as long as it asks', async () => {
  const world = aWorld()
  world.answer = async () => await Promise.reject(unavailable(40_000))
  const outbox = await world.start()
  outbox.add(aWrite(1))
  await world.clock.advance(39_999)
  expect(world.asked).toHaveLength(1)
  await world.clock.advance(1)
  expect(world.asked).toHaveLength(2)
})

test('a refused write stays with its reason, blocks no other, and can be retried or dismissed', async () => {
  const world = aWorld()
  world.answer = async () => await Promise.reject(new AppError('permission-denied', 'You may not.'))
  const outbox = await world.start()
  const { entry } = outbox.add(aWrite(1))
  await world.clock.settle()
  expect(outbox.getEntries()).toMatchObject([
    { id: entry.id, state: 'refused', error: { code: 'permission-denied', message: 'You may not.' } },
  ])

  world.answer = async () => await Promise.resolve(done)
  outbox.add(aWrite(1))
  await world.clock.settle()
  expect(outbox.getEntries().map(({ state }) => state)).toEqual(['refused', 'sent'])

  await outbox.retry(entry.id)
  await world.clock.settle()
  expect(outbox.getEntries().map(({ state }) => state)).toEqual(['sent', 'sent'])
})

test('a program that ends while retrying a refused write still has it after a restart, even if a file is refused', async () => {
  const world = aWorld()
  world.answer = async () => await Promise.reject(new AppError('permission-denied', 'You may not.'))
  const uploads: Uploads = {
    check: async () => await Promise.resolve('ready'),
    resume: async () => await Promise.reject(new Error('The disk is full')),
    subscribeSettled: () => () => undefined,
  }
  const first = await world.start(makeSingleTab(), uploads)
  const { entry } = first.add(aWrite(1))
  await world.clock.settle()

  // When the device is slow to store the new one, and the program ends before that,
  const { saveEntry } = world.store
  world.store.saveEntry = async () => await new Promise<void>(() => undefined)
  void first.retry(entry.id).catch(() => undefined)
  await world.clock.settle()
  first.close()

  // Then nothing is lost; and retried twice, it is sent once.
  world.store.saveEntry = saveEntry
  const second = await world.start(makeSingleTab(), uploads)
  expect(second.getEntries()).toMatchObject([{ id: entry.id, state: 'refused' }])
  world.answer = async () => await Promise.resolve(done)
  world.asked.length = 0
  await Promise.allSettled([second.retry(entry.id), second.retry(entry.id)])
  await world.clock.settle()
  expect(second.getEntries()).toMatchObject([{ label: entry.label, state: 'sent' }])
  expect(world.asked).toHaveLength(1)
})

test('without a session everything waits until somebody signs in', async () => {
  const world = aWorld()
  world.answer = async () => await Promise.reject(new AppError('no-active-session', ''))
  const outbox = await world.start()
  outbox.add(aWrite(1))
  await world.clock.advance(600_000)
  expect(world.asked).toHaveLength(1)

  world.answer = async () => await Promise.resolve(done)
  outbox.flush()
  await world.clock.settle()

  expect(outbox.getEntries()).toMatchObject([{ state: 'sent' }])
})

test('a write that the device refuses to store is sent all the same, and reported as unsaved until then', async () => {
  const world = aWorld()
  world.answer = async () => await Promise.reject(unavailable())
  const outbox = await world.start()
  world.store.saveEntry = async () => await Promise.reject(new Error('The disk is full'))
  const { entry, saved } = outbox.add(aWrite(1))
  await saved
  await world.clock.settle()
  expect(outbox.listUnkept()).toEqual([entry.id])
  expect(world.asked).toEqual([entry.id])

  world.answer = async () => await Promise.resolve(done)
  outbox.flush()
  await world.clock.settle()

  expect(outbox.listUnkept()).toEqual([])
  expect(outbox.getEntries()).toMatchObject([{ state: 'sent' }])
})

test('a write that the device refused is stored as soon as there is room again', async () => {
  const world = aWorld()
  world.answer = async () => await Promise.reject(unavailable())
  const outbox = await world.start()
  const { saveEntry } = world.store
  world.store.saveEntry = async () => await Promise.reject(new Error('The disk is full'))
  const { entry } = outbox.add(aWrite(1))
  await world.clock.settle()
  expect(await world.store.loadEntries()).toEqual([])

  world.store.saveEntry = saveEntry
  await world.clock.advance(15_000)

  expect(outbox.listUnkept()).toEqual([])
  expect(await world.store.loadEntries()).toEqual([entry])
})

test('pending writes are sent in order after a restart', async () => {
  const world = aWorld()
  world.answer = async () => await Promise.reject(unavailable())
  const outbox = await world.start()
  const ids = [outbox.add(aWrite(1)).entry.id, outbox.add(aWrite(1)).entry.id]
  await world.clock.settle()
  outbox.close()
  world.asked.length = 0

  world.answer = async () => await Promise.resolve(done)
  await world.start()
  await world.clock.settle()

  expect(world.asked).toEqual(ids)
})

test('one of several tabs sends, all learn the outcome, and another takes over when it ends', async () => {
  const world = aWorld()
  const browser = makeFakeBrowser()
  const [leadingTab, otherTab] = [browser.open(), browser.open()]
  const leading = await world.start(leadingTab)
  const other = await world.start(otherTab)

  const { entry } = other.add(aWrite(1))
  await world.clock.settle()
  expect(world.asked).toEqual([entry.id])
  for (const outbox of [leading, other]) expect(outbox.getEntries()).toMatchObject([{ id: entry.id, state: 'sent' }])

  leading.close()
  await world.clock.settle()
  const later = other.add(aWrite(2))
  await world.clock.settle()
  expect(world.asked).toEqual([entry.id, later.entry.id])
})

/** Uploads as the outbox sees them. */
function someUploads() {
  const listeners = new Set<() => void>()
  const resumed: MediaId[] = []
  let answer: 'ready' | 'waiting' | AppError = 'waiting'
  return {
    resumed,
    settle: (next: typeof answer) => {
      answer = next
      for (const listener of listeners) listener()
    },
    port: {
      check: async (ids: readonly MediaId[]) => await Promise.resolve(ids.length === 0 ? 'ready' : answer),
      resume: async (ids: readonly MediaId[]) => {
        await Promise.resolve(resumed.push(...ids))
      },
      subscribeSettled: (listener: () => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  }
}

function aPost(...about: number[]): Write {
  const ids = { taskId: newId<TaskId>(), commentId: newId<CommentId>(), mediaIds: [anId<MediaId>(9, 1)] }
  const text = { content: 'Look', statusId: undefined, mentions: [], metadata: {} }
  return { ...aWrite(...about), mutation: { kind: 'add-comment', ...ids, ...text } }
}

test('a post waits for its files, later writes to the same row wait for the post, and others go on', async () => {
  const world = aWorld()
  const uploads = someUploads()
  const outbox = await world.start(makeSingleTab(), uploads.port)
  const [post, after, other] = [outbox.add(aPost(1)), outbox.add(aWrite(1)), outbox.add(aWrite(2))]
  await world.clock.settle()
  expect(world.asked).toEqual([other.entry.id])

  uploads.settle('ready')
  await world.clock.settle()

  expect(world.asked).toEqual([other.entry.id, post.entry.id, after.entry.id])
})

test('a thumbnail change waits for its file; a change without files waits for none', async () => {
  const world = aWorld()
  const uploads = someUploads()
  const outbox = await world.start(makeSingleTab(), uploads.port)
  const aChange = (fields: Partial<ProjectRow>): Mutation => ({
    kind: 'update',
    table: 'projects',
    changes: [{ key: 'project', fields }],
  })
  const picture = outbox.add({ ...aWrite(1), mutation: aChange({ thumbnailMediaId: anId<MediaId>(9, 1) }) })
  const name = outbox.add({ ...aWrite(2), mutation: aChange({ name: 'Another' }) })
  const none = outbox.add({ ...aWrite(3), mutation: aChange({ thumbnailMediaId: undefined }) })
  await world.clock.settle()
  expect(new Set(world.asked)).toEqual(new Set([name.entry.id, none.entry.id]))

  uploads.settle('ready')
  await world.clock.settle()

  expect(world.asked).toContain(picture.entry.id)
})

test('a post whose file fails is refused with the file’s message; a retry resumes its files', async () => {
  const world = aWorld()
  const uploads = someUploads()
  const outbox = await world.start(makeSingleTab(), uploads.port)
  const { entry } = outbox.add(aPost(1))
  await world.clock.settle()

  uploads.settle(new AppError('upload-failed', 'Failed to upload shot.mp4'))
  await world.clock.settle()
  expect(outbox.getEntries()).toMatchObject([{ state: 'refused', error: { message: 'Failed to upload shot.mp4' } }])

  uploads.settle('ready')
  await outbox.retry(entry.id)
  await world.clock.settle()
  expect(uploads.resumed).toEqual([anId<MediaId>(9, 1)])
  expect(outbox.getEntries()).toMatchObject([{ state: 'sent' }])
})

test('a post refused for its file is sent once that file has been retried and uploaded', async () => {
  const world = aWorld()
  const uploads = someUploads()
  const outbox = await world.start(makeSingleTab(), uploads.port)
  const { entry } = outbox.add(aPost(1))
  await world.clock.settle()
  uploads.settle(new AppError('upload-failed', 'Failed to upload shot.mp4'))
  await world.clock.settle()

  // Another of its files arrives first.
  uploads.settle('waiting')
  await world.clock.settle()
  expect(outbox.getEntries()).toMatchObject([{ state: 'refused' }])
  uploads.settle('ready')
  await world.clock.settle()

  expect(outbox.getEntries()).toMatchObject([{ state: 'sent', mutation: entry.mutation }])
  expect(world.asked).toHaveLength(1)
})

test('a write is not sent again while the device is slow to store its answer', async () => {
  const world = aWorld()
  const outbox = await world.start()
  const { saved } = outbox.add(aWrite(1))
  await saved
  const { saveEntry } = world.store
  world.store.saveEntry = async (entry) => {
    await new Promise<void>((resolve) => {
      world.clock.after(70, resolve)
    })
    await saveEntry(entry)
  }

  await world.clock.advance(10)
  outbox.add(aWrite(2))
  outbox.flush()
  await world.clock.advance(1000)

  expect(world.asked).toHaveLength(2)
})

test('a tab that takes over sends what it knows even if the store cannot be read', async () => {
  const world = aWorld()
  const browser = makeFakeBrowser()
  const [leadingTab, otherTab] = [browser.open(), browser.open()]
  await world.start(leadingTab)
  const other = await world.start(otherTab)
  world.store.loadEntries = async () => await Promise.reject(new Error('The disk is broken'))

  leadingTab.end()
  const { entry } = other.add(aWrite(1))
  await world.clock.settle()

  expect(world.asked).toEqual([entry.id])
})

test('a write settled while a starting tab still reads the store does not come back', async () => {
  const world = aWorld()
  const browser = makeFakeBrowser()
  const gate = Promise.withResolvers<WriteAnswer>()
  world.answer = async () => await gate.promise
  const leading = await world.start(browser.open())
  const { entry, saved } = leading.add(aWrite(1))
  await saved
  const { loadEntries } = world.store
  world.store.loadEntries = async () => {
    const [read] = await Promise.all([loadEntries(), new Promise<void>((resolve) => world.clock.after(70, resolve))])
    return read
  }
  const { outbox: other, started } = world.open(browser.open())

  gate.resolve(done)
  await world.clock.settle()
  for (const outbox of [leading, other]) await outbox.settle([entry.id])
  await world.clock.advance(100)
  await started

  expect(other.getEntries()).toEqual([])
})

test('a new tab learns the answer to a write that the store refused to record', async () => {
  const world = aWorld()
  const browser = makeFakeBrowser()
  const leading = await world.start(browser.open())
  const sent = leading.add(aWrite(1))
  await sent.saved
  const { saveEntry } = world.store
  world.store.saveEntry = async () => await Promise.reject(new Error('The disk is full'))
  await world.clock.settle()
  expect(leading.getEntries()).toMatchObject([{ state: 'sent' }])
  expect(await world.store.loadEntries()).toMatchObject([{ state: 'pending' }])
  world.store.saveEntry = saveEntry

  const other = await world.start(browser.open())
  await world.clock.settle()

  expect(other.getEntries()).toMatchObject([{ id: sent.entry.id, state: 'sent', answer: done }])
  expect(world.asked).toEqual([sent.entry.id])
})

test('tabs that do not lead tell each other the stored outcome of a write, in any starting order', async () => {
  const world = aWorld()
  const browser = makeFakeBrowser()
  // A leading tab that has gone silent.
  browser.open().lead(() => undefined)
  world.answer = async () => await Promise.reject(unavailable())
  const gone = await world.start()
  const { entry } = gone.add(aWrite(1))
  await world.clock.settle()
  gone.close()
  const unaware = await world.start(browser.open())
  expect(unaware.getEntries()).toMatchObject([{ id: entry.id, state: 'pending' }])

  await world.store.saveEntry({ ...entry, state: 'sent', answer: done })
  const aware = await world.start(browser.open())
  expect(unaware.getEntries()).toMatchObject([{ id: entry.id, state: 'sent', answer: done }])

  await aware.settle([entry.id])
  await world.store.saveEntry(entry)
  const late = await world.start(browser.open())
  expect(late.getEntries()).toMatchObject([{ id: entry.id, state: 'sent', answer: done }])
})

test('a write made as a page closed is sent by the leading tab once the page is reopened', async () => {
  const world = aWorld()
  const browser = makeFakeBrowser()
  await world.start(browser.open())
  const gone = await world.start()
  world.answer = async () => await Promise.reject(unavailable())
  const { entry } = gone.add(aWrite(1))
  await world.clock.settle()
  gone.close()
  world.answer = async () => await Promise.resolve(done)
  world.asked.length = 0

  const again = await world.start(browser.open())
  await world.clock.settle()

  expect(world.asked).toEqual([entry.id])
  expect(again.getEntries()).toMatchObject([{ id: entry.id, state: 'sent' }])
})

test('a write settled before its tab leads is deleted when it does, even if the store cannot be read', async () => {
  const world = aWorld()
  const browser = makeFakeBrowser()
  const leadingTab = browser.open()
  const leading = await world.start(leadingTab)
  const other = await world.start(browser.open())
  const { entry } = leading.add(aWrite(1))
  await world.clock.settle()
  await other.settle([entry.id])
  const { loadEntries } = world.store
  world.store.loadEntries = async () => await Promise.reject(new Error('The disk is broken'))

  leadingTab.end()
  await world.clock.settle()

  expect(await loadEntries()).toEqual([])
})

test('a settled write that the store refuses to delete is deleted later', async () => {
  const world = aWorld()
  const outbox = await world.start()
  const { entry } = outbox.add(aWrite(1))
  await world.clock.settle()
  const { deleteEntries } = world.store
  world.store.deleteEntries = async () => await Promise.reject(new Error('The disk is full'))
  await outbox.settle([entry.id])
  expect(await world.store.loadEntries()).toHaveLength(1)

  world.store.deleteEntries = deleteEntries
  outbox.flush()
  await world.clock.settle()

  expect(await world.store.loadEntries()).toEqual([])
})

/** Stores an entry as another version, or somebody by hand, might have left it. */
async function keepRaw(store: LocalStore, kept: object): Promise<void> {
  // Data read from a disk may be anything.
  await store.saveEntry(kept as OutboxEntry)
}

test.each([
  { what: 'of an unknown change', mutation: { kind: 'tint-items', keys: [] }, patches: [] },
  { what: 'with wrong arguments', mutation: { kind: 'update', table: 'items', changes: 'all' }, patches: [] },
  { what: 'of a table that is not written so', mutation: { kind: 'delete', table: 'members', keys: [] }, patches: [] },
  { what: 'with patches that are none', mutation: { kind: 'delete', table: 'items', keys: [] }, patches: [null] },
  { what: 'without a change', mutation: undefined, patches: undefined },
])('an entry $what is set aside with its name, never sent, and blocks no other', async ({ mutation, patches }) => {
  const world = aWorld()
  const [id, later] = [newId<OperationId>(), newId<OperationId>()]
  const entry = { order: 1, studioId: anId<StudioId>(1, 1), about: [], state: 'pending', createdAt: 1, patches: [] }
  await keepRaw(world.store, { ...entry, id, label: 'Rename item', mutation, patches })
  await keepRaw(world.store, { ...entry, id: later, order: 2, label: 'Delete', mutation: aWrite().mutation })

  const outbox = await world.start()
  await world.clock.settle()

  expect(world.asked).toEqual([later])
  const [refused] = outbox.getEntries()
  expect(refused).toMatchObject({ id, state: 'refused', label: 'Rename item' })
  expect(refused?.error?.message).toBe('“Rename item” was kept in a form that cannot be read, and was not sent.')
  await expect(outbox.retry(id)).rejects.toThrow('cannot be read')
  expect(outbox.getEntries()[0]).toEqual(refused)
  expect(world.asked).toEqual([later])
})

test('an unreadable entry is named after its rows', async () => {
  const world = aWorld()
  const patches = [{ kind: 'set', scope: 'space:x', table: 'items', keys: ['a'], fields: { title: 'sh010' } }]
  const kept = { order: 1, studioId: anId<StudioId>(1, 1), about: [], state: 'pending', createdAt: 1, patches }
  await keepRaw(world.store, { ...kept, id: newId(), label: 'Rename item', mutation: { kind: 'rename' } })

  const outbox = await world.start()

  expect(outbox.getEntries()[0]?.error?.message).toContain('“Rename item: sh010”')
})

const hourMs = 3_600_000

test('setting the clock back an hour does not delay retries', async () => {
  const world = aWorld()
  world.answer = async () => await Promise.reject(unavailable())
  const outbox = await world.start()
  const { entry } = outbox.add(aWrite(1))
  await world.clock.settle()

  world.clock.setBack(hourMs)
  world.answer = async () => await Promise.resolve(done)
  await world.clock.advance(500)

  expect(world.asked).toEqual([entry.id, entry.id])
  expect(outbox.getEntries()).toMatchObject([{ state: 'sent' }])
})

test('setting the clock back between two starts delays nothing and keeps the order', async () => {
  const world = aWorld()
  world.answer = async () => await Promise.reject(unavailable(30_000))
  const outbox = await world.start()
  const { entry, saved } = outbox.add(aWrite(1))
  await saved
  outbox.close()
  await world.clock.settle()
  world.asked.length = 0
  world.answer = async () => await Promise.resolve(done)

  world.clock.setBack(hourMs)
  const again = await world.start()
  const later = again.add(aWrite(1)).entry
  await world.clock.settle()

  expect(world.asked).toEqual([entry.id, later.id])
})
