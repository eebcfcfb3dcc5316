import type { CalendarDate } from '#core/lib/calendar-date.ts'

const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Formats a day for people: 'Mon 23 Nov'. */
export function formatDay(date: CalendarDate): string {
  return day.format(Date.parse(`${date}T00:00:00Z`)).replace(',', '')
}
