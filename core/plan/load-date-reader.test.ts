import { expect, test } from 'vitest'
import { loadDateReader, mayHoldDate } from './load-date-reader.ts'
import { ownFields } from './test/a-studio.ts'

test('dates in words are looked for where something is due, or a field of dates is named', () => {
  expect(mayHoldDate('sq020 due 12 december')).toBe(true)
  expect(mayHoldDate('sq020 > due>=12 december')).toBe(true)
  expect(mayHoldDate('sq020 → delivery date 12 december', ownFields)).toBe(true)
  expect(mayHoldDate('sq020 → Delivery_Date=12 december', ownFields)).toBe(true)
  expect(mayHoldDate('sq020 → frames 120', ownFields)).toBe(false)
  expect(mayHoldDate('sq020 → duet', ownFields)).toBe(false)
})

test('what is later or earlier than something that is not said is no day', async () => {
  const read = await loadDateReader()

  expect(read('2 days later', '2026-11-24')).toEqual([])
  expect(read('2 days earlier', '2026-11-24')).toEqual([])
})
