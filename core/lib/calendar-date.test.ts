import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  dateInZone,
  daysBetween,
  fromDayNumber,
  isCalendarDate,
  toDayNumber,
  weekdayOf,
} from './calendar-date.ts'

const dayNumber = fc.integer({ min: toDayNumber('1000-01-01'), max: toDayNumber('9999-12-31') })

test('days convert to day numbers and back', () => {
  fc.assert(
    fc.property(dayNumber, (number) => {
      expect(isCalendarDate(fromDayNumber(number))).toBe(true)
      expect(toDayNumber(fromDayNumber(number))).toBe(number)
    }),
  )
  expect(toDayNumber('1970-01-01')).toBe(0)
})

test('adding days and counting them are inverse', () => {
  fc.assert(
    fc.property(dayNumber, fc.integer({ min: -400, max: 400 }), (number, days) => {
      const date = fromDayNumber(number)
      fc.pre(number + days >= toDayNumber('1000-01-01') && number + days <= toDayNumber('9999-12-31'))
      expect(daysBetween(date, addDays(date, days))).toBe(days)
    }),
  )
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
})

test('days sort like their text form', () => {
  fc.assert(
    fc.property(dayNumber, dayNumber, (first, second) => {
      expect(fromDayNumber(first) < fromDayNumber(second)).toBe(first < second)
    }),
  )
})

test('refuses days that do not exist and other spellings', () => {
  for (const wrong of [
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '0999-01-01',
    '2026-01-01T00:00',
    '',
    20260101,
  ])
    expect(isCalendarDate(wrong)).toBe(false)
})

test('weeks begin on Monday', () => {
  expect(weekdayOf('2026-11-23')).toBe(0)
  expect(weekdayOf('2026-11-22')).toBe(6)
  fc.assert(
    fc.property(dayNumber, (number) => {
      fc.pre(number < toDayNumber('9999-12-31'))
      const date = fromDayNumber(number)
      expect(weekdayOf(addDays(date, 1))).toBe((weekdayOf(date) + 1) % 7)
    }),
  )
})

test('one moment falls on different days in different zones', () => {
  const moment = Date.parse('2026-11-21T23:30:00Z')

  expect(dateInZone(moment, 'UTC')).toBe('2026-11-21')
  expect(dateInZone(moment, 'Asia/Tokyo')).toBe('2026-11-22')
  expect(dateInZone(Date.parse('2026-11-21T03:00:00Z'), 'America/Los_Angeles')).toBe('2026-11-20')
  expect(() => dateInZone(moment, 'Mars/Olympus')).toThrow(RangeError)
})

test('a day spans a clock change in its zone', () => {
  const startMs = Date.parse('2026-10-24T12:00:00Z')

  const days = Array.from({ length: 4 }, (_, index) => dateInZone(startMs + index * 86_400_000, 'Europe/Berlin'))

  expect(days).toEqual(['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27'])
})
