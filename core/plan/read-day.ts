import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { findThings, type Draft } from './draft.ts'
import type { Token } from './tokens.ts'
import { readShortDate } from './values.ts'

/** Days that words mean (several if ambiguous), and how many of the words. */
export type FoundDays = { readonly days: readonly CalendarDate[]; readonly length: number }

/** The most words of a day: `the end of the next week`. */
export const longestDay = 6

/** Dates in other words, such as `12 june 2027`, are not longer. */
const longestInWords = 4

/** Finds the days meant by the longest run of words from the first on. */
export function findDays(draft: Draft, words: readonly Token[]): FoundDays | undefined {
  const { today, readDate } = draft
  const apart = words.findIndex(({ isApart }, at) => at > 0 && isApart === true)
  for (let length = Math.min(words.length, longestDay); length > 0; length -= 1) {
    const phrase = words
      .slice(0, length)
      .map(({ value }) => value)
      .join(' ')
    const short = apart < 0 || length <= apart ? readShortDate(phrase, today) : []
    const isShort = short.length > 0 || /^[\d/.-]+$/.test(phrase) || length > longestInWords
    const days = isShort ? short : (readDate?.(phrase, today) ?? [])
    if (days.length === 0) continue
    const other = length > 1 && /\b(?:week|month|year)$/i.test(phrase) ? findOther(draft, words.slice(length - 1)) : 0
    if (other === 1) return undefined
    if (other === 0) return { days, length }
  }
  return undefined
}

/**
 * Returns how many words name something else than a period: `Week 12` is a name in `due friday week 12`. A week with
 * its number is as long as a period, so that nothing is read.
 */
function findOther(draft: Draft, words: readonly Token[]): number {
  return findThings(draft, words)?.length ?? (/^\d{1,2}$/.test(words[1]?.value ?? '') ? 1 : 0)
}
