import { expect, test } from 'vitest'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { nameOfMonth, nameOfPeriod } from './period-name.ts'

test('timesheet periods have names for weeks, months and years', () => {
  const day = '2026-11-25' as CalendarDate

  expect(nameOfPeriod('week', day)).toMatch(/^23\s–\s29 Nov 2026$/)
  expect(nameOfPeriod('week', '2026-12-31' as CalendarDate)).toMatch(/^28 Dec 2026\s–\s3 Jan 2027$/)
  expect(nameOfPeriod('month', day)).toBe('November 2026')
  expect(nameOfPeriod('year', day)).toBe('2026')
  expect(nameOfMonth('2026-03')).toBe('Mar')
})
