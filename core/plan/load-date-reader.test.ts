import { expect, test } from 'vitest'
import { loadDateReader, mayContainDate } from './load-date-reader.ts'
import { ownFields } from './test/a-studio.ts'

test('a sentence may hold a date in words after due or the name of a date field', () => {
  expect(mayContainDate('sq020 due 12 december')).toBe(true)
  expect(mayContainDate('sq020 > due>=12 december')).toBe(true)
  expect(mayContainDate('sq020 → delivery date 12 december', ownFields)).toBe(true)
  expect(mayContainDate('sq020 → Delivery_Date=12 december', ownFields)).toBe(true)
  expect(mayContainDate('sq020 → frames 120', ownFields)).toBe(false)
  expect(mayContainDate('sq020 → duet', ownFields)).toBe(false)
})

test('a relative date without a reference is not a day', async () => {
  const read = await loadDateReader()

  expect(read('2 days later', '2026-11-24')).toEqual([])
  expect(read('2 days earlier', '2026-11-24')).toEqual([])
})
