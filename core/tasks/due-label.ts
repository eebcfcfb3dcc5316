import { countOf } from '#core/lib/text.ts'
import { daysBetween, type CalendarDate } from '#core/lib/calendar-date.ts'

/** A due date in words; `late` is shown in red, `onTime` in green. */
export type DueLabel = { readonly text: string; readonly tone: 'onTime' | 'late' }

/** Describes a due date relative to a person's today. */
export function dueLabelOf(dueDate: CalendarDate, today: CalendarDate): DueLabel {
  const days = daysBetween(today, dueDate)
  if (days === 0) return { text: 'Due Today', tone: 'onTime' }
  if (days > 0) return { text: `Due in ${countDays(days)}`, tone: 'onTime' }
  return { text: `${countDays(-days)} overdue`, tone: 'late' }
}

/** Orders by due date, undated last. */
export function compareDueDates(first: CalendarDate | undefined, second: CalendarDate | undefined): number {
  if (first === second) return 0
  if (first === undefined || second === undefined) return first === undefined ? 1 : -1
  return first < second ? -1 : 1
}

function countDays(days: number): string {
  return countOf(days, 'day')
}
