import { expect, test } from 'vitest'
import { kanbanMediaLoadLimit } from '#core/tasks/kanban.ts'
import { makeLoadQueue } from './load-queue.ts'

test('lets twelve pictures load at once while the others wait their turn', () => {
  const queue = makeLoadQueue(kanbanMediaLoadLimit)
  const started: number[] = []
  const leaves = Array.from({ length: 14 }, (_, index) => queue.enter(() => started.push(index)))

  expect(started).toHaveLength(12)

  leaves[0]?.()
  expect(started.at(-1)).toBe(12)
})

test('forgets one that leaves the queue, and frees each slot once', () => {
  const queue = makeLoadQueue(1)
  const started: string[] = []
  const first = queue.enter(() => started.push('first'))
  const second = queue.enter(() => started.push('second'))
  queue.enter(() => started.push('third'))

  second()
  first()
  first()

  expect(started).toEqual(['first', 'third'])
})
