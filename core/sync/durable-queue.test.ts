import { expect, test } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import { newId, type MediaId } from '#core/lib/ids.ts'
import { makeFakeClock } from '#core/testing/fake-clock.ts'
import { makeFakeBrowser } from '#core/testing/fake-tabs.ts'
import { DurableQueue } from './durable-queue.ts'
import type { Line } from './line.ts'
import { makeSingleTab } from './memory/single-tab.ts'
import type { Tabs } from './ports.ts'

type Entry = { readonly id: MediaId; readonly order: number }

/** A queue with two lines, whose attempts end as the test says. */
function aWorld(tabs: Tabs = makeSingleTab()) {
  const clock = makeFakeClock()
  const tried: string[] = []
  const world = {
    clock,
    tried,
    error: undefined as AppError | undefined,
    load: async () => await Promise.resolve(),
    queue: new DurableQueue({
      clock,
      online: { isOnline: () => true, subscribe: () => () => undefined },
      tabs,
    }),
    put: (line: Line<Entry>) => {
      line.put({ id: newId<MediaId>(), order: line.nextOrder(clock.now()) })
      world.queue.pump()
    },
  }
  const open = (name: string): Line<Entry> => {
    const line: Line<Entry> = world.queue.open<Entry>({
      maxParallel: 1,
      load: async () => await world.load(),
      listReady: () => line.getEntries(),
      attempt: async ({ id }) => {
        tried.push(name)
        await Promise.resolve()
        if (world.error === undefined) line.remove((entry) => entry.id === id)
        return world.error
      },
      waitMs: () => 1000,
      hear: () => undefined,
    })
    return line
  }
  return Object.assign(world, { files: open('file'), writes: open('write') })
}

test('when one line finds nobody signed in, all lines pause until somebody signs in', async () => {
  const world = aWorld()
  await world.queue.start()
  await world.clock.settle()
  world.error = new AppError('no-active-session', '')
  world.put(world.writes)
  await world.clock.settle()

  world.put(world.files)
  await world.clock.advance(3_600_000)
  expect(world.tried).toEqual(['write'])

  world.error = undefined
  world.queue.flush()
  await world.clock.settle()
  expect(world.tried).toEqual(['write', 'file', 'write'])
})

test('a line waiting for a retry delays no other, and one timer wakes whichever is due first', async () => {
  const world = aWorld()
  await world.queue.start()
  await world.clock.settle()
  world.error = new AppError('server-unavailable', '', { retryable: true })
  world.put(world.writes)
  await world.clock.advance(400)
  world.put(world.files)
  await world.clock.settle()
  expect(world.tried).toEqual(['write', 'file'])

  await world.clock.advance(600)
  expect(world.tried).toEqual(['write', 'file', 'write'])
  await world.clock.advance(400)
  expect(world.tried).toEqual(['write', 'file', 'write', 'file'])
})

test('a tab that takes over sends what it knows even if its device cannot be read', async () => {
  const browser = makeFakeBrowser()
  const leadingTab = browser.open()
  await aWorld(leadingTab).queue.start()
  const other = aWorld(browser.open())
  await other.queue.start()
  other.put(other.files)
  other.load = async () => await Promise.reject(new Error('The disk is broken'))
  await other.clock.settle()
  expect(other.tried).toEqual([])

  leadingTab.end()
  await other.clock.settle()

  expect(other.tried).toEqual(['file'])
})
