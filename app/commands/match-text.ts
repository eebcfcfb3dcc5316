import { fitOf, fits, toSearchWords, type SearchWord } from '#core/search/query.ts'
import { normalizeSearchText } from '#core/search/text.ts'

/**
 * Scores how well a query matches a text, from 0 (not at all) to 1: every word of the query must be found, best at the
 * start of a word, less inside one, least as scattered letters.
 */
export function matchText(query: string, text: string): number {
  const words = toSearchWords(query)
  if (words.length === 0) return 1
  const target = ` ${normalizeSearchText(text)}`
  const scores = words.map((word) => scoreOf(word, target))
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0) / words.length
}

function scoreOf(word: SearchWord, target: string): number {
  const fit = fitOf(word, target)
  if (fit < 0) return 0
  if (fit === fits.scattered) return 0.3
  if (fit === fits.inside) return 0.6
  return target.startsWith(word.start) ? 1 : 0.9
}
