import { expect, test } from 'vitest'
import { kanbanMediaLoadLimit } from '#core/tasks/kanban.ts'
import { makeLoadQueue } from './load-queue.ts'

test('lets twelve load and the others wait for their turn', () => {
  const queue = makeLoadQueue(kanbanMediaLoadLimit)
  const started: number[] = []
  const leaves = Array.from({ length: 14 }, (_, index) => queue.enter(() => started.push(index)))

  expect(started).toHaveLength(12)

  leaves[0]?.()
  expect(started.at(-1)).toBe(12)
})

test('forgets one that leaves the line, and counts each place once', () => {
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
