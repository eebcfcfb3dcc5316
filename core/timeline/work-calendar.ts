import type { UserId } from '#core/lib/ids.ts'
import { addDays, weekdayOf, type CalendarDate } from '#core/lib/calendar-date.ts'

/** Days off besides weekends, by member. */
export type DaysOff = ReadonlyMap<UserId, ReadonlySet<CalendarDate>>

/** Hours of work in a day. */
export const workingDayHours = 8

/** How far ahead a working day is searched for: somebody off for longer is scheduled as if they were not. */
const maxSearchDays = 1000

/** Whether a day is a Saturday or a Sunday. */
export function isWeekend(day: CalendarDate): boolean {
  return weekdayOf(day) >= 5
}

/** Like `isWeekend`, for a day counted from 1970-01-01, which was a Thursday. */
export function isWeekendNumber(dayNumber: number): boolean {
  return (((dayNumber + 3) % 7) + 7) % 7 >= 5
}

/** Whether somebody works on a day: neither a weekend nor one of their days off. */
export function isWorkingDay(day: CalendarDate, daysOff: ReadonlySet<CalendarDate> | undefined): boolean {
  return !isWeekend(day) && daysOff?.has(day) !== true
}

/**
 * Returns the day that many working days later, or earlier if negative: Monday to Friday, regardless of anybody's days
 * off. From a weekend, the first is the Monday after it or the Friday before.
 */
export function addWorkingDays(day: CalendarDate, count: number): CalendarDate {
  const [way, weekday] = [Math.sign(count), weekdayOf(day)]
  // A weekend counts as the Friday before it, or going back as the Monday after.
  const start = !isWeekend(day) || way === 0 ? 0 : way < 0 ? 7 - weekday : 4 - weekday
  const passed = way < 0 ? 4 - ((weekday + start) % 7) : weekday + start
  const [weeks, rest] = [Math.floor(Math.abs(count) / 5), Math.abs(count) % 5]
  return addDays(day, start + way * (weeks * 7 + rest + (passed + rest > 4 ? 2 : 0)))
}

/** Returns the day itself where it is a working day, else the next one. */
export function nextWorkingDay(day: CalendarDate, daysOff: ReadonlySet<CalendarDate> | undefined): CalendarDate {
  for (let ahead = 0; ahead < maxSearchDays; ahead += 1) {
    const candidate = addDays(day, ahead)
    if (isWorkingDay(candidate, daysOff)) return candidate
  }
  return day
}

/**
 * Returns how many calendar days a span takes that begins on a day and holds the given number of working days; at least
 * 1.
 */
export function spanOfWorkingDays(
  start: CalendarDate,
  workingDays: number,
  daysOff: ReadonlySet<CalendarDate> | undefined,
): number {
  let left = Math.max(1, Math.ceil(workingDays))
  for (let span = 1; span <= maxSearchDays; span += 1) {
    if (isWorkingDay(addDays(start, span - 1), daysOff)) left -= 1
    if (left === 0) return span
  }
  return Math.max(1, Math.ceil(workingDays))
}

/** Lists the working days within a span of calendar days; a partial last day counts. */
export function workingDaysIn(
  start: CalendarDate,
  durationDays: number,
  daysOff: ReadonlySet<CalendarDate> | undefined,
): readonly CalendarDate[] {
  return Array.from({ length: Math.ceil(durationDays) }, (_, index) => addDays(start, index)).filter((day) =>
    isWorkingDay(day, daysOff),
  )
}
