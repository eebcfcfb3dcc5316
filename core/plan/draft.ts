import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { Lexicon } from './lexicon.ts'
import type { FieldNames } from './field-names.ts'
import type { Action, Problem, ReadWord, Term, Thing } from './reading.ts'
import { preferExact } from './name-apart.ts'
import type { Mention } from './resolve-names.ts'
import type { Token } from './tokens.ts'
import type { DateReader } from './values.ts'

/** What a sentence is read with. */
export type ReadingContext = {
  readonly lexicon: Lexicon
  readonly today: CalendarDate
  readonly me: Thing
  /** Whether cells are selected, which are then meant where the sentence names none. */
  readonly hasSelection: boolean
  /** The studio's own fields of items and tasks; none where absent. */
  readonly fields?: FieldNames | undefined
  /** Reads dates in words; without it, only the short forms are known. */
  readonly readDate?: DateReader | undefined
}

/** Where in a sentence a word stands: before the arrow, after it, or in a sentence without. */
export type Side = 'subject' | 'actions' | 'open'

/** A word that could be a condition as well as an action. */
export type Bare = {
  readonly token: Token
  readonly length: number
  readonly action: Action
  readonly text: string
} & ({ readonly mention: Mention } | { readonly term: Term })

/** Conditions that together say what is left out. */
export type Exception = { readonly terms: readonly Term[]; readonly mentions: readonly Mention[] }

/** What is gathered while a sentence is read. */
export type Draft = ReadingContext & {
  readonly tokens: readonly Token[]
  /** Whether any word of it may compare. */
  readonly mayCompare: boolean
  side: Side
  isNot: boolean
  /** A field that is named before the arrow with its value after it: `set difficulty of sq020 to hard`. */
  asked: { readonly own: FieldDefinition; readonly tokens: readonly Token[] } | undefined
  /** Whether a sentence with an arrow says before it which tasks. */
  hasSubject: boolean
  readonly terms: Term[]
  readonly mentions: Mention[]
  readonly exceptions: Exception[]
  readonly bare: Bare[]
  readonly actions: { readonly action: Action; readonly text: string; readonly tokens: readonly Token[] }[]
  readonly problems: Problem[]
  readonly words: ReadWord[]
}

/** Words that say that something is done, and not what; some are somebody's name as well. */
export const verbs: ReadonlySet<string> = new Set('set move mark put change give reassign please'.split(' '))

/** A problem of a word that is not known. */
export function toUnknown({ text, start, end }: Token, suggestion?: string): Problem {
  return { kind: 'unknown', word: text, start, end, suggestion }
}

/** What stands at some tokens, as it was typed. */
export function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ')
}

export const longestName = 4

/** Things that words name, and how many of the words it took. */
export type Found = { readonly things: readonly Thing[]; readonly length: number }

/** The things of a kind, or of every kind, that the most words from the first on name; what is quoted may mean one by its very name. */
export function findThings({ lexicon }: Draft, words: readonly Token[], kind?: Thing['kind']): Found | undefined {
  const quoteAt = words.findIndex((word, at) => word.kind !== 'word' || (at > 0 && word.isApart === true))
  const most = quoteAt === 0 ? 1 : quoteAt < 0 ? words.length : quoteAt
  for (let length = Math.min(most, longestName); length > 0; length -= 1) {
    const text = words
      .slice(0, length)
      .map(({ value }) => value)
      .join(' ')
    // A sign on its own belongs to what follows, not to the name before it.
    if (length > 1 && !/[\p{L}\p{N}]/u.test(words[length - 1]?.value ?? '')) continue
    const things = findNamed(lexicon, text).filter((thing) => kind === undefined || thing.kind === kind)
    if (things.length > 0) return { things: words[0]?.kind === 'quote' ? preferExact(things, text) : things, length }
  }
  return undefined
}

const possessive = /['’]s$/

/** What a text names; `jonas's` is Jonas. Signs that a name has not itself say something of it: `!done` is not done. */
function findNamed(lexicon: Lexicon, text: string): readonly Thing[] {
  const found = lexicon.find(text)
  if (found.length === 0 && possessive.test(text)) return findNamed(lexicon, text.replace(possessive, ''))
  const signs = text.includes('@') ? [] : (text.match(/^[-–—]|[^\p{L}\p{M}\p{N}\s_.;\-–—/'’&]/gu) ?? [])
  return signs.length === 0 ? found : found.filter(({ name }) => signs.every((sign) => name.includes(sign)))
}
