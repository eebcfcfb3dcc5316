import type { StudioClient } from './studio-client.ts'
import { expect, test } from 'vitest'
import { newId, toId, type ProjectId, type ReviewSessionId, type StatusId } from '#core/lib/ids.ts'
import { startReview } from '#core/reviews/start-review.ts'
import { postComment } from '#core/comments/post-comment.ts'
import { setTaskStatus } from '#core/tasks/set-task-status.ts'
import { makeFakeClock } from '#core/testing/fake-clock.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import { makeStudioClient } from './make-client.ts'
import { makeMemoryStore } from './memory/memory-store.ts'
import { makeSingleTab } from './memory/single-tab.ts'
import type { LocalStore } from './ports.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'

/** A studio and a device whose store and pulls a test can make fail. */
function aWorld() {
  const clock = makeFakeClock()
  const fixture = aStudio({ itemCount: 100, now: clock.now })
  const { server, studioId, spaceId, userId } = fixture
  const refused = new Set<keyof LocalStore>()
  const full = async (): Promise<never> => await Promise.reject(new Error('The disk is full'))
  const world = {
    ...fixture,
    clock,
    refused,
    store: makeMemoryStore(),
    /** Checked before each pull of the space. */
    isPullLost: () => false,
    isOffline: false,
    /** Checked before every other request to the server. */
    isLost: () => false,
    /** Awaited before each pull. */
    line: Promise.resolve(),
    start: async (number: number, store: LocalStore): Promise<StudioClient> => {
      const gateway = server.connect(userId(number), () => (world.isLost() ? 'offline' : 'ok'))
      const lossy = server.connect(userId(number), () => (world.isPullLost() ? 'offline' : 'ok'))
      return await makeStudioClient({
        userId: userId(number),
        gateway: {
          ...gateway,
          pull: async (request) => {
            await world.line
            return await (request.scope.startsWith('space:') ? lossy : gateway).pull(request)
          },
        },
        store,
        clock,
        ids: { newId, random: () => 0.5 },
        online: { isOnline: () => !world.isOffline, subscribe: () => () => undefined },
        tabs: makeSingleTab(),
      })
    },
    /** The device's store; it rejects the methods named in `refused`. */
    openStore: (): LocalStore => ({
      ...world.store,
      saveScope: async (cached) => {
        await new Promise<void>((resolve) => void clock.after(70, resolve))
        await (refused.has('saveScope') ? full() : world.store.saveScope(cached))
      },
      saveEntry: async (entry) => await (refused.has('saveEntry') ? full() : world.store.saveEntry(entry)),
    }),
    open: async (client: StudioClient): Promise<SpaceReplica> => await client.openSpace({ studioId, spaceId }),
    statuses: (space: SpaceReplica): Set<StatusId> =>
      new Set([...space.replica.getRows('item_tasks').values()].map(({ statusId }) => statusId)),
  }
  return world
}

test('a bulk change cached by another part of the client does not hide what others do later', async () => {
  const world = aWorld()
  const { clock, taskIds, statusIds } = world
  const [, mine = newId(), theirs = newId()] = statusIds
  const first = await world.start(1, world.openStore())
  const space = await world.open(first)
  await clock.advance(1000)
  // Given a bulk change that the server has, and a cache that could not be written.
  world.refused.add('saveScope')
  await setTaskStatus({ on: space, taskIds, statusId: mine }, first)
  await clock.advance(1000)
  await Promise.all([first.close(), clock.advance(1000)])
  world.refused.clear()
  expect(await world.store.loadEntries()).toMatchObject([{ state: 'sent' }])

  // When the next start updates the cache by itself, and the open space's pulls are lost for a while.
  let pulls = 0
  const backAt = clock.now() + 200
  world.isPullLost = () => (pulls += 1) > 1 && clock.now() < backAt
  const again = await world.start(1, world.openStore())
  const shown = await world.open(again)
  await clock.advance(10_000)
  const other = await world.start(2, makeMemoryStore())
  await setTaskStatus({ on: await world.open(other), taskIds, statusId: theirs }, other)
  await clock.advance(10_000)
  again.refresh()
  await clock.advance(10_000)

  expect(world.statuses(shown)).toEqual(new Set([theirs]))
  expect(again.outbox.getEntries()).toEqual([])
  expect(await world.store.loadEntries()).toEqual([])
})

