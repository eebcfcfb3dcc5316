import { isCalendarDate } from '#core/lib/calendar-date.ts'
import { withRecent, type DateReader } from './values.ts'

/** Loads the reader of dates in words; only for a sentence in which one may stand. */
export async function loadDateReader(): Promise<DateReader> {
  const { casual } = await import('chrono-node/en')
  return (phrase, today) => {
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
    return start.isCertain('month') && !start.isCertain('year') ? withRecent(date, today) : [date]
  }
}

/** Whether a sentence may hold a date in words. */
export function mayHoldDate(sentence: string): boolean {
  return /\b(?:due|by)\s/i.test(sentence)
}
