import { groupBy, sumBy } from '#core/lib/collections.ts'
import type { ItemId, ProjectId, SpaceId, StageId, TaskId, TimeEntryId, UserId, VersionId } from '#core/lib/ids.ts'
import { makeDateInZone, type CalendarDate, type EpochMs } from '#core/lib/calendar-date.ts'
import { rescaleMinutes } from './time-spent.ts'

/** The width of a day's column in pixels. */
export const timesheetColumnWidth = 120

/** How many days before today the timesheet is first scrolled to. */
export const timesheetLeadDays = 5

// The time a working day should have in the personal view.
const fullDayMinutes = 480

/** A revision, or time without one, as the timesheet counts it. */
export type TimeEntry = {
  readonly id: VersionId | TimeEntryId
  readonly userId: UserId
  readonly itemId: ItemId
  readonly stageId: StageId
  readonly createdAt: EpochMs
  readonly minutes: number
}

/** A time entry with the names of its place, as the server lists them; needs no loaded space. */
export type LoggedTime = TimeEntry & {
  readonly userName: string
  readonly taskId: TaskId
  readonly projectId: ProjectId
  readonly spaceId: SpaceId
  readonly projectName: string
  readonly spaceName: string
  readonly collectionName: string
  readonly itemName: string
  readonly stageName: string
  /** The revision's number; absent for time without a revision. */
  readonly versionNumber: number | undefined
  readonly comment: string
  /** The path of the task's popup in the app. */
  readonly url: string
}

/** A pill of a day: an item's time in the personal view, a person's in the studio's. */
export type TimesheetPill<Key extends ItemId | UserId> = {
  readonly key: Key
  readonly minutes: number
  readonly entries: readonly TimeEntry[]
}

/** A day's column; `isWarning` only in the personal view. */
export type TimesheetDay<Key extends ItemId | UserId> = {
  readonly totalMinutes: number
  readonly isWarning: boolean
  readonly pills: readonly TimesheetPill<Key>[]
}

type DaysRequest = {
  readonly days: readonly CalendarDate[]
  readonly entries: readonly (TimeEntry & Partial<Pick<LoggedTime, 'userName'>>)[]
  readonly timeZone: string
}

/** Groups one person's time by day: a pill per item, and a warning on every day whose total is not eight hours. */
export function personalTimesheet(request: DaysRequest): ReadonlyMap<CalendarDate, TimesheetDay<ItemId>> {
  return toDays(request, (entry) => entry.itemId, isWarningTotal)
}

/** Groups a studio's time by day: a pill per person, sorted by name, never a warning. */
export function studioTimesheet(request: DaysRequest): ReadonlyMap<CalendarDate, TimesheetDay<UserId>> {
  const { entries } = request
  const names = new Map(entries.map(({ userId, userName = '' }) => [userId, userName]))
  const nameOf = (userId: UserId): string => names.get(userId) ?? ''
  const days = toDays(
    request,
    (entry) => entry.userId,
    () => false,
  )
  return new Map(
    [...days].map(([day, { pills, ...rest }]) => {
      const compare = (one: { key: UserId }, other: { key: UserId }): number =>
        nameOf(one.key).localeCompare(nameOf(other.key)) || one.key.localeCompare(other.key)
      return [day, { ...rest, pills: pills.toSorted(compare) }]
    }),
  )
}

/** Whether a personal day's total is flagged: when it is not exactly 480 minutes. */
export function isWarningTotal(totalMinutes: number): boolean {
  return totalMinutes !== fullDayMinutes
}

/**
 * Lists what to write, with its new minutes, when a pill gets a new total; unchanged times are left out. Empty when the
 * total is zero, as the split is skipped then.
 */
export function editPillTotal(
  pill: Pick<TimesheetPill<ItemId>, 'entries'>,
  totalMinutes: number,
): readonly { readonly id: TimeEntry['id']; readonly minutes: number }[] {
  const rescaled = rescaleMinutes(
    pill.entries.map((entry) => entry.minutes),
    totalMinutes,
  )
  return pill.entries.flatMap(({ id, minutes: before }, index) => {
    const minutes = rescaled?.[index] ?? before
    return minutes === before ? [] : [{ id, minutes }]
  })
}

function toDays<Key extends ItemId | UserId>(
  { days, entries, timeZone }: DaysRequest,
  keyOf: (entry: TimeEntry) => Key,
  isWarning: (totalMinutes: number) => boolean,
): ReadonlyMap<CalendarDate, TimesheetDay<Key>> {
  const dateOf = makeDateInZone(timeZone)
  const byDay = groupBy(entries, (entry) => dateOf(entry.createdAt))
  return new Map(
    days.map((day) => {
      const ofDay = byDay.get(day) ?? []
      const totalMinutes = sumBy(ofDay, (entry) => entry.minutes)
      const pills = Array.from(groupBy(ofDay, keyOf), ([key, ofPill]) => ({
        key,
        minutes: sumBy(ofPill, (entry) => entry.minutes),
        entries: ofPill,
      }))
      return [day, { totalMinutes, isWarning: isWarning(totalMinutes), pills }]
    }),
  )
}

/** Whether time belongs to a revision rather than being logged by itself. */
export function isVersion(time: Pick<LoggedTime, 'versionNumber'>): boolean {
  return time.versionNumber !== undefined
}
