import { daysBetween } from '#core/lib/calendar-date.ts'
import type { Action, Choice, Thing } from './reading.ts'
import { findThings, textOf, toUnknown, verbs, type Draft, type Found } from './draft.ts'
import { listNameChoices, nameDistinctly } from './name-distinctly.ts'
import { findDays, longestDay } from './read-day.ts'
import { readCount, readWorkdays } from './read-day-phrase.ts'
import { findCleared, readFieldAction } from './read-field.ts'
import { readAdded } from './read-added.ts'
import { askByDays, readShift } from './read-shift.ts'
import { readUnassign } from './read-unassign.ts'
import type { Token } from './tokens.ts'
import { readEstimate, readPriority, readPriorityWord, readShortDate, priorityNames } from './values.ts'
import { weekdays } from './read-weekday.ts'

/** The words that begin an action, or are one. */
export const actionKeywords = [
  'assign',
  'unassign',
  'due',
  'est',
  'estimate',
  'priority',
  'prio',
  'pri',
  'status',
  ...priorityNames,
]

const longestName = 4
const isNone = (text: string): boolean => /^(?:none|nobody|no-one)$/i.test(text)

/** Reads the action that begins at a token; returns how many tokens it took, 0 if none begins. */
export function readAction(draft: Draft, at: number): number {
  const token = draft.tokens[at]
  if (token === undefined) return 0
  if (token.kind === 'quote') return readQuote(draft, at)
  const own = readShift(draft, at) || readAdded(draft, at) || readFieldAction(draft, at)
  if (own > 0) return own
  const following = draft.tokens[at + 1]?.kind === 'quote'
  switch (token.value.toLowerCase().replace(/^task:/, '')) {
    case 'comment':
      return following ? 1 : 0
    case 'unassign':
      return readUnassign(draft, at)
    case 'assign':
      return readAfter(draft, at, readPerson)
    case 'remove':
    case 'clear':
    case 'no':
      return readClearing(draft, at)
    case 'due':
    case 'by':
      return askByDays(draft, at) || readAfter(draft, at, readDue)
    case 'est':
    case 'estimate':
      return readAfter(draft, at, readHours)
    case 'priority':
    case 'prio':
      return isAfterLevel(draft, at) ? 1 : readAfter(draft, at, readLevel)
    case 'status':
      return readAfter(draft, at, readStatus)
    case 'and':
    case '&':
    case 'set':
    case 'please':
      // In a sentence without an arrow it may be a name.
      return draft.side === 'open' ? 0 : 1
    default:
      return readBareAction(draft, at)
  }
}

const cleared: Readonly<Record<string, Action>> = {
  due: { field: 'dueDate', to: undefined },
  est: { field: 'estimatedHours', to: undefined },
  estimate: { field: 'estimatedHours', to: undefined },
  estimates: { field: 'estimatedHours', to: undefined },
  assignee: { field: 'assigneeId', to: undefined },
  assignees: { field: 'assigneeId', to: undefined },
  priority: { field: 'priority', to: 0 },
}

/**
 * Reads `clear due`, `remove estimate`, `no due date`, or `remove jonas` to unassign Jonas. In a sentence without an
 * arrow `no due date` could also be a condition.
 */
function readClearing(draft: Draft, at: number): number {
  const { tokens, side, hasSelection } = draft
  const verb = tokens[at]?.value.toLowerCase()
  if (verb === 'no' && side === 'open' && !hasSelection) return 0
  const first = findWhatClears(draft, at + 1)
  if (first !== undefined) return addClearings(draft, at, first)
  return verb === 'remove' ? readUnassign(draft, at) : 0
}

/** A value to clear, and how many words name it: `the due date`, `vendor`. */
type Clearing = { readonly action: Action; readonly length: number }

function findWhatClears(draft: Draft, at: number): Clearing | undefined {
  const { tokens } = draft
  const skipped = tokens[at]?.value.toLowerCase() === 'the' ? 1 : 0
  const name = tokens[at + skipped]?.value.toLowerCase() ?? ''
  const action = Object.hasOwn(cleared, name) ? cleared[name] : undefined
  if (action !== undefined) {
    const isDate = name === 'due' && /^dates?$/i.test(tokens[at + skipped + 1]?.value ?? '')
    return { action, length: skipped + (isDate ? 2 : 1) }
  }
  const field = findCleared(draft, at + skipped)
  if (field === undefined) return undefined
  return { action: { field: 'own', own: field.own, value: undefined, text: 'none' }, length: skipped + field.length }
}

