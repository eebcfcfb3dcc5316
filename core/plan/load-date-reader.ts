import { isCalendarDate, weekdayOf } from '#core/lib/calendar-date.ts'
import { foldName } from '#core/lib/slug.ts'
import type { FieldNames } from './field-names.ts'
import { withRecent, type DateReader } from './values.ts'

/** Loads the reader of dates in words; only for a sentence in which one may stand. */
export async function loadDateReader(): Promise<DateReader> {
  const { casual } = await import('chrono-node/en')
  return (phrase, today) => {
    // `mon 3/4` is of March or of April, and `25 26` two days or a day of a year.
    if (/\d[/.-]\d|\d(?:st|nd|rd|th)?,?\s+'?\d{1,2}$/i.test(phrase)) return []
    // Of what is later, earlier or less it is not said than what: `due -2d` is hardly two days ago.
    if (/\b(?:later|earlier)$|^[-–—−]/i.test(phrase)) return []
    const noon = new Date(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1, Number(today.slice(8, 10)), 12)
    const [found, second] = casual.parse(phrase, noon, { forwardDate: true })
    // A week has seven days, a weekend two.
    if (/^(?:\w+ )?week(?:end)?$/i.test(phrase) && !/^an? /i.test(phrase)) return []
    if (found === undefined || second !== undefined || found.text.length !== phrase.length) return []
    const { start, end } = found
    // A month alone has no day, a time of the day would be lost, and a stretch is not a day.
    const isDay = start.isCertain('day') || start.isCertain('weekday')
    if (!isDay || start.isCertain('hour') || (end !== undefined && end !== null)) return []
    const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')]
    const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    if (!isCalendarDate(date)) return []
    // `friday 5 december` of a year in which that is a Saturday.
    const weekday = start.isCertain('weekday') ? start.get('weekday') : undefined
    if (typeof weekday === 'number' && weekdayOf(date) !== (weekday + 6) % 7) return []
    return start.isCertain('month') && !start.isCertain('year') ? withRecent(date, today) : [date]
  }
}

/** Whether a sentence may hold a date in words: where something is due, or a field of dates is named. */
export function mayHoldDate(sentence: string, fields?: FieldNames): boolean {
  const text = `-${foldName(sentence)}-`
  return /-(?:due|by)-/.test(text) || (fields?.dates.some((name) => text.includes(`-${name}`)) ?? false)
}
