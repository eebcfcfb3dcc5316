import { isCalendarDate, type CalendarDate } from '#core/lib/calendar-date.ts'

/** A day as programs write it that leaves no doubt: 2026-12-18, also at its midnight, or 2026/12/18. */
export function toDay(text: string): CalendarDate | undefined {
  const { year = '', month = '', day = '' } = dayForm.exec(text)?.groups ?? {}
  const found = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  return isCalendarDate(found) ? found : undefined
}

const dayForm =
  /^(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:?00)?)?$/i
