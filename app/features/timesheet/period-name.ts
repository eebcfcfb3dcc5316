import { addDays, type CalendarDate } from '#core/lib/calendar-date.ts'
import { periodOf, type TimesheetPeriod } from '#core/timesheet/period.ts'

const inUtc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
const forms = {
  week: inUtc({ day: 'numeric', month: 'short', year: 'numeric' }),
  month: inUtc({ month: 'long', year: 'numeric' }),
  year: inUtc({ year: 'numeric' }),
} as const
const shortMonth = inUtc({ month: 'short' })

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** Returns the name of the period around a day: `23–29 Nov 2026`, `November 2026`, `2026`. */
export function nameOfPeriod(period: TimesheetPeriod, day: CalendarDate): string {
  const { from, to } = periodOf(period, day)
  return period === 'week' ? forms.week.formatRange(at(from), at(addDays(to, -1))) : forms[period].format(at(from))
}

/** Returns the short name of a month given as `2026-11`: `Nov`. */
export function nameOfMonth(month: string): string {
  return shortMonth.format(at(`${month}-01`))
}
