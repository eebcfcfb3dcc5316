import type { Done } from '#core/change/context.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minOrderRankGap } from '#core/lib/order-rank.ts'
import { newId, type CollectionId, type ItemId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import { createCollection } from '#core/items/create-collection.ts'
import { deleteTasks } from '#core/tasks/delete-tasks.ts'
import { moveItems } from '#core/items/move-items.ts'
import { setTaskStatus } from '#core/tasks/set-task-status.ts'
import { makeFakeClock, type FakeClock } from '#core/testing/fake-clock.ts'
import { aStudio, type StudioFixture } from '#core/testing/studio-fixture.ts'
import { makeStudioClient } from './make-client.ts'
import { makeMemoryStore } from './memory/memory-store.ts'
import { makeSingleTab } from './memory/single-tab.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'

type Deps = { readonly fixture: StudioFixture; readonly clock: FakeClock }

/** A person on a device that can go offline and restart on the same storage. */
async function aDevice({ fixture, clock }: Deps, number: number, store = makeMemoryStore()) {
  const { server, studioId, spaceId, userId } = fixture
  const network = { isOnline: true }
  const client = await makeStudioClient({
    userId: userId(number),
    gateway: server.connect(userId(number), () => (network.isOnline ? 'ok' : 'offline')),
    store,
    clock,
    ids: { newId, random: () => 0.5 },
    online: { isOnline: () => network.isOnline, subscribe: () => () => undefined },
    tabs: makeSingleTab(),
  })
  const studio = await client.openStudio(studioId)
  const space = await client.openSpace({ studioId, spaceId })
  const reconnect = (): void => {
    network.isOnline = true
    client.refresh()
  }
  return { client, studio, space, network, store, reconnect }
}

function value(result: Result<Done>): Done {
  if (!result.ok) throw result.error
  return result.value
}

const orderOf = (space: SpaceReplica): readonly ItemId[][] =>
  space.getCollections().map(({ id }) => space.getItems(id).map((item) => item.id))

type Move = { device: number; items: number[]; collection: number; index: number; isAlone: boolean; isUndone: boolean }

const aMove: fc.Arbitrary<Move> = fc.record({
  device: fc.nat(2),
  items: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 4 }),
  collection: fc.nat(1),
  index: fc.nat(7),
  isAlone: fc.boolean(),
  isUndone: fc.boolean(),
})

test('order ranks stay valid while several people move items, at once or in turn, and undo moves', async () => {
  let rebalances = 0
  await fc.assert(
    fc.asyncProperty(fc.array(aMove, { minLength: 10, maxLength: 60 }), async (moves) => {
      const clock = makeFakeClock()
      const deps = { fixture: aStudio({ itemCount: 6, now: clock.now }), clock }
      const devices = [await aDevice(deps, 1), await aDevice(deps, 2), await aDevice(deps, 3)]
      const { itemIds, server, spaceId } = deps.fixture
      // As after many moves: hardly room for one more between two neighbours.
      const crowded = server.list('items').map((item, place) => ({ ...item, orderRank: String(1000 + place * 0.3) }))
      server.seed('items', crowded, `space:${spaceId}`)
      await clock.advance(1000)
      const [first] = devices
      if (first === undefined) throw new Error('There is a first device')
      const other = newId<CollectionId>()
      value(await createCollection({ ...first, name: 'Second', id: other }, first.client))
      await clock.advance(1000)

      for (const { device, items, collection, index, isAlone, isUndone } of moves) {
        const { space, client } = devices[device] ?? first
        const moved = items.flatMap((number) => itemIds[number] ?? [])
        const collectionId = space.getCollections()[collection]?.id ?? other
        if (isAlone) await clock.advance(1000)
        const present = space.getItems(collectionId).map(({ id }) => id)
        const before = orderOf(space)

        const outcome = await moveItems({ space, itemIds: moved, collectionId, index }, client)
        if (!isAlone || !outcome.ok) continue
        await clock.advance(1000)

        // A move without a concurrent one puts the items where they were dropped, with room between the neighbours.
        const expected = [
          ...present.slice(0, index).filter((id) => !moved.includes(id)),
          ...moved,
          ...present.slice(index).filter((id) => !moved.includes(id)),
        ]
        expect(space.getItems(collectionId).map(({ id }) => id)).toEqual(expected)
        const ranks = space.getItems(collectionId).map(({ orderRank }) => Number(orderRank))
        const start = expected.indexOf(moved[0] ?? newId())
        for (let place = Math.max(1, start); place <= start + moved.length && place < ranks.length; place += 1) {
          expect((ranks[place] ?? 0) - (ranks[place - 1] ?? 0)).toBeGreaterThanOrEqual(minOrderRankGap - 1e-5)
        }
        if (outcome.value.changedCount > moved.length) rebalances += 1
        if (isUndone) {
          for (const step of outcome.value.undo?.steps ?? []) value(await client.carryOut(step))
          await clock.advance(1000)
          expect(orderOf(space)).toEqual(before)
        }
      }
      await clock.advance(1000)

      // Whatever happened, everybody sees one order in which each item occurs once.
      for (const { space } of devices) {
        expect(orderOf(space)).toEqual(orderOf(first.space))
        expect(orderOf(space).flat().toSorted()).toEqual([...itemIds].toSorted())
      }
      for (const { orderRank } of server.list('items')) expect(orderRank).toMatch(/^-?\d+(\.\d{1,6})?$/)
      await Promise.all(devices.map(async ({ client }) => await client.close()))
    }),
    { numRuns: 150 },
  )
  expect(rebalances).toBeGreaterThan(0)
})

test('five thousand cells changed, deleted and restored offline survive a restart and arrive once', async () => {
  const clock = makeFakeClock()
  const deps = { fixture: aStudio({ itemCount: 2500, now: clock.now }), clock }
  const { server, taskIds, statusIds } = deps.fixture
  const [mine, theirs] = [await aDevice(deps, 1), await aDevice(deps, 2)]
  const [, statusId = newId()] = statusIds
  await clock.advance(1000)
  const sorted = (rows: Iterable<{ readonly id: string }>) => [...rows].toSorted((a, b) => (a.id < b.id ? -1 : 1))

  mine.network.isOnline = false
  const { studio, space, client } = mine
  value(await setTaskStatus({ on: space, taskIds, statusId }, client))
  const deleted = value(await deleteTasks({ studio, space, taskIds }, client))
  expect(space.replica.getRows('item_tasks').size).toBe(0)
  for (const step of deleted.undo?.steps ?? []) value(await client.carryOut(step))
  await clock.advance(1000)
  await client.close()
  const again = await aDevice(deps, 1, mine.store)
  expect(again.space.replica.getRows('item_tasks').size).toBe(5000)
  await clock.advance(60_000)

  expect(server.list('item_tasks').every((task) => task.statusId === statusId)).toBe(true)
  expect(server.list('comments')).toHaveLength(5000)
  for (const { space: seen, client: settled } of [again, theirs]) {
    expect(sorted(seen.replica.getRows('item_tasks').values())).toEqual(sorted(server.list('item_tasks')))
    expect(settled.outbox.getEntries()).toEqual([])
  }
})
