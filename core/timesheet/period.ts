import { addDays, makeDateInZone, weekdayOf, type CalendarDate, type EpochMs } from '#core/lib/calendar-date.ts'

export const timesheetPeriods = ['week', 'month', 'year'] as const
export type TimesheetPeriod = (typeof timesheetPeriods)[number]

/** Whole days; `to` is exclusive. */
export type DayRange = { readonly from: CalendarDate; readonly to: CalendarDate }

/** Returns the Monday of a day's week (ISO 8601). */
export function weekOf(date: CalendarDate): CalendarDate {
  return addDays(date, -weekdayOf(date))
}

/** Returns the week, month or year that a day is in. */
export function periodOf(period: TimesheetPeriod, date: CalendarDate): DayRange {
  if (period === 'week') return { from: weekOf(date), to: addDays(weekOf(date), 7) }
  if (period === 'month') return { from: firstOfMonth(date), to: firstOfMonth(addDays(firstOfMonth(date), 31)) }
  return { from: firstOfYear(date), to: firstOfYear(addDays(firstOfYear(date), 366)) }
}

/** Returns the first day of the period before or after a day's own. */
export function stepPeriod(period: TimesheetPeriod, date: CalendarDate, by: 1 | -1): CalendarDate {
  const { from, to } = periodOf(period, date)
  return by === 1 ? to : periodOf(period, addDays(from, -1)).from
}

/** Lists the days of a range, in order. */
export function daysOf({ from, to }: DayRange): readonly CalendarDate[] {
  const days: CalendarDate[] = []
  for (let day = from; day < to; day = addDays(day, 1)) days.push(day)
  return days
}

/**
 * Returns the first moment of a day in an IANA time zone, to the minute: midnight, or the next moment where clocks skip
 * it.
 */
export function startOfDay(date: CalendarDate, timeZone: string): EpochMs {
  const dateOf = makeDateInZone(timeZone)
  const noonless = Date.parse(`${date}T00:00:00Z`)
  // Zones are at most fourteen hours away from UTC; in minutes.
  let [low, high] = [-15 * 60, 15 * 60]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (dateOf(noonless + middle * 60_000) >= date) high = middle
    else low = middle + 1
  }
  return noonless + low * 60_000
}

/** Converts a range of days to moments in a time zone; `to` is exclusive. */
export function momentsOf({ from, to }: DayRange, timeZone: string): { readonly from: EpochMs; readonly to: EpochMs } {
  return { from: startOfDay(from, timeZone), to: startOfDay(to, timeZone) }
}

// Every month has a first.
function firstOfMonth(date: CalendarDate): CalendarDate {
  return `${date.slice(0, 7)}-01` as CalendarDate
}

function firstOfYear(date: CalendarDate): CalendarDate {
  return `${date.slice(0, 4)}-01-01` as CalendarDate
}
