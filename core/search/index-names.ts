import { fitOf, fits, maskOf, toSearchWords, type SearchWord } from './query.ts'
import { normalizeSearchText } from './text.ts'
import { countBits, holdsMisspelt } from './typo.ts'

/** A text that was found: its place among the indexed texts, and how well it fits, 0 best. */
export type SearchHit = { readonly index: number; readonly score: number }

/** Texts made ready for searching at every key. Remembers the last query: one that only goes on looks at less. */
export interface SearchIndex {
  readonly size: number
  /** The best hits first, at most `limit`; a query without words finds nothing. */
  readonly search: (query: string, limit: number) => readonly SearchHit[]
}

type Narrowing = { readonly words: readonly SearchWord[]; readonly candidates: Uint32Array; readonly count: number }

/** What one word's fit weighs against the length of a text. */
const WEIGHT = 1024

/**
 * Indexes texts. Every word of a query has to be found, in any order: as a word, at the start of one, inside one, or as
 * scattered letters. Only where nothing is found, one slip in a word is forgiven.
 */
export function makeSearchIndex(texts: readonly string[]): SearchIndex {
  const searched = texts.map((text) => ` ${normalizeSearchText(text)}`)
  const masks = Int32Array.from(searched, maskOf)
  const everything = Uint32Array.from(searched, (_, index) => index)
  let last: Narrowing = { words: [], candidates: everything, count: everything.length }

  const findExact = (words: readonly SearchWord[], best: BestHits): void => {
    const from = goesOn(last.words, words) ? last : { candidates: everything, count: everything.length }
    const wanted = words.reduce((mask, word) => mask | word.mask, 0)
    const candidates = new Uint32Array(from.count)
    let count = 0
    for (let at = 0; at < from.count; at++) {
      const index = from.candidates[at] ?? 0
      if (((masks[index] ?? 0) & wanted) !== wanted) continue
      const text = searched[index] ?? ''
      const score = scoreOf(words, text)
      if (score < 0) continue
      candidates[count++] = index
      best.add(index, score * WEIGHT + text.length)
    }
    last = { words, candidates, count }
  }

  const findMisspelt = (words: readonly SearchWord[], best: BestHits): void => {
    const wanted = words.reduce((mask, word) => mask | word.mask, 0)
    for (const [index, text] of searched.entries()) {
      // One slip in each word leaves at most that many characters that the text does not have.
      if (countBits(wanted & ~(masks[index] ?? 0)) > words.length) continue
      const score = scoreMisspelt(words, text)
      if (score >= 0) best.add(index, score * WEIGHT + text.length)
    }
  }

  return {
    size: texts.length,
    search: (query, limit) => {
      const words = toSearchWords(query)
      if (words.length === 0) return []
      const best = new BestHits(limit)
      findExact(words, best)
      if (best.hits.length === 0) findMisspelt(words, best)
      return best.hits
    },
  }
}

/** Whether everything that fits the new words fits the old ones too: each old word is how a new one begins. */
function goesOn(before: readonly SearchWord[], now: readonly SearchWord[]): boolean {
  return (
    before.length > 0 &&
    before.length <= now.length &&
    before.every((word, at) => {
      const longer = now[at]
      // A word that gains a digit is no longer looked for as scattered letters, which only leaves less.
      return longer !== undefined && longer.text.startsWith(word.text)
    })
  )
}

function scoreOf(words: readonly SearchWord[], text: string): number {
  let score = 0
  for (const word of words) {
    const fit = fitOf(word, text)
    if (fit < 0) return -1
    score += fit
  }
  // The words at the text's own beginning come before the same ones further on.
  return text.startsWith(words[0]?.start ?? '') ? score : score + 1
}

function scoreMisspelt(words: readonly SearchWord[], text: string): number {
  let score = 0
  for (const word of words) {
    const fit = fitOf(word, text)
    if (fit < 0 && !(word.isLettersOnly && holdsMisspelt(word.text, text))) return -1
    score += fit < 0 ? fits.misspelt : fit
  }
  return score
}

/** The best hits so far, in order; of two that fit alike the earlier text comes first. */
class BestHits {
  readonly hits: SearchHit[] = []
  readonly #limit: number
  #worst = Number.POSITIVE_INFINITY

  constructor(limit: number) {
    this.#limit = limit
  }

  add(index: number, score: number): void {
    if (score >= this.#worst) return
    let at = this.hits.length
    while (at > 0 && (this.hits[at - 1]?.score ?? 0) > score) at -= 1
    this.hits.splice(at, 0, { index, score })
    if (this.hits.length > this.#limit) this.hits.pop()
    if (this.hits.length === this.#limit) this.#worst = this.hits.at(-1)?.score ?? this.#worst
  }
}