/** Reads a whole list: `clear due, estimate and vendor`. */
function addClearings(draft: Draft, at: number, first: Clearing): number {
  const { tokens } = draft
  let taken = add(draft, tokens.slice(at, at + 1 + first.length), first.action)
  for (;;) {
    const next = tokens[at + taken]
    const isAnd = next?.kind === 'word' && /^(?:and|&)$/i.test(next.value)
    const from = at + taken + (isAnd ? 1 : 0)
    const more = isAnd || next?.isApart === true ? findWhatClears(draft, from) : undefined
    // In `clear due and priority high`, a name with a value begins another action.
    if (more === undefined || isActionValue(draft, from)) return taken
    taken += (isAnd ? 1 : 0) + add(draft, tokens.slice(from, from + more.length), more.action)
  }
}

function isActionValue(draft: Draft, at: number): boolean {
  const tried: Draft = { ...draft, side: 'actions', actions: [], problems: [], bare: [], removed: [], words: [] }
  readAction(tried, at)
  return tried.problems.length === 0 && tried.actions.length > 0
}

/** Reads a comment; in a sentence without an arrow, a quoted text may also name something. */
function readQuote(draft: Draft, at: number): number {
  const { tokens, side, problems } = draft
  const token = tokens[at]
  if (token === undefined) return 0
  if (token.value.trim() === '') return 0
  const isSaid = side === 'actions' || tokens[at - 1]?.value.toLowerCase() === 'comment'
  const found = isSaid ? undefined : findThings(draft, [token])
  if (found === undefined) return add(draft, [token], { field: 'comment', to: token.value })
  const { text: word, start, end, value } = token
  const comment = { label: `the comment “${value}”`, text: `comment ${word}` }
  const isSet = ({ kind }: Thing): boolean => draft.hasSelection && (kind === 'status' || kind === 'person')
  const [set, named] = [found.things.filter(isSet), found.things.filter((thing) => !isSet(thing))]
  const choices = [...listSettings(set), ...listNameChoices(named), comment]
  problems.push({ kind: 'choice', word, start, end, choices })
  return 1
}

function add(draft: Draft, tokens: readonly Token[], action: Action): number {
  draft.actions.push({ action, tokens, text: textOf(tokens) })
  return tokens.length
}

/** The meaning of the words after a keyword: an action and its length in words, or several choices. */
type Value =
  | { readonly action: Action; readonly length: number }
  | { readonly choices: readonly Option[]; readonly length: number }
type Option = { readonly label: string; readonly text: string }
type ValueReader = (draft: Draft, values: readonly Token[]) => Value | undefined

const links = new Set(['to', 'on', 'by'])

function readAfter(draft: Draft, at: number, read: ValueReader): number {
  const { tokens, problems } = draft
  const keyword = tokens[at]
  if (keyword === undefined) return 0
  const isDate = read === readDue && /^dates?$/i.test(tokens[at + 1]?.value ?? '')
  const before = isDate && tokens[at + 2] !== undefined ? 1 : 0
  const isLinked =
    links.has(tokens[at + 1 + before]?.value.toLowerCase() ?? '') && tokens[at + 2 + before] !== undefined
  const skipped = before + (isLinked ? 1 : 0)
  for (const skip of isLinked ? [before, skipped] : [before]) {
    const words = tokens.slice(at + 1 + skip, at + 1 + skip + (read === readDue ? longestDay : longestName))
    const arrow = words.findIndex(({ kind }) => kind === 'arrow')
    const value = read(draft, arrow < 0 ? words : words.slice(0, arrow))
    if (value === undefined) continue
    const taken = tokens.slice(at, at + 1 + skip + value.length)
    if ('action' in value) return add(draft, taken, value.action)
    const named = words.slice(0, value.length)
    const [first, last] = [named[0] ?? keyword, named.at(-1) ?? keyword]
    const word = named.map(({ text }) => text).join(' ')
    problems.push({ kind: 'choice', word, start: first.start, end: last.end, choices: value.choices })
    return taken.length
  }
  const next = tokens[at + 1 + skipped]
  if (next === undefined || next.kind === 'arrow' || isKeyword(next)) {
    problems.push(toUnknown(keyword))
    return 1
  }
  problems.push(toUnknown(next, suggestFor(read, draft, next.value)))
  return 2 + skipped
}

