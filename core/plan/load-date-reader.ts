import { isCalendarDate } from '#core/lib/calendar-date.ts'
import type { DateReader } from './values.ts'

/** Loads the reader of dates in words; only for a sentence in which one may stand. */
export async function loadDateReader(): Promise<DateReader> {
  const { casual } = await import('chrono-node/en')
  return (phrase, today) => {
    const noon = new Date(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1, Number(today.slice(8, 10)), 12)
    const [found, second] = casual.parse(phrase, noon, { forwardDate: true })
    if (found === undefined || second !== undefined || found.text.length !== phrase.length) return undefined
    const { start, end } = found
    // A month alone has no day, a time of the day would be lost, and a stretch is not a day.
    const isDay = start.isCertain('day') || start.isCertain('weekday')
    if (!isDay || start.isCertain('hour') || (end !== undefined && end !== null)) return undefined
    const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')]
    const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    return isCalendarDate(date) ? date : undefined
  }
}

/** Whether a sentence may hold a date in words. */
export function mayHoldDate(sentence: string): boolean {
  return /\b(?:due|by)\s/i.test(sentence)
}
