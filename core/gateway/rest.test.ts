import { expect, test } from 'vitest'
import { loadAllRows } from './rest.ts'

test('all rows are loaded from a server that returns a thousand at most', async () => {
  const rows = Array.from({ length: 2500 }, (_, index) => index)
  const asked: number[] = []

  const loaded = await loadAllRows(async (from, to) => {
    asked.push(from)
    return await Promise.resolve({ data: rows.slice(from, Math.min(to + 1, from + 1000)) })
  })

  expect(loaded).toEqual(rows)
  expect(asked).toEqual([0, 1000, 2000])
})
