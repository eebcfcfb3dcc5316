import { expect, test } from 'vitest'
import type { Mutation } from '../domain/mutations.ts'
import type { ProjectRow } from '../domain/rows.ts'
import type { WriteAnswer } from '../gateway/ports.ts'
import { AppError } from '../lib/errors.ts'
import {
  newId,
  type CollectionId,
  type CommentId,
  type MediaId,
  type OperationId,
  type StudioId,
  type TaskId,
} from '../lib/ids.ts'
import { makeFakeClock } from '../testing/fake-clock.ts'
import { anId } from '../testing/studio-fixture.ts'
import { makeMemoryStore } from './memory/memory-store.ts'
import { makeSingleTab } from './memory/single-tab.ts'
import { makeOutbox, type Outbox, type OutboxWatcher, type Write } from './outbox.ts'
import type { LocalStore, TabMessage, Tabs } from './ports.ts'
import type { UploadQueue } from './uploads/upload-queue.ts'

const done: WriteAnswer = { rev: 1, skipped: [] }
const deaf: OutboxWatcher = { onAdded: () => {}, onSent: () => {}, onRefused: () => {} }

function aWrite(...about: number[]): Write {
  const mutation: Mutation = { kind: 'delete', table: 'items', keys: [] }
  const ids = about.map((number) => anId<CollectionId>(4, number))
  return { studioId: anId<StudioId>(1, 1), label: 'Change', mutation, patches: [], about: ids }
}

type Uploads = Pick<UploadQueue, 'check' | 'resume' | 'subscribeSettled'>

type World = {
  readonly clock: ReturnType<typeof makeFakeClock>
  readonly store: LocalStore
  readonly asked: OperationId[]
  readonly start: (tabs?: Tabs, uploads?: Uploads) => Promise<Outbox>
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
    start: async (tabs = makeSingleTab(), uploads) => {
      const outbox = makeOutbox({
        gateway: {
          write: async (_mutation, id) => {
            world.asked.push(id)
            return await world.answer(id)
          },
        },
        store,
        clock,
        ids: { newId, random: () => 1 },
        online: { isOnline: () => true, subscribe: () => () => undefined },
        tabs,
        ...(uploads && { uploads }),
      })
      await outbox.start(deaf)
      return outbox
    },
  }
  return world
}

const unavailable = (retryAfterMs?: number): AppError =>
  new AppError('server-unavailable', '', { retryable: true, ...(retryAfterMs && { retryAfterMs }) })

test('writes of one thing go one after the other, of different things side by side', async () => {
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

test('a failing server is asked again, later each time, with the same id', async () => {
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

test('a rate limit is waited for as long as it says', async () => {
  const world = aWorld()
  world.answer = async () => await Promise.reject(unavailable(40_000))
  const outbox = await world.start()
  outbox.add(aWrite(1))
  await world.clock.advance(39_999)
  expect(world.asked).toHaveLength(1)
  await world.clock.advance(1)
  expect(world.asked).toHaveLength(2)
})

test('a refused write stays with its reason, holds nobody up, and can be retried or dismissed', async () => {
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

test('a write that cannot be kept on the device is taken back and never sent', async () => {
  const world = aWorld()
  const outbox = await world.start()
  world.store.saveEntry = async () => await Promise.reject(new Error('The disk is full'))
  const { saved } = outbox.add(aWrite(1))
  await expect(saved).rejects.toBeInstanceOf(AppError)
  await world.clock.settle()
  expect(outbox.getEntries()).toEqual([])
  expect(world.asked).toEqual([])
})

test('what waits is sent after the next start, in its order', async () => {
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

/** Tabs that hear each other; the first in line leads. */
function aBrowser(): { open: () => Tabs & { readonly end: () => void } } {
  const listeners = new Map<object, (message: TabMessage) => void>()
  const line: { readonly tab: object; readonly onLead: () => void }[] = []
  return {
    open: () => {
      const tab = {}
      const leave = (): void => {
        const index = line.findIndex((waiting) => waiting.tab === tab)
        if (index >= 0) line.splice(index, 1)
        if (index === 0) line[0]?.onLead()
        listeners.delete(tab)
      }
      return {
        lead: (onLead) => {
          line.push({ tab, onLead })
          if (line.length === 1) onLead()
          return leave
        },
        post: (message) => {
          for (const [other, hear] of listeners) if (other !== tab) hear(structuredClone(message))
        },
        subscribe: (listener) => {
          listeners.set(tab, listener)
          return () => listeners.delete(tab)
        },
        end: leave,
      }
    },
  }
}

test('of several tabs one sends, all know what became of it, and another takes over when it ends', async () => {
  const world = aWorld()
  const browser = aBrowser()
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

test('a post waits for its files, what comes after it in the same place waits too, and the rest goes on', async () => {
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

test('a picture of a project is saved once it has arrived; a change that names no file waits for none', async () => {
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

test('a post whose file will not arrive is refused in its words; sent again, its files are tried again', async () => {
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

test('a post refused for its file goes after all once the file was tried again and has arrived', async () => {
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
