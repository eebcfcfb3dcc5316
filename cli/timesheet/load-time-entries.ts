import { addDays, makeDateInZone, type CalendarDate } from '#core/lib/calendar-date.ts'
import type { LoggedTime } from '#core/timesheet/timesheet.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import type { StudioId } from '#core/lib/ids.ts'
import { loadTimeEntries as loadLoggedTime } from '#core/timesheet/load-time-entries.ts'

/** Time on the day it was logged, with or without a revision. */
export type TimeEntry = {
  readonly revisionId: string | null
  readonly day: CalendarDate
  readonly at: string
  readonly artist: string
  readonly artistId: string | null
  readonly project: string
  readonly space: string
  readonly collection: string
  readonly item: string
  readonly stage: string
  readonly version: number | null
  readonly minutes: number
  readonly comment: string
  readonly taskId: string
}

export type Range = { readonly from: CalendarDate; readonly to: CalendarDate; readonly timeZone: string }

/** Loads the studio's time entries in a range of days, oldest first, in projects the caller may open. */
export async function loadTimeEntries(
  gateway: Gateway,
  studioId: StudioId,
  range: Range,
): Promise<readonly TimeEntry[]> {
  const dayOf = makeDateInZone(range.timeZone)
  // One extra day on both sides: zones are up to fourteen hours from UTC.
  const from = Date.parse(`${addDays(range.from, -1)}T00:00:00Z`)
  const to = Date.parse(`${addDays(range.to, 2)}T00:00:00Z`)
  const logged = await loadLoggedTime({ studioId, from, to }, { gateway })
  return logged
    .map((entry) => toEntry(entry, dayOf(entry.createdAt)))
    .filter(({ day }) => day >= range.from && day <= range.to)
}

function toEntry(entry: LoggedTime, day: CalendarDate): TimeEntry {
  return {
    revisionId: entry.versionNumber === undefined ? null : entry.id,
    day,
    at: new Date(entry.createdAt).toISOString(),
    artist: entry.userName,
    artistId: entry.userId,
    project: entry.projectName,
    space: entry.spaceName,
    collection: entry.collectionName,
    item: entry.itemName,
    stage: entry.stageName,
    version: entry.versionNumber ?? null,
    minutes: entry.minutes,
    comment: entry.comment,
    taskId: entry.taskId,
  }
}
