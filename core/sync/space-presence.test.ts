import { expect, test } from 'vitest'
import { makeMemoryPresence } from '#core/gateway/memory/memory-presence.ts'
import type { LiveGateway } from '#core/gateway/ports.ts'
import type { SpaceId, UserId } from '#core/lib/ids.ts'
import { makeFakeClock } from '#core/testing/fake-clock.ts'
import { anId } from '#core/testing/studio-fixture.ts'
import type { Visibility } from './ports.ts'
import { makeSpacePresence, type SpacePresence } from './space-presence.ts'

const [spaceId, ann, bob] = [anId<SpaceId>(3, 1), anId<UserId>(9, 1), anId<UserId>(9, 2)]

/** A window that can be hidden. */
function aWindow(): Visibility & { cover: (isCovered: boolean) => void } {
  let isVisible = true
  const listeners = new Set<() => void>()
  return {
    isVisible: () => isVisible,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    cover: (isCovered) => {
      isVisible = !isCovered
      for (const listener of listeners) listener()
    },
  }
}

function aRoom() {
  const clock = makeFakeClock()
  const join = makeMemoryPresence()
  const told: (string | undefined)[] = []
  const joinSpace: LiveGateway['joinSpace'] = (id, who) => {
    const channel = join(id, who)
    return {
      ...channel,
      show: (cellKey) => {
        told.push(cellKey)
        channel.show(cellKey)
      },
    }
  }
  const live = { joinSpace, watchStudio: () => () => undefined, watchNotifications: () => () => undefined }
  const enter = (userId: UserId, visibility = aWindow()): SpacePresence =>
    makeSpacePresence({ spaceId, userId, live, clock, visibility })
  return { clock, told, enter }
}

test('people see each other’s cells, but not themselves, even from another window of theirs', async () => {
  const { clock, enter } = aRoom()
  const [mine, mineToo, theirs] = [enter(ann), enter(ann), enter(bob)]
  theirs.setCell('a:1')
  mine.setCell('b:2')
  await clock.advance(1000)

  expect(mine.getOthers()).toEqual([{ userId: bob, cellKey: 'a:1' }])
  expect(mineToo.getOthers()).toEqual([{ userId: bob, cellKey: 'a:1' }])
  expect(theirs.getOthers()).toEqual([
    { userId: ann, cellKey: undefined },
    { userId: ann, cellKey: 'b:2' },
  ])
  theirs.close()
  await clock.advance(1000)
  expect(mine.getOthers()).toEqual([])
})

test('rapid moves are sent a few times a second, always ending with the last', async () => {
  const { clock, told, enter } = aRoom()
  const [mine, theirs] = [enter(ann), enter(bob)]
  let news = 0
  theirs.subscribe(() => {
    news += 1
  })
  for (let step = 0; step < 100; step += 1) {
    mine.setCell(`row:${step}`)
    await clock.advance(10)
  }
  await clock.advance(1000)

  expect(told.length).toBeLessThan(12)
  expect(news).toBeLessThan(12)
  expect(theirs.getOthers()).toEqual([{ userId: ann, cellKey: 'row:99' }])
})

test('a hidden window shows nobody to others and draws nothing until it is visible again', async () => {
  const { clock, enter } = aRoom()
  const visibility = aWindow()
  const [mine, theirs] = [enter(ann, visibility), enter(bob)]
  mine.setCell('a:1')
  await clock.advance(1000)
  const seen = mine.getOthers()

  visibility.cover(true)
  theirs.setCell('b:2')
  await clock.advance(1000)
  expect(theirs.getOthers()).toEqual([])
  expect(mine.getOthers()).toBe(seen)

  visibility.cover(false)
  await clock.advance(1000)
  expect(theirs.getOthers()).toEqual([{ userId: ann, cellKey: 'a:1' }])
  expect(mine.getOthers()).toEqual([{ userId: bob, cellKey: 'b:2' }])
})

test('the array of others stays the same while nobody moves', async () => {
  const { clock, enter } = aRoom()
  const [mine, theirs] = [enter(ann), enter(bob)]
  await clock.advance(1000)
  const before = mine.getOthers()
  theirs.setCell(undefined)
  await clock.advance(1000)
  expect(mine.getOthers()).toBe(before)
})
