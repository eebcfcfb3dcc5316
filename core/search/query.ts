import { normalizeSearchText } from './text.ts'

/** A word of a query, prepared for matching texts that begin with a space. */
export type SearchWord = {
  readonly text: string
  /** The word preceded by a space: matches the start of a word. */
  readonly start: string
  readonly mask: number
  /** Numbers are typed exactly: a word with a digit never matches as scattered or misspelt letters. */
  readonly isLettersOnly: boolean
}

const LETTER_A = 97
const DIGIT_0 = 48

/**
 * Returns a bit mask of a text's characters: one bit per letter, six for digits. A text cannot match if it lacks a bit.
 */
export function maskOf(text: string): number {
  let mask = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= LETTER_A && code < LETTER_A + 26) mask |= 1 << (code - LETTER_A)
    else if (code >= DIGIT_0 && code < DIGIT_0 + 10) mask |= 1 << (26 + ((code - DIGIT_0) % 6))
  }
  return mask
}

/** Splits a query into words; none for blank text. */
export function toSearchWords(query: string): readonly SearchWord[] {
  return normalizeSearchText(query)
    .split(' ')
    .filter((text) => text !== '')
    .map((text) => ({
      text,
      start: ` ${text}`,
      mask: maskOf(text),
      isLettersOnly: text.length > 1 && !/\d/.test(text),
    }))
}

/** Scores for how a word matched, best first; the distances say how many words of each kind weigh the same. */
export const fits = { whole: 0, start: 2, inside: 5, scattered: 12, misspelt: 14 } as const

/** Scores how well a word fits a text that begins with a space, 0 best; -1 if it does not match. */
export function fitOf(word: SearchWord, text: string): number {
  const { start } = word
  const at = text.indexOf(start)
  if (at >= 0) return at + start.length === text.length || text[at + start.length] === ' ' ? fits.whole : fits.start
  if (text.includes(word.text)) return fits.inside
  return word.isLettersOnly && isScattered(word.text, text) ? fits.scattered : -1
}

/**
 * Matches letters in order, each in the same word as the one before or at the start of a later word: 'drgn' finds
 * 'dragon', 'mt' 'Mei Tanaka'.
 */
function isScattered(word: string, text: string): boolean {
  for (let at = text.indexOf(` ${word.charAt(0)}`); at >= 0; at = text.indexOf(` ${word.charAt(0)}`, at + 1))
    if (goesOnFrom(word, { letter: 1, text, at: at + 1 })) return true
  return false
}

type Place = { readonly letter: number; readonly text: string; readonly at: number }

function goesOnFrom(word: string, { letter, text, at }: Place): boolean {
  if (letter === word.length) return true
  const wanted = word.charAt(letter)
  const end = text.indexOf(' ', at)
  // Within the word, the nearest match leaves the most text for the rest.
  const near = text.indexOf(wanted, at + 1)
  if (near >= 0 && (end < 0 || near < end) && goesOnFrom(word, { letter: letter + 1, text, at: near })) return true
  for (let start = text.indexOf(` ${wanted}`, at); start >= 0; start = text.indexOf(` ${wanted}`, start + 1))
    if (goesOnFrom(word, { letter: letter + 1, text, at: start + 1 })) return true
  return false
}
