import type { UserId } from '#core/lib/ids.ts'
import { addDays, weekdayOf, type CalendarDate } from '#core/lib/calendar-date.ts'

/** Days on which people do not work besides weekends. */
export type DaysOff = ReadonlyMap<UserId, ReadonlySet<CalendarDate>>

/** Hours of work in a day. */
export const workingDayHours = 8

/** How far ahead a working day is looked for: somebody who is off for longer is scheduled as if they were not. */
const maxSearchDays = 1000

/** Whether a day is a Saturday or a Sunday. */
export function isWeekend(day: CalendarDate): boolean {
  return weekdayOf(day) >= 5
}

/** The same of a day given as days since 1970-01-01, which was a Thursday. */
export function isWeekendNumber(dayNumber: number): boolean {
  return (((dayNumber + 3) % 7) + 7) % 7 >= 5
}

/** Whether somebody works on a day: neither a weekend nor a day off of theirs. */
export function isWorkingDay(day: CalendarDate, daysOff: ReadonlySet<CalendarDate> | undefined): boolean {
  return !isWeekend(day) && daysOff?.has(day) !== true
}

/** The day itself where it is a working day, else the next one. */
export function nextWorkingDay(day: CalendarDate, daysOff: ReadonlySet<CalendarDate> | undefined): CalendarDate {
  for (let ahead = 0; ahead < maxSearchDays; ahead += 1) {
    const candidate = addDays(day, ahead)
    if (isWorkingDay(candidate, daysOff)) return candidate
  }
  return day
}

/** How many calendar days a stretch takes that begins on a day and holds so many working days; at least 1. */
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

/** The working days within a stretch of calendar days, whose last one may be begun only. */
export function workingDaysIn(
  start: CalendarDate,
  durationDays: number,
  daysOff: ReadonlySet<CalendarDate> | undefined,
): readonly CalendarDate[] {
  return Array.from({ length: Math.ceil(durationDays) }, (_, index) => addDays(start, index)).filter((day) =>
    isWorkingDay(day, daysOff),
  )
}
