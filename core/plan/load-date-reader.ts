import { isCalendarDate, weekdayOf } from '#core/lib/calendar-date.ts'
import { foldName } from '#core/lib/slug.ts'
import type { FieldNames } from './field-names.ts'
import { lastDays } from './read-day-phrase.ts'
import { withRecent, type DateReader } from './values.ts'

/** Loads the reader of dates in words; needed only if `mayContainDate`. */
export async function loadDateReader(): Promise<DateReader> {
  const { casual } = await import('chrono-node/en')
  return (phrase, today) => {
    // Ambiguous: `mon 3/4` may be in March or April, and `25 26` two days or a day and a year.
    if (/\d[/.-]\d|\d(?:st|nd|rd|th)?,?\s+'?\d{1,2}$/i.test(phrase)) return []
    // Later or earlier than what? `due -2d` hardly means two days ago.
    if (/\b(?:later|earlier)$|^[-–—−]/i.test(phrase)) return []
    const noon = new Date(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1, Number(today.slice(8, 10)), 12)
    const [found, second] = casual.parse(phrase, noon, { forwardDate: true })
    // A week or a weekend is more than one day, and its end is not the same to all.
    if (/^(?:the )?\w+ of .*week/i.test(phrase)) return []
    if (/^(?:\w+ )?week(?:end)?$/i.test(phrase) && !/^an? /i.test(phrase)) return []
    if (found === undefined || second !== undefined || found.text.length !== phrase.length) return []
    const { start, end } = found
    // Not a day: a month alone, a time of day (which would be lost), a range.
    const isDay = start.isCertain('day') || start.isCertain('weekday')
    if (!isDay || start.isCertain('hour') || (end !== undefined && end !== null)) return []
    const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')]
    const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    if (!isCalendarDate(date)) return []
    // A weekday that contradicts the date, such as `friday 5 december` in a year when that is a Saturday.
    const weekday = start.isCertain('weekday') ? start.get('weekday') : undefined
    if (typeof weekday === 'number' && weekdayOf(date) !== (weekday + 6) % 7) return []
    const days = start.isCertain('month') && !start.isCertain('year') ? withRecent(date, today) : [date]
    return /^(?:the )?end of /i.test(phrase) ? days.flatMap((day) => lastDays(day, today)) : days
  }
}

/** Tells whether a sentence may hold a date in words: it has `due` or `by`, or names a date field. */
export function mayContainDate(sentence: string, fields?: FieldNames): boolean {
  const text = `-${foldName(sentence)}-`
  return /-(?:due|by)-/.test(text) || (fields?.dates.some((name) => text.includes(`-${name}`)) ?? false)
}
