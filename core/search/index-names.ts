import { fitOf, fits, maskOf, toSearchWords, type SearchWord } from './query.ts'
import { normalizeSearchText } from './text.ts'
import { countBits, containsWithTypo } from './typo.ts'

/** A match: the position of a text in the index, and its score, 0 best. */
export type SearchHit = { readonly index: number; readonly score: number }

/** Texts indexed for search as you type. It remembers the last query: one that extends it scans only its matches. */
export interface SearchIndex {
  readonly size: number
  /** Returns the best hits first, at most `limit`; an empty query finds nothing. */
  readonly search: (query: string, limit: number) => readonly SearchHit[]
}

type Narrowing = { readonly words: readonly SearchWord[]; readonly candidates: Uint32Array; readonly count: number }

/** The weight of a word's fit against the length of the text. */
const WEIGHT = 1024

/**
 * Indexes texts for search. Every word of a query must match, in any order: as a word, at the start of one, inside one,
 * or as scattered letters. Only if nothing matches is one typo per word forgiven.
 */
export function makeSearchIndex(texts: readonly string[]): SearchIndex {
  const searched = texts.map((text) => ` ${normalizeSearchText(text)}`)
  const masks = Int32Array.from(searched, maskOf)
  const everything = Uint32Array.from(searched, (_, index) => index)
  let last: Narrowing = { words: [], candidates: everything, count: everything.length }

  const findExact = (words: readonly SearchWord[], best: BestHits): void => {
    const from = extendsQuery(last.words, words) ? last : { candidates: everything, count: everything.length }
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
      // One typo per word leaves at most that many characters missing from the text.
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

/** Tells whether a query extends another, so that its matches are a subset: each old word begins a new one. */
function extendsQuery(before: readonly SearchWord[], now: readonly SearchWord[]): boolean {
  return (
    before.length > 0 &&
    before.length <= now.length &&
    before.every((word, at) => {
      const longer = now[at]
      // A word that gains a digit no longer matches as scattered letters, which only removes matches.
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
  // A match at the beginning of the text ranks first.
  return text.startsWith(words[0]?.start ?? '') ? score : score + 1
}

function scoreMisspelt(words: readonly SearchWord[], text: string): number {
  let score = 0
  for (const word of words) {
    const fit = fitOf(word, text)
    if (fit < 0 && !(word.isLettersOnly && containsWithTypo(word.text, text))) return -1
    score += fit < 0 ? fits.misspelt : fit
  }
  return score
}

/** Keeps the best hits so far, in order; of equal ones the earlier text comes first. */
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
