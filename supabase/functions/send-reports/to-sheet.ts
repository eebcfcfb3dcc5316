import { countOf } from '#core/lib/text.ts'
import { addDays, dateInZone, type CalendarDate } from '#core/lib/calendar-date.ts'
import { toId, type StudioId, type UserId } from '#core/lib/ids.ts'
import { toLoggedTime, type WireEntry } from '#core/timesheet/to-logged-time.ts'
import { writeTimesheetCsv } from '#core/timesheet/sheet.ts'
import { formatTimeSpent } from '#core/timesheet/time-spent.ts'
import type { WebhookForm } from '../deliver-events/to-message.ts'
import { viewToSheet, type PulledView } from './view-to-sheet.ts'

/** A report that is due, as returned by the database. */
export type ClaimedReport = {
  readonly schedule_id: string
  readonly studio_id: string
  readonly owner_id: string
  /** In its owner's local time; with the schedule's id it identifies a report across retries. */
  readonly due: string
  readonly name: string
  readonly url: string
  readonly form: WebhookForm
  readonly email: string
  readonly person: string
  readonly time_zone: string
  /** Days from the first until before the last. */
  readonly from: CalendarDate
  readonly to: CalendarDate
  /** Its content: logged time, or a saved view; `problem` if the database could not provide it. */
  readonly entries?: readonly WireEntry[]
  readonly view?: PulledView
  readonly problem?: string
}

export type ReportSheet = { readonly fileName: string; readonly csv: string; readonly summary: string }

/** Makes a report as a CSV file, and as one line; throws with the reason if it cannot be made. */
export function toSheet(report: ClaimedReport, now: Date): ReportSheet {
  if (report.problem !== undefined) throw new Error(`It could not be read: ${report.problem}`)
  return report.view === undefined ? toTimesheet(report) : toView(report, report.view, now)
}

function toTimesheet({ name, from, to, time_zone: timeZone, entries: rows = [] }: ClaimedReport): ReportSheet {
  const entries = rows.map(toLoggedTime)
  const last = addDays(to, -1)
  const days = from === last ? from : `${from} to ${last}`
  const minutes = entries.reduce((sum, entry) => sum + entry.minutes, 0)
  const count = countOf(entries.length, 'entry', 'entries')
  return {
    fileName: `timesheet-${from}-to-${last}.csv`,
    csv: writeTimesheetCsv({ entries, range: { from, to }, timeZone }),
    summary: `${name}: ${formatTimeSpent(minutes)} in ${count}, ${days}`,
  }
}

function toView(
  { name, studio_id, owner_id, time_zone: timeZone }: ClaimedReport,
  view: PulledView,
  now: Date,
): ReportSheet {
  const today = dateInZone(now.getTime(), timeZone)
  const { text, ...sheet } = viewToSheet(view, {
    studioId: toId<StudioId>(studio_id),
    ownerId: toId<UserId>(owner_id),
    today,
  })
  return { ...sheet, summary: `${name}: ${text}, ${today}` }
}

/** Returns the id by which a receiver recognises a report, however often it arrives. */
export function messageIdOf({ schedule_id: id, due }: ClaimedReport): string {
  return `rep_${id.replaceAll('-', '')}_${due.replaceAll(/\D/g, '')}`
}
