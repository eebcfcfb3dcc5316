import { isCalendarDate, type CalendarDate } from '#core/lib/calendar-date.ts'
import { listWithOr } from '#core/lib/text.ts'
import { readShortDate } from '#core/plan/values.ts'
import { usageError } from '#cli/cli-error.ts'

/** Reads a due date such as `2026-12-18` or `fri`; throws if it is none or could be several. */
export function readDue(text: string, today: CalendarDate): CalendarDate {
  const days = isCalendarDate(text) ? [text] : readShortDate(text, today)
  if (days.length > 1) throw usageError(`"${text}" could be ${listWithOr(days)}.`, 'Write it like 2026-12-18.')
  const [day] = days
  if (day === undefined) throw usageError(`"${text}" is not a date.`)
  return day
}
