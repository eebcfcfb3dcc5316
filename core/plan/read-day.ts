import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { Draft } from './draft.ts'
import type { Token } from './tokens.ts'
import { readShortDate } from './values.ts'

/** Days that words mean (several if ambiguous), and how many of the words. */
export type FoundDays = { readonly days: readonly CalendarDate[]; readonly length: number }

/** Finds the days meant by the longest run of words from the first on. */
export function findDays({ today, readDate }: Draft, words: readonly Token[]): FoundDays | undefined {
  for (let length = words.length; length > 0; length -= 1) {
    const phrase = words
      .slice(0, length)
      .map(({ value }) => value)
      .join(' ')
    const short = readShortDate(phrase, today)
    const days = short.length > 0 || /^[\d/.-]+$/.test(phrase) ? short : (readDate?.(phrase, today) ?? [])
    if (days.length > 0) return { days, length }
  }
  return undefined
}
