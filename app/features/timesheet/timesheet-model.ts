import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { makeDateInZone } from '#core/lib/calendar-date.ts'
import { personalTimesheet, studioTimesheet, type TimesheetDay } from '#core/timesheet/timesheet.ts'
import { applyTimeEdits, type EditedTime } from '#core/timesheet/edits.ts'
import { weekOf } from '#core/timesheet/period.ts'
import type { ItemId, UserId } from '#core/lib/ids.ts'
import type { TimeLock } from '#core/timesheet/load-time-state.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { timesheetStore } from './timesheet-store.ts'

/** A day with its pills, of items or people. */
export type SheetDay = TimesheetDay<ItemId | UserId>

/** The store, or the snapshot that a component renders from. */
type Source = typeof timesheetStore

/** Returns whether the signed-in person's role logs time. */
export function canLogTime(): boolean {
  return clientStore.get().studio?.can('revisions') ?? false
}

/** Returns whether the signed-in person may edit the sheet: only their own. */
export function canWriteSheet({ subject }: Source = timesheetStore): boolean {
  return canLogTime() && subject?.userId !== undefined && subject.userId === clientStore.get().client?.userId
}

export function isLead(): boolean {
  const level = clientStore.get().studio?.replica.findAccess()?.level
  return level !== undefined && level <= 3
}

/** Returns the time that counts in a week, pending edits included. */
export function timesOfWeek(week: CalendarDate, source: Source = timesheetStore): readonly EditedTime[] {
  const { subject, pending, timeZone, weeks } = source
  const dateOf = makeDateInZone(timeZone)
  const isHere = ({ createdAt }: EditedTime): boolean => weekOf(dateOf(createdAt)) === week
  const edits = pending.filter(({ before, after }) => {
    const time = after ?? before
    return time !== undefined && isHere(time) && (subject?.userId === undefined || time.userId === subject.userId)
  })
  return applyTimeEdits(weeks.get(week) ?? [], edits).filter(({ isRunning }) => !isRunning)
}

/** Returns the columns of some days; a day whose week is not loaded has none. */
export function daysOfSheet(
  days: readonly CalendarDate[],
  source: Source = timesheetStore,
): ReadonlyMap<CalendarDate, SheetDay> {
  const { timeZone, subject, weeks } = source
  const wanted = [...new Set(days.map(weekOf))].filter((week) => weeks.has(week))
  const request = {
    days: days.filter((day) => weeks.has(weekOf(day))),
    entries: wanted.flatMap((week) => timesOfWeek(week, source)),
    timeZone,
  }
  return subject?.userId === undefined ? studioTimesheet(request) : personalTimesheet(request)
}

export function pillsOf(day: CalendarDate): SheetDay['pills'] {
  return daysOfSheet([day]).get(day)?.pills ?? []
}

/** Returns the running timer, even if only the outbox knows of it. */
export function findTimer({ timer, pending }: Source = timesheetStore): EditedTime | undefined {
  const times = applyTimeEdits(timer === undefined ? [] : [timer], pending)
  return times.findLast(({ isRunning }) => isRunning)
}

export function findLock(day: CalendarDate, { locks }: Source = timesheetStore): TimeLock | undefined {
  return locks.find(({ week }) => week === weekOf(day))
}
