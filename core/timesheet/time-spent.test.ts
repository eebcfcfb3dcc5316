import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatTimeSpent,
  parseTimeSpent,
  rescaleMinutes,
  timeSpentHourOptions,
  timeSpentMinuteOptions,
  toMinutes,
} from './time-spent.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const day = fc.array(fc.integer({ min: 0, max: 600 }), { minLength: 1, maxLength: 12 })

test('formatted minutes are read back exactly', () => {
  fc.assert(
    fc.property(fc.nat({ max: 100_000 }), (minutes) => {
      expect(parseTimeSpent(formatTimeSpent(minutes))).toBe(minutes)
    }),
  )
})

test('writes minutes in all four forms', () => {
  expect([0, 45, 120, 150].map(formatTimeSpent)).toEqual(['0m', '45m', '2h', '2h 30m'])
})

test('reads common ways to write a duration and carries sixty minutes and more', () => {
  expect(['1h 30m', '2h', '45m', '0h 0m', ' 1H30M ', '1 h 5 m'].map(parseTimeSpent)).toEqual([90, 120, 45, 0, 90, 65])
  expect(formatTimeSpent(parseTimeSpent('1h 60m') ?? 0)).toBe('2h')
})

test('refuses a malformed duration', () => {
  for (const wrong of ['', ' ', '90', '1.5h', '-1h', '1h 30', '30m 1h', '1h30m!', 'h', 'NaNh', '1h 1h', '99999h'])
    expect(parseTimeSpent(wrong)).toBeUndefined()
})

test('accepts only whole, non-negative hours and minutes', () => {
  expect(toMinutes({ hours: 1, minutes: 75 })).toBe(135)
  for (const wrong of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(toMinutes({ hours: wrong, minutes: 0 })).toBeUndefined()
    expect(toMinutes({ hours: 0, minutes: wrong })).toBeUndefined()
  }
  expect([timeSpentHourOptions.at(-1), timeSpentMinuteOptions.at(-1)]).toEqual([8, 60])
})

test('a rescaled day has the new total, and no revision under a minute', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 5000 }), (minutes, total) => {
      fc.pre(sum(minutes) > 0)
      const scaled = rescaleMinutes(minutes, total) ?? []
      expect(sum(scaled)).toBe(Math.max(total, minutes.length))
      expect(scaled.every((value) => Number.isInteger(value) && value >= 1)).toBe(true)
    }),
  )
})

test('rescaling never makes a longer revision the shorter one', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 5000 }), (minutes, total) => {
      fc.pre(sum(minutes) > 0)
      const scaled = rescaleMinutes(minutes, total) ?? []
      const order = minutes
        .map((_, index) => index)
        .sort((first, second) => (minutes[second] ?? 0) - (minutes[first] ?? 0))
      const inOldOrder = order.map((index) => scaled[index] ?? 0)
      const isTie = (index: number) => minutes[order[index] ?? 0] === minutes[order[index - 1] ?? 0]
      expect(
        inOldOrder.every((value, index) => index === 0 || isTie(index) || value <= (inOldOrder[index - 1] ?? 0)),
      ).toBe(true)
    }),
  )
})

test('rescaling to the same total changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 12 }), (minutes) => {
      expect(rescaleMinutes(minutes, sum(minutes))).toEqual(minutes)
    }),
  )
})

test('skips the split when there is no time to split or none to split by', () => {
  expect(rescaleMinutes([10, 20], 0)).toBeUndefined()
  expect(rescaleMinutes([0, 0], 60)).toBeUndefined()
  expect(rescaleMinutes([], 60)).toBeUndefined()
  expect(rescaleMinutes([60, 30], 180)).toEqual([120, 60])
  expect(rescaleMinutes([600, 0], 10)).toEqual([9, 1])
})
