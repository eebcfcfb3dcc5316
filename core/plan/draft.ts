import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { Lexicon } from './lexicon.ts'
import type { FieldNames } from './field-names.ts'
import type { Action, Problem, ReadWord, Term, Thing } from './reading.ts'
import { preferExact } from './name-distinctly.ts'
import type { Mention } from './resolve-names.ts'
import type { Token } from './tokens.ts'
import type { DateReader } from './values.ts'

/** Everything that reading a sentence depends on. */
export type ReadingContext = {
  readonly lexicon: Lexicon
  readonly today: CalendarDate
  readonly me: Thing
  /** Whether cells are selected, which are meant if the sentence names no tasks. */
  readonly hasSelection: boolean
  /** The studio's own fields of items and tasks. */
  readonly fields?: FieldNames | undefined
  /** Reads dates in words; without it, only the short forms are known. */
  readonly readDate?: DateReader | undefined
}

/** The part of a sentence a word is in: before the arrow, after it, or in a sentence without one. */
export type Side = 'subject' | 'actions' | 'open'

/** A word that could be a condition or an action. */
export type BareWord = {
  readonly token: Token
  readonly length: number
  readonly action: Action
  readonly text: string
} & ({ readonly mention: Mention } | { readonly term: Term })

/** Conditions that together describe what is left out. */
export type Exception = { readonly terms: readonly Term[]; readonly mentions: readonly Mention[] }

/** The state of reading a sentence. */
export type Draft = ReadingContext & {
  readonly tokens: readonly Token[]
  /** Whether any of its words may compare. */
  readonly mayCompare: boolean
  side: Side
  isNot: boolean
  /** A field named before the arrow, with its value after it: `set difficulty of sq020 to hard`. */
  asked: { readonly own: FieldDefinition; readonly tokens: readonly Token[] } | undefined
  /** Whether a sentence with an arrow says before it which tasks are meant. */
  hasSubject: boolean
  readonly terms: Term[]
  readonly mentions: Mention[]
  /** People to unassign; only their tasks are meant. */
  readonly removed: Mention[]
  readonly exceptions: Exception[]
  readonly bare: BareWord[]
  readonly actions: { readonly action: Action; readonly text: string; readonly tokens: readonly Token[] }[]
  readonly problems: Problem[]
  readonly words: ReadWord[]
}

/** Verbs that say that something changes, but not what; some are people's names, too. */
export const verbs: ReadonlySet<string> = new Set('set move mark put change give make reassign please'.split(' '))

/** Makes the problem for an unknown word. */
export function toUnknown({ text, start, end }: Token, suggestion?: string): Problem {
  return { kind: 'unknown', word: text, start, end, suggestion }
}

/** Returns the text of some tokens as typed. */
export function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ')
}

export const longestName = 4

/** Things named by words, and how many words name them. */
export type Found = { readonly things: readonly Thing[]; readonly length: number }

/** Finds the things (of a kind, or any) named by the longest run of words; a quoted name prefers an exact match. */
export function findThings(
  { lexicon }: Pick<Draft, 'lexicon'>,
  words: readonly Token[],
  kind?: Thing['kind'],
): Found | undefined {
  const quoteAt = words.findIndex((word, at) => word.kind !== 'word' || (at > 0 && word.isApart === true))
  const most = quoteAt === 0 ? 1 : quoteAt < 0 ? words.length : quoteAt
  for (let length = Math.min(most, longestName); length > 0; length -= 1) {
    const text = words
      .slice(0, length)
      .map(({ value }) => value)
      .join(' ')
    // A sign by itself belongs to the next word, not to the name before it.
    if (length > 1 && !/[\p{L}\p{N}]/u.test(words[length - 1]?.value ?? '')) continue
    const things = findNamed(lexicon, text).filter((thing) => kind === undefined || thing.kind === kind)
    if (things.length > 0) return { things: words[0]?.kind === 'quote' ? preferExact(things, text) : things, length }
  }
  return undefined
}

const possessive = /['’]s$/

/** Finds what a text names; `jonas's` is Jonas. A sign that the name itself lacks matters: `!done` is not DONE. */
function findNamed(lexicon: Lexicon, text: string): readonly Thing[] {
  const found = lexicon.find(text)
  if (found.length === 0 && possessive.test(text)) return findNamed(lexicon, text.replace(possessive, ''))
  const signs = text.includes('@') ? [] : (text.match(/^[-–—]|[^\p{L}\p{M}\p{N}\s_.;\-–—/'’&]/gu) ?? [])
  return signs.length === 0 ? found : found.filter(({ name }) => signs.every((sign) => name.includes(sign)))
}
