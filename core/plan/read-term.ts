import { addDays } from '#core/lib/calendar-date.ts'
import { foldName } from '#core/lib/slug.ts'
import { findThings, textOf, verbs, type Draft } from './draft.ts'
import { listNameChoices, preferExact } from './name-distinctly.ts'
import { findDays, longestDay } from './read-day.ts'
import { findCleared, isWithout, readFieldTerm } from './read-field.ts'
import { thingKinds, type Choice, type Term, type Thing, type ThingKind } from './reading.ts'
import type { Mention } from './resolve-names.ts'
import type { Token } from './tokens.ts'
import { readPriority, readPriorityWord, priorityNames } from './values.ts'

/** The words that are conditions by themselves. */
export const termKeywords = [
  'mine',
  'late',
  'overdue',
  'today',
  'tomorrow',
  'unassigned',
  'all',
  'everything',
  ...priorityNames,
]

const smallWords = 'and & + in of from the any every each tasks task shots shot with that which is are has have'.split(
  ' ',
)
const noise = new Set([...smallWords, ...verbs])
const longestName = 4

/** Reads the condition that begins at a token; returns how many tokens it took, 0 if none begins. */
export function readTerm(draft: Draft, at: number): number {
  const { tokens, isNot, side } = draft
  const token = tokens[at]
  if (token === undefined) return 0
  const person = token.value.startsWith('@')
  const own = person ? 0 : readFieldTerm(draft, at)
  if (own > 0) return own
  const kinded = side === 'subject' ? readKinded(draft, at) : 0
  if (kinded > 0) return kinded
  const first = person ? { ...token, value: token.value.slice(1) } : token
  const words = [first, ...tokens.slice(at + 1, at + longestName)]
  const found = findThings(draft, words, person ? 'person' : undefined)
  if (found !== undefined && found.length > 1)
    return mention(draft, at, { names: [found.things], length: found.length })
  const word = token.value.toLowerCase().replace(/^task:/, '')
  if (found !== undefined && !person && askKeywordOrName(draft, token, found.things)) return 1
  // `from jonas` says whose tasks are meant, which says nothing if tasks are selected.
  if (word === 'from' && draft.side === 'open' && draft.hasSelection) return 0
  if (noise.has(word)) return 1
  const term = readKeyword(draft, word)
  if (term !== undefined) {
    draft.terms.push({ ...term, isNot } as Term)
    return 1
  }
  if (word === 'due' || word === 'by') return readDueTerm(draft, at)
  if ((word === 'no' && draft.side === 'subject') || isWithout(draft, at)) return readNone(draft, at)
  if (word === 'priority' || word === 'prio') return readPriorityTerm(draft, at)
  const names =
    found === undefined
      ? (readPrefixed(draft, token.value) ?? readRange(draft, token.value) ?? readSlashed(draft, token.value))
      : [found.things]
  return names === undefined ? 0 : mention(draft, at, { names, length: 1 })
}

/** Asks about a word of the language that is also a name, such as `late` if a collection is called Late. */
function askKeywordOrName(draft: Draft, token: Token, things: readonly Thing[]): boolean {
  const word = token.value.toLowerCase()
  const isNoise = noise.has(word)
  if (token.kind !== 'word' || (!isNoise && readKeyword(draft, word) === undefined)) return false
  // A word such as `in` is never part of a person's name; `mark` may be Mark.
  const meant = smallWords.includes(word)
    ? things.filter(({ kind, name }) => kind !== 'person' || foldName(name) === foldName(word))
    : things
  if (meant.length === 0) return false
  const names = listNameChoices(meant)
  const itself = isNoise ? { label: `just the word “${word}”`, text: '' } : toKeywordChoice(word)
  const { start, end, text } = token
  draft.problems.push({ kind: 'choice', word: text, start, end, choices: [...names, itself] })
  return true
}

function toKeywordChoice(word: string): Choice {
  return readPriorityWord(word) === undefined
    ? { label: `the word “${word}”`, text: `is:${word}` }
    : { label: `priority ${word}`, text: `priority:"${word}"` }
}

function mention(draft: Draft, at: number, { names, length }: Pick<Mention, 'names'> & { length: number }): number {
  const taken = draft.tokens.slice(at, at + length)
  const [start, end] = [taken[0]?.start ?? 0, taken.at(-1)?.end ?? 0]
  draft.mentions.push({ word: taken.map(({ text }) => text).join(' '), start, end, isNot: draft.isNot, names })
  return length
}

type Bare = Term extends infer One ? (One extends Term ? Omit<One, 'isNot'> : never) : never

function readKeyword({ today, me }: Draft, word: string): Bare | undefined {
  // `is:late` is always the word, even if something has that name.
  switch (word.replace(/^is:/, '')) {
    case 'mine':
    case 'my':
    case 'me':
    case '@me':
      return { kind: 'person', things: [me] }
    case 'late':
    case 'overdue':
      return { kind: 'late' }
    case 'today':
      return { kind: 'due', date: today }
    case 'tomorrow':
      return { kind: 'due', date: addDays(today, 1) }
    case 'unassigned':
      return { kind: 'unassigned' }
    case 'all':
    case 'everything':
    case 'anything':
      return { kind: 'all' }
    default: {
      const value = readPriorityWord(word.replace(/^priority:/, ''))
      return value === undefined ? undefined : { kind: 'priority', value }
    }
  }
}

/**
 * Reads `due fri` before the arrow as due on that day, in the short forms of days; `due none` as without a due date.
 */
