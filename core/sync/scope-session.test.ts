import type { ItemRow } from '#core/schema/items.ts'
import { expect, test } from 'vitest'
import type { PullAnswer } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import { newId, type ItemId, type Rev } from '#core/lib/ids.ts'
import { makeFakeClock } from '#core/testing/fake-clock.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import { makeMemoryStore } from './memory/memory-store.ts'
import type { WrongScope } from './scope-check.ts'
import { makeScopeSession } from './scope-session.ts'

/** A session on a slow store and a slow server. */
function aWorld() {
  const clock = makeFakeClock()
  const fixture = aStudio({ now: clock.now })
  const scope = `space:${fixture.spaceId}` as const
  const { pull, check } = fixture.server.connect(fixture.userId(1))
  const store = makeMemoryStore()
  const asked: Rev[] = []
  const late = async <T>(milliseconds: number, act: () => Promise<T>): Promise<T> => {
    await new Promise<void>((resolve) => {
      clock.after(milliseconds, resolve)
    })
    return await act()
  }
  const world = {
    clock,
    store,
    scope,
    asked,
    loadMs: 0,
    isFull: false,
    wrong: [] as WrongScope[],
    pull: async (since: Rev): Promise<PullAnswer> => await pull({ scope, since }),
    /** Changes a title as another program would. */
    rename: (itemId: ItemId | undefined, title: string): void => {
      const rows = fixture.server.list('items').filter(({ id }) => id === itemId)
      fixture.server.seed(
        'items',
        rows.map((row): ItemRow => ({ ...row, title })),
        scope,
      )
    },
    itemIds: fixture.itemIds,
    getTitles: () => fixture.server.list('items').map(({ title }) => title),
    makeSession: () =>
      makeScopeSession({
        scope,
        gateway: {
          check,
          pull: async ({ since }) => {
            asked.push(since)
            const answer = await world.pull(since)
            return await late(10, async () => await Promise.resolve(answer))
          },
        },
        store: {
          ...store,
          loadScope: async (one) => await late(world.loadMs, async () => await store.loadScope(one)),
          saveScope: async (cached) => {
            if (world.isFull) throw new Error('The disk is full')
            await store.saveScope(cached)
          },
          deleteScope: async (one) => {
            if (world.isFull) throw new Error('The disk is full')
            await store.deleteScope(one)
          },
        },
        clock,
        ids: { newId, random: () => 0.5 },
        getEntries: () => [],
        onSettled: () => undefined,
        onWrong: (wrong) => world.wrong.push(wrong),
      }),
  }
  return world
}

/** Leaves a cache on the device, as an earlier run does. */
async function leaveCache({ clock, makeSession }: ReturnType<typeof aWorld>): Promise<Rev> {
  const session = makeSession()
  void session.open()
  await clock.advance(1000)
  await session.close()
  return session.replica.getRev()
}

test('news during the reading of the cache loses nothing: the cache is applied first, then pulls', async () => {
  const world = aWorld()
  const cachedRev = await leaveCache(world)
  world.asked.length = 0
  world.loadMs = 70
  const session = world.makeSession()
  const opened = session.open()

  world.rename(world.itemIds[0], 'Renamed first')
  session.announce(cachedRev + 1)
  await world.clock.advance(65)
  world.rename(world.itemIds[1], 'Renamed second')
  session.announce(cachedRev + 2)
  await world.clock.advance(1000)
  await opened

  const titles = [...session.replica.getRows('items').values()].map(({ title }) => title)
  expect(titles).toEqual(world.getTitles())
  expect(session.replica.getRev()).toBe(cachedRev + 2)
  expect((await world.store.loadScope(world.scope))?.tables.items).toEqual([
    ...session.replica.getRows('items').values(),
  ])
  // Everybody who asked while the cache was being read shares one pull.
  expect(world.asked).toEqual([cachedRev])
})

test('a pull is merged only onto the revision it was asked from', async () => {
  const world = aWorld()
  await leaveCache(world)
  const session = world.makeSession()
  void session.open()
  await world.clock.advance(5)

  // Removes the rows that the pending pull builds on.
  session.replica.setGone(new Set())
  world.rename(world.itemIds[0], 'Renamed')
  await world.clock.advance(1000)

  expect(session.replica.getRows('items').size).toBe(world.itemIds.length)
  expect(world.asked.at(-1)).toBe(0)
})

test('a database restored to an earlier state replaces the device’s newer cache', async () => {
  const world = aWorld()
  const cachedRev = await leaveCache(world)
  const { pull } = world
  world.pull = async () => ({ ...(await pull(0)), rev: cachedRev - 1 })
  const session = world.makeSession()
  void session.open()

  await world.clock.advance(1000)

  expect(session.replica.getRev()).toBe(cachedRev - 1)
  expect((await world.store.loadScope(world.scope))?.rev).toBe(cachedRev - 1)
})

test('an older cache never replaces a newer one on the device', async () => {
  const { store, scope } = aWorld()
  await store.saveScope({ scope, rev: 7, tables: {} })

  await store.saveScope({ scope, rev: 6, tables: { items: [] } })

  expect(await store.loadScope(scope)).toEqual({ scope, rev: 7, tables: {} })
})

test('a cache that could not be written is written after a later pull, changed or not', async () => {
  const world = aWorld()
  world.isFull = true
  const session = world.makeSession()
  void session.open()
  await world.clock.advance(1000)
  expect(await world.store.loadScope(world.scope)).toBeUndefined()

  world.isFull = false
  await Promise.all([session.pull(), world.clock.advance(1000)])

  expect((await world.store.loadScope(world.scope))?.rev).toBe(session.replica.getRev())
})

test('a scope that is gone fails as gone, even if the store does not delete it', async () => {
  const world = aWorld()
  await leaveCache(world)
  const session = world.makeSession()
  void session.open()
  await world.clock.advance(1000)
  world.isFull = true
  world.pull = async () => await Promise.reject(new AppError('not-found', 'Space not found'))

  const outcome = session.pull().catch((error: unknown) => error)
  await world.clock.advance(1000)

  expect(await outcome).toMatchObject({ code: 'not-found' })
  expect(session.replica.getState()).toBe('gone')
})

test('rows that differ from the server’s at the same revision are found, pulled anew and reported', async () => {
  const world = aWorld()
  await leaveCache(world)
  const kept = await world.store.loadScope(world.scope)
  const items = kept?.tables.items?.map((row, index) => (index === 0 ? { ...row, title: 'Long since renamed' } : row))
  if (kept !== undefined) await world.store.saveScope({ ...kept, tables: { ...kept.tables, ...(items && { items }) } })
  const session = world.makeSession()
  void session.open()
  await world.clock.advance(1000)
  expect(session.replica.getRows('items').size).toBe(world.itemIds.length)

  await world.clock.advance(61_000)

  const titles = [...session.replica.getRows('items').values()].map(({ title }) => title)
  expect(titles).toEqual(world.getTitles())
  expect((await world.store.loadScope(world.scope))?.tables.items).toEqual([
    ...session.replica.getRows('items').values(),
  ])
  expect(world.wrong).toEqual([{ scope: world.scope, tables: ['items'], isMended: true }])
})

test('rows that match the server’s are left alone after a check', async () => {
  const world = aWorld()
  const session = world.makeSession()
  void session.open()
  await world.clock.advance(1000)
  world.rename(world.itemIds[0], 'Renamed')
  session.announce(session.replica.getRev() + 1)
  await world.clock.advance(1000)
  world.asked.length = 0

  await world.clock.advance(3_600_000)

  expect(world.asked).toEqual([])
  expect(world.wrong).toEqual([])
})
