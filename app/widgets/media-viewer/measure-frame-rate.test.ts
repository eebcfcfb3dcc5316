import { expect, test } from 'vitest'
import { rateOfFrameTimes } from './measure-frame-rate.ts'

test.each([
  ['23.976', 1001 / 24_000],
  ['24', 1 / 24],
  ['25', 1 / 25],
  ['29.97', 1001 / 30_000],
  ['50', 1 / 50],
  ['60', 1 / 60],
])('finds %s frames a second, even if a frame was dropped', (label, distance) => {
  const times = [0, 1, 2, 4, 5, 6, 7].map((frame) => frame * distance)

  expect(rateOfFrameTimes(times).label).toBe(label)
})

test('falls back to 24 if no frames were seen', () => {
  expect(rateOfFrameTimes([]).label).toBe('24')
  expect(rateOfFrameTimes([1.5]).label).toBe('24')
})
