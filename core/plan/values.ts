import { priorities } from '#core/tasks/priorities.ts'
import { addDays, daysBetween, isCalendarDate, type CalendarDate } from '#core/lib/calendar-date.ts'
import { isEstimateHours } from '#core/tasks/estimate.ts'
import { readDayPhrase } from './read-day-phrase.ts'
import { readWeekday } from './read-weekday.ts'

/** Reads a phrase such as `12 june`, seen from today; several days if ambiguous, none if it is not exactly a day. */
export type DateReader = (phrase: string, today: CalendarDate) => readonly CalendarDate[]

const nearDays: Readonly<Record<string, number>> = {
  today: 0,
  eod: 0,
  tomorrow: 1,
  tmr: 1,
  yesterday: -1,
  'day after tomorrow': 2,
}

/**
 * Reads short forms of a day: `today`, `fri` for the next one, `3d`, `in 2w`, `+3d`, `2026-12-18`, `18/12`, `friday
 * week`, `end of month`, `in 5 working days`; several if ambiguous.
 */
export function readShortDate(phrase: string, today: CalendarDate): readonly CalendarDate[] {
  const text = phrase.toLowerCase()
  if (isCalendarDate(text)) return [text]
  const near = nearDays[text.replace(/^the /, '')]
  if (typeof near === 'number') return [addDays(today, near)]
  for (const read of [readWeekday, readDayPhrase]) {
    const days = read(text, today)
    if (days.length > 0) return days
  }
  const [, count, unit] = /^(?:in |\+)?(\d{1,3}) ?(d|days?|w|weeks?)$/.exec(text) ?? []
  if (count !== undefined && unit !== undefined) return [addDays(today, Number(count) * (unit.startsWith('w') ? 7 : 1))]
  // Of the last two digits of a year, only dots say that they are not the day.
  const [, one, two, short, long] =
    /^(\d{1,2})(?:[/.](?=\d+(?:[/.]|$))|-(?=\d+-))(\d{1,2})(?:(?<=\.\d+)\.(\d{2})|[/.-](\d{4})|\.)?$/.exec(text) ?? []
  const year = short === undefined ? long : `20${short}`
  if (one === undefined || two === undefined) return toList(/^(\d{4})\/(\d{1,2})\/(\d{1,2})$/.exec(text) ?? [])
  const dates = [
    { day: one, month: two },
    { day: two, month: one },
  ].flatMap((each) => (year === undefined ? nextDates(each, today) : toDate(year, each)))
  return [...new Set(dates)]
}

type DayOfYear = { readonly day: string; readonly month: string }

const toList = ([, year, month, day]: readonly string[]): readonly CalendarDate[] =>
  year === undefined || month === undefined || day === undefined ? [] : toDate(year, { day, month })

function toDate(year: string | number, { day, month }: DayOfYear): readonly CalendarDate[] {
  return [`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`].filter(isCalendarDate)
}

/** Returns the next such day and, if the last one was recent, that one too, as it is equally likely. */
function nextDates(dayOfYear: DayOfYear, today: CalendarDate): readonly CalendarDate[] {
  const year = Number(today.slice(0, 4))
  const [next, ...later] = [year, year + 1]
    .flatMap((each) => toDate(each, dayOfYear))
    .filter((date) => daysBetween(today, date) >= 0)
  return next === undefined ? later : withRecent(next, today)
}

const recentDays = 60

/** Returns a day found without its year and, if last year's was recent, that one too. */
export function withRecent(date: CalendarDate, today: CalendarDate): readonly CalendarDate[] {
  const before = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`
  const isRecent = isCalendarDate(before) && before < today && daysBetween(before, today) <= recentDays
  return isRecent ? [before, date] : [date]
}

const unitHours: Readonly<Record<string, number>> = { m: 1 / 60, h: 1, d: 8, w: 40 }

// Each character can match in only one way, so a long text that is not an estimate is refused fast.
const amount = /(\d+(?:[.,]\d+)?)(?!\d)(?:\s*(minutes?|mins?|hours?|hrs?|days?|weeks?|wks?|[mhdw]))?\s*/gi
const amounts = new RegExp(`^(?:${amount.source})+$`, 'i')

/**
 * Reads work hours: `4h`, `3 days` of eight hours, `1w` of five days, `30 min`, `1d 4h`, a bare number; else undefined.
 */
export function readEstimate(text: string): number | undefined {
  // `1,500` has a decimal comma or a thousands separator, depending on the country.
  if (!amounts.test(text) || /(?:^|\D)[1-9]\d{0,2}[.,]\d{3}(?!\d)/.test(text)) return undefined
  const parts = Array.from(text.matchAll(amount), ([, count = '', unit = '']) => [count, unit.charAt(0).toLowerCase()])
  // Weeks, days and hours must be in that order, each once; anything else is a mistake.
  const order = parts.map(([, unit = '']) => 'wdhm'.indexOf(unit))
  if (parts.length > 1 && parts.some(([, unit], at) => unit === '' || (order[at] ?? 0) <= (order[at - 1] ?? -1)))
    return undefined
  const hours = parts.reduce(
    (sum, [count = '', unit]) => sum + Number(count.replace(',', '.')) * (unitHours[unit ?? ''] ?? 1),
    0,
  )
  const rounded = Math.round(hours * 10) / 10
  return isEstimateHours(hours) && (rounded > 0 || hours === 0) ? rounded : undefined
}

const priorityWords = new Map<string, number>(
  priorities.flatMap(({ value, label }) => (value === 0 ? [] : [[label.toLowerCase(), value]])),
)
export const priorityNames: readonly string[] = [...priorityWords.keys()]

/** Reads a word that is a priority by itself: `high`, `p2`. */
export function readPriorityWord(text: string): number | undefined {
  const [, digit] = /^p(\d)$/i.exec(text) ?? []
  return digit === undefined ? priorityWords.get(text.toLowerCase()) : Number(digit)
}

/** Reads a priority after the word `priority`: `high`, `2`, `none`. */
export function readPriority(text: string): number | undefined {
  if (/^\d$/.test(text)) return Number(text)
  return text.toLowerCase() === 'none' ? 0 : readPriorityWord(text)
}
