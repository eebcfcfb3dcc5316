import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  maxEstimateHours,
  formatEstimate,
  formatEstimateTotal,
  isEstimateHours,
  parseEstimateEntry,
  toEstimateHours,
  toWorkingDays,
} from './estimate.ts'

const tenths = fc.integer({ min: 0, max: 9999 }).map((value) => value / 10)

test('a formatted estimate reads back, with a point or a comma', () => {
  fc.assert(
    fc.property(tenths, (hours) => {
      expect(parseEstimateEntry(formatEstimate(hours))).toBe(hours)
      expect(parseEstimateEntry(String(hours).replace('.', ','))).toBe(hours)
    }),
  )
})

test('any number becomes an estimate in range with one decimal', () => {
  fc.assert(
    fc.property(fc.double(), (hours) => {
      const stored = toEstimateHours(hours)
      expect(isEstimateHours(stored)).toBe(true)
      expect(Math.round(stored * 10) / 10).toBe(stored)
      expect(toEstimateHours(stored)).toBe(stored)
    }),
  )
})

test('negative and invalid estimates become 0, others are capped and rounded half up', () => {
  expect([-3, Number.NaN, 5000, Number.POSITIVE_INFINITY].map(toEstimateHours)).toEqual([0, 0, 999.9, 999.9])
  expect([4.35, 0.05, 0.04, 1.25, 999.95].map(toEstimateHours)).toEqual([4.4, 0.1, 0, 1.3, 999.9])
})

test('a cell ignores an estimate that is not a number', () => {
  for (const wrong of ['', 'abc', '1,2,3', '1.2.3', '3 days', '0x10', '1e3', ','])
    expect(parseEstimateEntry(wrong)).toBeUndefined()
  expect(['2', '2,', '.5', ' 3.25h ', '-4', '1200'].map(parseEstimateEntry)).toEqual([2, 2, 0.5, 3.3, 0, 999.9])
})

test('only hours in range can be sent as an estimate', () => {
  expect(maxEstimateHours).toBe(999.9)
  expect([0, maxEstimateHours].every(isEstimateHours)).toBe(true)
  expect([-0.1, 1000, Number.NaN].some(isEstimateHours)).toBe(false)
})

test('estimates are shown as hours, totals and days', () => {
  expect([formatEstimate(4), formatEstimateTotal(12.5), formatEstimateTotal(0)]).toEqual([
    '4.0h',
    '12.5h estimated',
    '0h estimated',
  ])
  expect([8, 12, 1, 0].map(toWorkingDays)).toEqual([1, 1.5, 0.1, 0])
})
