import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { toDay, type DayOrder } from './read-day.ts'

/** The first and last day of a range. */
export type DayRange = { readonly first: CalendarDate; readonly last: CalendarDate }

const between = /\s*(?:→|⟶|➔|->|–|—)\s*|\s+(?:-|to|until|bis|au)\s+/i

/** Splits a range into its ends as written; undefined if it is none. */
export function splitRange(text: string): readonly [first: string, last: string] | undefined {
  const ends = /^\d{4}-\d{2}-\d{2}\/\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? text.split('/') : text.split(between)
  const [first = '', last = '', ...more] = ends.map((end) => end.trim().replace(/^@/, ''))
  return first === '' || last === '' || more.length > 0 ? undefined : [first, last]
}

/**
 * Reads a range of days as boards write it: `Nov 3, 2026 → Nov 7, 2026`, `2026-11-03 - 2026-11-07`, `Nov 3 – 7, 2026`,
 * with or without times. Undefined if an end cannot be read or comes before the start; ambiguous days are read as in
 * `toDay`.
 */
export function toRange(text: string, order?: DayOrder): DayRange | undefined {
  const ends = splitRange(text)
  if (ends === undefined) return undefined
  const [from, to] = ends
  // Within a day, Notion writes only the time of the end.
  const isTime = /^\d{1,2}:\d{2}(\s*[ap]\.?m\.?)?$/i.test(to)
  const whole = toDay(from, order)
  const last = isTime ? whole : (toDay(to, order) ?? toDay(withMonth(from, to)))
  const first = whole ?? toDay(withYear(from, to))
  return first === undefined || last === undefined || first > last ? undefined : { first, last }
}

/** Completes an end with the start's month: `Nov 3` and `7, 2026` give `Nov 7, 2026`. */
function withMonth(from: string, to: string): string {
  const month = /^(\p{L}+\.?)\s+\d{1,2}(?:,?\s+\d{4})?$/u.exec(from)?.[1]
  return month === undefined || !/^\d{1,2},?\s+\d{4}$/.test(to) ? '' : `${month} ${to}`
}

/**
 * Completes a start with the end's year and month: `Nov 3` and `Nov 7, 2026` give `Nov 3, 2026`; `3` and `7 Nov 2026`
 * give `3 Nov 2026`.
 */
function withYear(from: string, to: string): string {
  const [, month = '', year = ''] = /^(?:\d{1,2}\.?\s+)?(\p{L}*)\.?\s*(?:\d{1,2})?,?\s*(\d{4})$/u.exec(to) ?? []
  if (year === '') return ''
  if (/^\d{1,2}\.?$/.test(from)) return month === '' ? '' : `${from.replace('.', '')} ${month} ${year}`
  return `${from} ${year}`
}