function readDueTerm(draft: Draft, at: number): number {
  const { tokens, isNot, terms, problems } = draft
  const words = tokens.slice(at + 1, at + 1 + longestDay)
  if (words[0]?.value.toLowerCase() === 'none') {
    terms.push({ kind: 'due', date: undefined, isNot })
    return 2
  }
  const found = findDays({ ...draft, readDate: undefined }, words)
  const [date, second] = found?.days ?? []
  if (found === undefined || date === undefined) return 0
  const { days, length } = found
  const taken = words.slice(0, length)
  const choices = days.map((each) => ({ label: each, text: each }))
  const [start, end] = [taken[0]?.start ?? 0, taken.at(-1)?.end ?? 0]
  if (second === undefined) terms.push({ kind: 'due', date, isNot })
  else problems.push({ kind: 'choice', word: textOf(taken), start, end, choices })
  return 1 + length
}

/** Reads `no due date` before the arrow as `due none`, `no vendor` and `without vendor` as `vendor none`. */
function readNone(draft: Draft, at: number): number {
  const { tokens, isNot, terms } = draft
  const field = findCleared(draft, at + 1)
  if (field !== undefined) {
    terms.push({ kind: 'own', own: field.own, values: [undefined], text: 'none', isNot })
    return 1 + field.length
  }
  const [due = '', date] = [tokens[at + 1], tokens[at + 2]].map((token) => token?.value.toLowerCase())
  if (/^assignees?$/.test(due)) {
    terms.push({ kind: 'unassigned', isNot })
    return 2
  }
  if (due !== 'due') return 0
  terms.push({ kind: 'due', date: undefined, isNot })
  return date === 'date' ? 3 : 2
}

const kindWords: Readonly<Record<string, ThingKind>> = {
  status: 'status',
  stage: 'stage',
  assignee: 'person',
  assigned: 'person',
}

/** Reads `status wip`, `stage is anim` or `assigned to jonas` before the arrow. */
function readKinded(draft: Draft, at: number): number {
  const { tokens } = draft
  const word = tokens[at]?.value.toLowerCase() ?? ''
  const kind = tokens[at]?.kind === 'word' && Object.hasOwn(kindWords, word) ? kindWords[word] : undefined
  const skipped = /^(?:is|to|=|:)$/i.test(tokens[at + 1]?.value ?? '') ? 1 : 0
  const from = at + 1 + skipped
  const found = kind && findThings(draft, tokens.slice(from, from + longestName), kind)
  if (found === undefined || findThings(draft, tokens.slice(at, at + longestName)) !== undefined) return 0
  return 1 + skipped + mention(draft, from, { names: [found.things], length: found.length })
}

/** Reads a name with its kind: `person:lucia`. */
function readPrefixed({ lexicon }: Draft, text: string): readonly (readonly Thing[])[] | undefined {
  const [, prefix = '', name = ''] = /^([a-z]+):(.+)$/i.exec(text) ?? []
  const kind = thingKinds.find((each) => each === prefix.toLowerCase())
  const things = preferExact(
    lexicon.find(name).filter((thing) => thing.kind === kind),
    name,
  )
  return kind === undefined || things.length === 0 ? undefined : [things]
}

/** Reads `prio 6` or `high priority` before the arrow. */
function readPriorityTerm({ tokens, terms, isNot }: Draft, at: number): number {
  const value = readPriority(tokens[at + 1]?.value ?? '')
  if (value === undefined)
    return readPriorityWord(tokens[at - 1]?.value.replace(/^priority:/, '') ?? '') === undefined ? 0 : 1
  terms.push({ kind: 'priority', value, isNot })
  return 2
}

const longestRange = 10_000

/**
 * Tells whether the ends of a range have the same prefix, or the last only the end of it: `sq010_sh0010..sh0040`,
 * `sh010-050`.
 */
function isSamePrefix(first: string, last: string): boolean {
  if (last === '' || first === last) return true
  return first.endsWith(last) && /[^\p{L}\p{N}]/u.test(first.charAt(first.length - last.length - 1))
}

/**
 * Reads `sq020..sq040`, `sh010-sh050` or `sh010-050`: names with the same letters and a number in between; both ends
 * must exist.
 */
function readRange({ lexicon }: Draft, text: string): readonly (readonly Thing[])[] | undefined {
  const [, from = '', to = ''] = /^(.*\d)(?:\.\.|-|–)(.*\d)$/u.exec(text) ?? []
  const [, prefix, low] = /^(.*?)(\d+)$/.exec(from) ?? []
  const [, samePrefix = '', high] = /^(.*?)(\d+)$/.exec(to) ?? []
  if (prefix === undefined || low === undefined || high === undefined) return undefined
  if (!isSamePrefix(prefix.toLowerCase(), samePrefix.toLowerCase()) || low.length !== high.length) return undefined
  const [first, last] = [Number(low), Number(high)].toSorted((one, other) => one - other)
  if (first === undefined || last === undefined || last - first > longestRange) return undefined
  const kinds = [from, prefix + high].map((name) => new Set(lexicon.find(name).map(({ kind }) => kind)))
  const kind = (['item', 'collection'] as const).find((each) => kinds.every((there) => there.has(each)))
  if (kind === undefined) return undefined
  return Array.from({ length: last - first + 1 }, (_, at) =>
    lexicon.find(prefix + String(first + at).padStart(low.length, '0')).filter((thing) => thing.kind === kind),
  ).filter((things) => things.length > 0)
}

/** Reads `wip/wfa` or `anim/comp`: names of one kind. */
function readSlashed({ lexicon }: Draft, text: string): readonly (readonly Thing[])[] | undefined {
  const parts = text.split('/').map((part) => lexicon.find(part))
  const [kind, second] = thingKinds.filter((each) =>
    parts.every((things) => things.some((thing) => thing.kind === each)),
  )
  if (parts.length < 2 || kind === undefined || second !== undefined) return undefined
  return parts.map((things) => things.filter((thing) => thing.kind === kind))
}