test('a scope held by one part of a page stays in sync when another closes it, until both have let go', async () => {
  const world = aWorld()
  const { clock, taskIds, statusIds, spaceId } = world
  const [before, theirs = newId(), last = newId()] = statusIds
  const client = await world.start(1, world.openStore())
  const leave = [client.hold(`space:${spaceId}`), client.hold(`space:${spaceId}`)]
  const shown = await world.open(client)
  await clock.advance(1000)
  const other = await world.start(2, makeMemoryStore())
  const others = await world.open(other)
  await clock.advance(1000)

  await client.release(`space:${spaceId}`)
  leave[0]?.()
  await setTaskStatus({ on: others, taskIds, statusId: theirs }, other)
  await clock.advance(10_000)

  expect(before).not.toBe(theirs)
  expect(world.statuses(shown)).toEqual(new Set([theirs]))
  leave[1]?.()
  await setTaskStatus({ on: others, taskIds, statusId: last }, other)
  await clock.advance(10_000)
  expect(world.statuses(shown)).toEqual(new Set([theirs]))
})

test('a space left and reopened at once shows what others do after a bulk change', async () => {
  const world = aWorld()
  const { clock, taskIds, statusIds, spaceId } = world
  const [, mine = newId(), theirs = newId()] = statusIds
  const client = await world.start(1, world.openStore())
  const space = await world.open(client)
  await clock.advance(1000)
  await setTaskStatus({ on: space, taskIds, statusId: mine }, client)
  await clock.advance(10)

  const backAt = clock.now() + 200
  world.isPullLost = () => clock.now() < backAt
  const left = client.release(`space:${spaceId}`)
  const entered = world.open(client)
  await clock.advance(1000)
  await left
  const other = await world.start(2, makeMemoryStore())
  await setTaskStatus({ on: await world.open(other), taskIds, statusId: theirs }, other)
  await clock.advance(10_000)

  expect(world.statuses(await entered)).toEqual(new Set([theirs]))
  expect(client.outbox.getEntries()).toEqual([])
})

test('a space released before it failed to open does not disturb the one opened after it', async () => {
  const world = aWorld()
  const { clock, taskIds, statusIds, spaceId } = world
  const [, theirs = newId()] = statusIds
  const client = await world.start(1, {
    ...world.store,
    loadScope: async () => {
      await new Promise<void>((resolve) => void clock.after(70, resolve))
      return undefined
    },
  })
  let pulls = 0
  world.isPullLost = () => (pulls += 1) === 1

  const lost = world.open(client).catch(() => undefined)
  await clock.advance(50)
  await client.release(`space:${spaceId}`)
  const opening = world.open(client)
  await clock.advance(1000)
  expect(await lost).toBeUndefined()
  const space = await opening
  const other = await world.start(2, makeMemoryStore())
  await setTaskStatus({ on: await world.open(other), taskIds, statusId: theirs }, other)
  await clock.advance(1000)

  expect(world.statuses(space)).toEqual(new Set([theirs]))
})

test('a bulk change that the device could not store is still made, and does not hide what others do later', async () => {
  const world = aWorld()
  const { clock, taskIds, statusIds } = world
  const [, mine = newId(), theirs = newId()] = statusIds
  const client = await world.start(1, world.openStore())
  const space = await world.open(client)
  world.refused.add('saveEntry').add('saveScope')

  const outcome = await setTaskStatus({ on: space, taskIds, statusId: mine }, client)
  expect(outcome.ok).toBe(true)
  await clock.advance(1000)
  expect(world.statuses(space)).toEqual(new Set([mine]))
  const other = await world.start(2, makeMemoryStore())
  await setTaskStatus({ on: await world.open(other), taskIds, statusId: theirs }, other)
  await clock.advance(10_000)

  expect(world.statuses(space)).toEqual(new Set([theirs]))
  world.refused.clear()
  client.refresh()
  await clock.advance(10_000)
  const cached = await world.store.loadScope(`space:${world.spaceId}`)
  expect(new Set(cached?.tables.item_tasks?.map(({ statusId }) => statusId))).toEqual(new Set([theirs]))
})

