import { expect, test } from 'vitest'
import { readDue } from './read-due.ts'

test('a day with several meanings is refused with every one of them', () => {
  const read = (text: string): unknown => readDue(text, '2026-11-28')

  expect(() => read('end of next week')).toThrow('"end of next week" could be 2026-12-04, 2026-12-06 or 2026-12-11.')
  expect(() => read('end of week')).toThrow('"end of week" could be 2026-11-29 or 2026-12-04.')
  expect(() => read('soon')).toThrow('"soon" is not a date.')
  expect(read('2026-12-01')).toBe('2026-12-01')
  expect(read('fri')).toBe('2026-12-04')
})
