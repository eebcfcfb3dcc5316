import { expect, test } from 'vitest'
import { aTaskRow } from './test/a-task-row.ts'
import { countTasks } from './task-rows.ts'

test('counts done tasks, and open ones that are late', () => {
  const rows = [
    aTaskRow('a', { isDone: true, due: '2026-01-01' }),
    aTaskRow('b', { due: '2026-11-23' }),
    aTaskRow('c', { due: '2026-11-24' }),
  ]

  expect(countTasks(rows, '2026-11-24')).toEqual({ done: 1, late: 1 })
})