test('a comment written offline keeps the time it was written, for its author and for everybody else', async () => {
  const world = aWorld()
  const { clock, studioId, spaceId, taskIds, itemIds } = world
  const itemId = itemIds[0] ?? newId()
  const writer = await world.start(1, world.store)
  const [studio, space] = [await writer.openStudio(studioId), await world.open(writer)]
  const item = await writer.openItem({ studioId, spaceId, itemId })
  world.isOffline = true
  const writtenAt = clock.now()
  await postComment({ studio, space, item, taskId: taskIds[0] ?? newId(), content: 'On the train' }, writer)

  await clock.advance(3 * 86_400_000)
  world.isOffline = false
  writer.flush()
  await clock.advance(1000)

  const reader = await world.start(2, makeMemoryStore())
  for (const client of [writer, reader]) {
    const { replica } = await client.openItem({ studioId, spaceId, itemId })
    const comment = [...replica.getRows('comments').values()].find(({ content }) => content === 'On the train')
    expect(comment?.createdAt).toBe(writtenAt)
  }
})

test('a cached item is caught up with the server before it is read as current', async () => {
  const world = aWorld()
  const { clock, itemIds, taskIds, studioId, spaceId } = world
  const itemId = itemIds[0] ?? newId()
  const reader = await world.start(1, world.store)
  await world.open(reader)
  await reader.openItem({ studioId, spaceId, itemId })
  await clock.advance(1000)
  await reader.release(`item:${itemId}`)
  const writer = await world.start(2, makeMemoryStore())
  const [studio, space] = [await writer.openStudio(studioId), await world.open(writer)]
  const item = await writer.openItem({ studioId, spaceId, itemId })
  await postComment({ studio, space, item, taskId: taskIds[0] ?? newId(), content: 'Since then' }, writer)
  await clock.advance(1000)

  const { promise, resolve } = Promise.withResolvers<void>()
  world.line = promise
  const { replica } = await reader.openItem({ studioId, spaceId, itemId })
  const said = () => [...replica.getRows('comments').values()].map(({ content }) => content)
  const before = said()
  resolve()
  await reader.caughtUp(`item:${itemId}`)

  expect(before).not.toContain('Since then')
  expect(said()).toContain('Since then')
})

test('a review session just started opens with its tasks before the server has it, online or offline', async () => {
  for (const isOffline of [false, true]) {
    const world = aWorld()
    const { clock, studioId, spaceId } = world
    const client = await world.start(1, world.openStore())
    const studio = await client.openStudio(studioId)
    const space = await world.open(client)
    await clock.advance(1000)
    const tasks = [...space.replica.getRows('item_tasks').values()].slice(0, 3)
    const sessionId = newId<ReviewSessionId>()
    const projectId = toId<ProjectId>(studio.replica.find('spaces', spaceId)?.projectId ?? '')
    world.isLost = () => isOffline
    const input = { studio, projectId, name: 'Dailies', kind: 'dailies', day: '2026-06-12', id: sessionId } as const
    const started = await startReview(
      { ...input, tasks: tasks.map(({ id, itemId }) => ({ taskId: id, itemId, spaceId })) },
      client,
    )

    const review = await client.openReview({ studioId, sessionId })
    const before = review.getEntries().map(({ taskId }) => taskId)
    world.isLost = () => false
    client.refresh()
    await clock.advance(60_000)

    expect(started).toMatchObject({ ok: true })
    expect(before).toEqual(tasks.map(({ id }) => id))
    expect(review.getEntries().map(({ taskId }) => taskId)).toEqual(before)
    expect(client.outbox.getEntries()).toEqual([])
    expect(review.replica.getState()).toBe('ready')
    await client.close()
  }
})

test('a prefetched scope opens offline, and one already open is not fetched again', async () => {
  const world = aWorld()
  const client = await world.start(1, makeMemoryStore())
  const scope = `space:${world.spaceId}` as const
  await client.prefetch(scope)
  world.isLost = () => true
  world.isPullLost = () => true

  const space = await world.open(client)

  expect(space.replica.getRows('item_tasks').size).toBeGreaterThan(0)
  await client.prefetch(scope)
  expect(space.replica.getRows('item_tasks').size).toBeGreaterThan(0)
  await client.close()
})