/** Suggests a word one letter away from something that can follow a keyword. */
function suggestFor(read: ValueReader, { lexicon }: Draft, word: string): string | undefined {
  if (read === readPerson) return lexicon.suggest(word, ['person'], [])
  if (read === readStatus) return lexicon.suggest(word, ['status'], [])
  if (read === readDue) return lexicon.suggest(word, [], [...weekdays, 'today', 'tomorrow'])
  return read === readLevel ? lexicon.suggest(word, [], priorityNames) : undefined
}

const isKeyword = ({ value }: Token): boolean => [...actionKeywords, 'by'].includes(value.toLowerCase())

const readPerson: ValueReader = (draft, words) => {
  const [first] = words
  if (first !== undefined && isNone(first.value)) return { action: { field: 'assigneeId', to: undefined }, length: 1 }
  if (/^@?(?:me|myself)$/i.test(first?.value ?? '')) return { action: { field: 'assigneeId', to: draft.me }, length: 1 }
  return toValue(findThings(draft, words, 'person'), (to) => ({ field: 'assigneeId', to }))
}

/** Tells whether a level comes before `priority` and none after it, as in `high priority`. */
function isAfterLevel({ tokens }: Draft, at: number): boolean {
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  return readPriorityWord(before?.value ?? '') !== undefined && readPriority(after?.value ?? '') === undefined
}

const readStatus: ValueReader = (draft, words) =>
  toValue(findThings(draft, words, 'status'), (to) => ({ field: 'statusId', to }))

function toValue(found: Found | undefined, toAction: (thing: Thing) => Action): Value | undefined {
  const [only, second] = found?.things ?? []
  if (found === undefined || only === undefined) return undefined
  if (second === undefined) return { action: toAction(only), length: found.length }
  return {
    choices: nameDistinctly(found.things).map(({ name }) => ({ label: name, text: `"${name}"` })),
    length: found.length,
  }
}

const readDue: ValueReader = (draft, words) => {
  if (isNone(words[0]?.value ?? '')) return { action: { field: 'dueDate', to: undefined }, length: 1 }
  const found = findDays(draft, words)
  const [date, second] = found?.days ?? []
  if (found === undefined || date === undefined) return undefined
  const { days, length } = found
  if (second !== undefined) return { choices: days.map((each) => ({ label: each, text: each })), length }
  const phrase = textOf(words.slice(0, length)).toLowerCase()
  return { action: { field: 'dueDate', to: date, ...readAhead(phrase, daysBetween(draft.today, date)) }, length }
}

/** Returns what a phrase counts from today, if it does: days, or working days. `friday week` counts from Friday. */
function readAhead(phrase: string, days: number): { readonly daysAhead?: number; readonly workdaysAhead?: number } {
  const workdaysAhead = readWorkdays(phrase)
  if (workdaysAhead !== undefined) return { workdaysAhead }
  const isCounted = /(?:^|\d|\s)(?:d|days?|w|weeks?)$/.test(phrase) && /^(?:in |\+)?(?:\d|\p{L}+ )/u.test(phrase)
  const isWeekday = weekdays.some((day) => phrase.startsWith(day.slice(0, 3)))
  return isCounted && !isWeekday ? { daysAhead: days } : {}
}

const readHours: ValueReader = (_draft, words) => {
  if (isNone(words[0]?.value ?? '')) return { action: { field: 'estimatedHours', to: undefined }, length: 1 }
  for (let length = words.length; length > 0; length -= 1) {
    const text = words
      .slice(0, length)
      .map(({ value }) => value)
      .join(' ')
    const hours = readEstimate(withCount(text))
    if (hours !== undefined) return { action: { field: 'estimatedHours', to: hours }, length }
  }
  return undefined
}

/** Writes a count in words as a number: `two days`, `half a day`. */
function withCount(text: string): string {
  if (!text.includes(' ')) return text
  return text
    .replace(/^half (?:an? )?(?=\p{L})/iu, '0.5 ')
    .replace(/^\p{L}+(?= \p{L})/u, (word) => String(readCount(word.toLowerCase()) ?? word))
}

const readLevel: ValueReader = (_draft, [word]) => {
  const to = readPriority(word?.value ?? '')
  return to === undefined ? undefined : { action: { field: 'priority', to }, length: 1 }
}

