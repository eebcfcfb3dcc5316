import { priorities } from '#core/tasks/priorities.ts'
import { addDays, daysBetween, isCalendarDate, weekdayOf, type CalendarDate } from '#core/lib/calendar-date.ts'
import { isEstimateHours } from '#core/tasks/estimate.ts'

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** Reads a day of a phrase such as `12 june`, seen from today; absent where the phrase says anything else or more. */
export type DateReader = (phrase: string, today: CalendarDate) => CalendarDate | undefined

/** The short forms of a day: `today`, `fri` for the next one, `3d`, `in 2w`, `2026-12-18`, `18/12`. Several where it could be either. */
export function readShortDate(phrase: string, today: CalendarDate): readonly CalendarDate[] {
  const text = phrase.toLowerCase()
  if (isCalendarDate(text)) return [text]
  const near = { today: 0, tomorrow: 1, tmr: 1, yesterday: -1 }[text]
  if (near !== undefined && Object.is(typeof near, 'number')) return [addDays(today, near)]
  const weekday = weekdays.findIndex(
    (day) => day === text || (text.length >= 3 && text.length <= 4 && day.startsWith(text)),
  )
  if (weekday >= 0) return [addDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1)]
  const [, count, unit] = /^(?:in )?(\d{1,3}) ?(d|days?|w|weeks?)$/.exec(text) ?? []
  if (count !== undefined && unit !== undefined) return [addDays(today, Number(count) * (unit.startsWith('w') ? 7 : 1))]
  const [, one, two] = /^(\d{1,2})[/.](\d{1,2})\.?$/.exec(text) ?? []
  if (one === undefined || two === undefined) return []
  const dates = [nextDate({ day: one, month: two }, today), nextDate({ day: two, month: one }, today)]
  return [...new Set(dates.filter((date) => date !== undefined))]
}

function nextDate({ day, month }: { day: string; month: string }, today: CalendarDate): CalendarDate | undefined {
  const year = Number(today.slice(0, 4))
  return [year, year + 1]
    .map((each) => `${each}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
    .filter(isCalendarDate)
    .find((date) => daysBetween(today, date) >= 0)
}

const unitHours: Readonly<Record<string, number>> = { m: 1 / 60, h: 1, d: 8, w: 40 }

/** Hours of work as `4h`, `3d` of eight hours, `1w` of five days, `30m`, `1d4h` or a bare number; absent for anything else. */
export function readEstimate(text: string): number | undefined {
  if (!/^(?:\d+(?:[.,]\d+)?[mhdw]?)+$/i.test(text)) return undefined
  const parts = [...text.toLowerCase().matchAll(/(\d+(?:[.,]\d+)?)([mhdw]?)/g)]
  if (parts.length > 1 && parts.some(([, , unit]) => unit === '')) return undefined
  const hours = parts.reduce(
    (sum, [, count = '', unit]) => sum + Number(count.replace(',', '.')) * (unitHours[unit ?? ''] ?? 1),
    0,
  )
  return isEstimateHours(hours) ? Math.round(hours * 10) / 10 : undefined
}

const priorityWords = new Map<string, number>(
  priorities.flatMap(({ value, label }) => (value === 0 ? [] : [[label.toLowerCase(), value]])),
)
export const priorityNames: readonly string[] = [...priorityWords.keys()]

/** A priority that says so itself: `high`, `p2`. */
export function readPriorityWord(text: string): number | undefined {
  const [, digit] = /^p(\d)$/i.exec(text) ?? []
  return digit === undefined ? priorityWords.get(text.toLowerCase()) : Number(digit)
}

/** A priority after `priority`: `high`, `2`, `none`. */
export function readPriority(text: string): number | undefined {
  if (/^\d$/.test(text)) return Number(text)
  return text.toLowerCase() === 'none' ? 0 : readPriorityWord(text)
}
