import { expect, test } from 'vitest'
import { readDayPhrase, readWorkdays } from './read-day-phrase.ts'
import { readWeekday } from './read-weekday.ts'

test('a week ends on Friday to some and on Sunday to others; on a weekend it may be the next one', () => {
  const ends = (today: `${number}-${number}-${number}`) => readDayPhrase('end of week', today)

  expect(ends('2026-11-23')).toEqual(['2026-11-27', '2026-11-29'])
  expect(ends('2026-11-27')).toEqual(['2026-11-27', '2026-11-29'])
  expect(ends('2026-11-28')).toEqual(['2026-11-29', '2026-12-04'])
  expect(ends('2026-11-29')).toEqual(['2026-11-29', '2026-12-04'])
  expect(readDayPhrase('end of next week', '2026-11-29')).toEqual(['2026-12-04', '2026-12-06', '2026-12-11'])
})

test('a month or year that ends on a weekend may mean the Friday before, unless that has passed', () => {
  expect(readDayPhrase('eom', '2026-12-01')).toEqual(['2026-12-31'])
  expect(readDayPhrase('end of month', '2027-02-01')).toEqual(['2027-02-26', '2027-02-28'])
  expect(readDayPhrase('end of month', '2027-02-27')).toEqual(['2027-02-28'])
  expect(readDayPhrase('end of next month', '2027-12-10')).toEqual(['2028-01-31'])
  expect(readDayPhrase('end of year', '2027-12-10')).toEqual(['2027-12-31'])
  expect(readDayPhrase('end of month', '2028-02-10')).toEqual(['2028-02-29'])
})

test('working days are counted from the day after today and skip weekends', () => {
  expect(readDayPhrase('in 1 working day', '2026-11-27')).toEqual(['2026-11-30'])
  expect(readDayPhrase('+1wd', '2026-11-28')).toEqual(['2026-11-30'])
  expect(readDayPhrase('in 5 workdays', '2026-11-29')).toEqual(['2026-12-04'])
  expect(readDayPhrase('in 10 business days', '2026-11-27')).toEqual(['2026-12-11'])
  expect(['5wd', 'in five working days', '0wd', 'five working days', 'in no workdays'].map(readWorkdays)).toEqual([
    5,
    5,
    undefined,
    undefined,
    undefined,
  ])
})

test('a weekday with “week” is a week after the next one, and on that day today or the next', () => {
  expect(readWeekday('monday week', '2026-11-29')).toEqual(['2026-12-07'])
  expect(readWeekday('monday week', '2026-11-30')).toEqual(['2026-12-07', '2026-12-14'])
  expect(readWeekday('monday after next', '2026-11-30')).toEqual(['2026-12-14'])
  expect(readWeekday('next week', '2026-11-24')).toEqual(['2026-11-30', '2026-12-04'])
  expect(readWeekday('last week', '2026-11-24')).toEqual([])
})