/** Lists statuses and people as actions; in quotation marks alone they would be comments. */
function listSettings(things: readonly Thing[]): readonly Choice[] {
  return nameDistinctly(things).map(({ thing: { kind }, name }) =>
    kind === 'status'
      ? { label: `status ${name}`, text: `status "${name}"` }
      : { label: name, text: `assign "${name}"` },
  )
}

/** Asks what `high` means if a status is called High. */
function askLevelOrName(draft: Draft, token: Token): boolean {
  const { side, hasSelection, problems } = draft
  const things = findThings(draft, [token])?.things ?? []
  const settings = listSettings(things.filter(({ kind }) => kind === 'status' || kind === 'person'))
  const { text: word, start, end } = token
  const level = { label: `priority ${word}`, text: `priority ${word}` }
  const isSet = side === 'actions' || hasSelection
  const set = isSet ? settings : []
  const named = side === 'actions' ? [] : listNameChoices(things)
  if (set.length + named.length === 0) return false
  const only = side === 'actions' ? [] : [{ label: `only priority ${word}`, text: `priority:"${word}"` }]
  problems.push({ kind: 'choice', word, start, end, choices: [level, ...set, ...only, ...named] })
  return true
}

/** Reads `→ friday`: after an arrow, a day is the due date. */
function readBareDay(draft: Draft, token: Token): boolean {
  const { today, problems } = draft
  const isDay = /^(?:\p{L}{3,}|\d{4}-\d\d-\d\d)$/u.test(token.value)
  const dates = isDay && findThings(draft, [token]) === undefined ? readShortDate(token.value, today) : []
  const [date, second] = dates
  if (date === undefined) return false
  if (second === undefined) return add(draft, [token], { field: 'dueDate', to: date }) > 0
  const choices = dates.map((each) => ({ label: each, text: `due ${each}` }))
  problems.push({ kind: 'choice', word: token.text, start: token.start, end: token.end, choices })
  return true
}

/** Reads a status, priority or person without a keyword; in a sentence without an arrow it may also be a condition. */
function readBareAction(draft: Draft, at: number): number {
  const { tokens, side, isNot, lexicon } = draft
  const token = tokens[at]
  if (token === undefined) return 0
  if (side === 'actions' && readBareDay(draft, token)) return 1
  const level = readPriorityWord(token.value)
  if (level !== undefined && askLevelOrName(draft, token)) return 1
  if (level !== undefined) {
    const [action, term] = [
      { field: 'priority', to: level },
      { kind: 'priority', value: level, isNot },
    ] as const
    if (side === 'actions') return add(draft, [token], action)
    draft.bare.push({ token, length: 1, action, term, text: token.text })
    return 1
  }
  // Verbs may also be people's names, which is asked elsewhere.
  if (side === 'open' && verbs.has(token.value.toLowerCase())) return 0
  if (side === 'actions' && /^@me$/i.test(token.value))
    return add(draft, [token], { field: 'assigneeId', to: draft.me })
  const person = token.value.startsWith('@') ? { ...token, value: token.value.slice(1) } : token
  const words = [person, ...tokens.slice(at + 1, at + longestName)]
  const found = findThings(draft, words)
  const mine = (found?.things ?? []).filter(({ kind }) => kind === 'status' || kind === 'person')
  const [only, second] = mine
  if (found === undefined || only === undefined) return 0
  if (side === 'open' && (only.kind === 'person' ? !draft.hasSelection : false)) return 0
  const taken = tokens.slice(at, at + found.length)
  const text = taken.map((each) => each.text).join(' ')
  const place = { word: text, start: token.start, end: taken.at(-1)?.end ?? token.end }
  if (second !== undefined) {
    draft.problems.push({ kind: 'choice', ...place, choices: listSettings(mine) })
    return found.length
  }
  const action: Action = only.kind === 'status' ? { field: 'statusId', to: only } : { field: 'assigneeId', to: only }
  if (side === 'actions') return add(draft, taken, action)
  const mention = {
    ...place,
    isNot,
    names: [
      lexicon.find(
        words
          .slice(0, found.length)
          .map((each) => each.value)
          .join(' '),
      ),
    ],
  }
  draft.bare.push({ token, length: found.length, action, mention, text })
  return found.length
}
