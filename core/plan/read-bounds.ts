import { addDays } from '#core/lib/calendar-date.ts'
import { periodOf, stepPeriod } from '#core/timesheet/period.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { describeBounds, isNothingWithin, nameOfCompared } from './bounds.ts'
import { boundWords, findComparison, type Compared } from './comparison-words.ts'
import { findThings, longestName, textOf, toUnknown, type Draft } from './draft.ts'
import { findDays } from './read-day.ts'
import { askWhichField, findField, type Named } from './read-field.ts'
import { readFieldValue } from './read-field-value.ts'
import type { Bounds, BoundName, Choice, Term } from './reading.ts'
import type { Token } from './tokens.ts'
import { readEstimate } from './values.ts'

type Of = Extract<Term, { kind: 'bounds' }>['of']

/** Something named at a token that can be compared; `named` if it is one of the studio's own fields. */
type Subject = { readonly of: readonly Of[]; readonly length: number; readonly named: Named | undefined }

/** Reads `frames over 100`, `due before friday`, `under 50 frames`; returns how many tokens it took, 0 if none. */
export function readBounds(draft: Draft, at: number): number {
  if (!draft.mayCompare) return 0
  const subject = findSubject(draft, at)
  if (subject === undefined) return readCounted(draft, at)
  const { tokens } = draft
  const from = at + subject.length
  const isLinked = tokens[from]?.kind === 'word' && /^(?:is|are)$/i.test(tokens[from].value)
  const [of, second] = subject.of
  const read = of && readAll(draft, of, from + (isLinked ? 1 : 0))
  if (of === undefined || read === undefined) return 0
  const length = subject.length + (isLinked ? 1 : 0) + read.length
  if (second !== undefined && subject.named !== undefined) askWhich(draft, subject.named, subject.of)
  else if ('choices' in read) ask(draft, read.at, read.choices)
  else addBounds(draft, { at, length, of, bounds: read.bounds })
  return length
}

/** Tells whether a comparison begins at a token. */
export function isStartOfBounds(draft: Draft, at: number): boolean {
  return readBounds({ ...draft, terms: [], problems: [], words: [] }, at) > 0
}

function findSubject(draft: Draft, at: number): Subject | undefined {
  const { tokens } = draft
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  const word = token.value.toLowerCase()
  const keyword = word.replace(/^task:/, '')
  const own = keyword === word ? findField(draft, at) : undefined
  const isPlain = own !== undefined && own.sign === ''
  const fields = isPlain ? own.fields.filter(({ kind }) => kind === 'number' || kind === 'date') : []
  const isDate = /^date$/i.test(tokens[at + 1]?.value ?? '')
  const built = keyword === 'due' ? 'dueDate' : /^est(?:imate)?$/.test(keyword) ? 'estimatedHours' : undefined
  if (fields.length > 0 && own !== undefined) {
    const isBoth = built !== undefined && own.length === 1
    return { of: isBoth ? [...fields, built] : fields, length: own.length, named: own }
  }
  return built && { of: [built], length: built === 'dueDate' && isDate ? 2 : 1, named: undefined }
}

type ReadAll = { readonly length: number } & (
  | { readonly bounds: Bounds }
  | { readonly choices: readonly Choice[]; readonly at: readonly Token[] }
)

/** Reads one comparison, or several joined by “and”, about the same thing. */
function readAll(draft: Draft, of: Of, from: number): ReadAll | undefined {
  const { tokens } = draft
  const first = readOne(draft, of, from)
  if (first === undefined || 'choices' in first) return first
  let { bounds, length } = first
  for (;;) {
    const link = tokens[from + length]
    if (link?.kind !== 'word' || !/^(?:and|&|but)$/i.test(link.value)) break
    const more = readOne(draft, of, from + length + 1)
    if (more === undefined) break
    if ('choices' in more) return { ...more, length: length + 1 + more.length }
    const isTwice = Object.keys(more.bounds).some((name) => name in bounds)
    if (isTwice || isNothingWithin([bounds, more.bounds])) break
    ;[bounds, length] = [{ ...bounds, ...more.bounds }, length + 1 + more.length]
  }
  return { bounds, length }
}

function readOne(draft: Draft, of: Of, from: number): ReadAll | undefined {
  const { tokens } = draft
  const compared = comparedOf(of)
  const span = compared === 'day' ? readSpan(draft, from) : undefined
  if (span !== undefined) return { bounds: span, length: 2 }
  if (tokens[from]?.value.toLowerCase() === 'between') return readBetween(draft, of, from)
  const comparison = findComparison(tokens, from, compared)
  if (comparison === undefined || tokens[from]?.isApart === true) return undefined
  const value = readValue(draft, of, from + comparison.length)
  if (value === undefined) return undefined
  const length = comparison.length + value.length
  return 'choices' in value ? { ...value, length } : { bounds: { [comparison.bound]: value.value }, length }
}

const comparedOf = (of: Of): Compared =>
  of === 'dueDate' || (typeof of === 'object' && of.kind === 'date') ? 'day' : 'amount'

/** Reads `this week` as Monday to Sunday, `next month` as all its days. Without an arrow `due next week` is left to actions. */
function readSpan({ tokens, today, side }: Draft, from: number): Bounds | undefined {
  const [which, unit] = [tokens[from], tokens[from + 1]].map((token) => token?.value.toLowerCase())
  if ((unit !== 'week' && unit !== 'month') || (side === 'open' && which !== 'this')) return undefined
  const by = which === 'next' ? 1 : which === 'last' ? -1 : undefined
  if (by === undefined && which !== 'this') return undefined
  const { from: least, to } = periodOf(unit, by === undefined ? today : stepPeriod(unit, today, by))
  return { least, most: addDays(to, -1) }
}

/** Reads `between 100 and 200`, both included. */
function readBetween(draft: Draft, of: Of, from: number): ReadAll | undefined {
  const one = readValue(draft, of, from + 1)
  if (one === undefined) return undefined
  if ('choices' in one) return { ...one, length: 1 + one.length }
  const link = from + 1 + one.length
  if (!/^(?:and|&)$/i.test(draft.tokens[link]?.value ?? '')) return undefined
  const other = readValue(draft, of, link + 1)
  if (other === undefined) return undefined
  const length = 2 + one.length + other.length
  if ('choices' in other) return { ...other, length }
  // For days, `mon and fri` is a different range from `fri and mon`.
  if (comparedOf(of) === 'day' && one.value > other.value) return undefined
  const [least, most] = one.value <= other.value ? [one.value, other.value] : [other.value, one.value]
  return { bounds: { least, most }, length }
}

type ReadBound = { readonly length: number } & (
  | { readonly value: NonNullable<Bounds[BoundName]> }
  | { readonly choices: readonly Choice[]; readonly at: readonly Token[] }
)

function readValue(draft: Draft, of: Of, from: number): ReadBound | undefined {
  const following = draft.tokens.slice(from, from + 10)
  const arrow = following.findIndex(({ kind }) => kind === 'arrow')
  const words = arrow < 0 ? following : following.slice(0, arrow)
  if (words[0] === undefined || words[0].kind !== 'word' || words[0].isApart === true) return undefined
  if (of === 'estimatedHours') return readHours(words)
  if (of === 'dueDate') {
    const found = findDays(draft, words)
    const [day, second] = found?.days ?? []
    if (found === undefined || day === undefined) return undefined
    if (second === undefined) return { value: day, length: found.length }
    const choices = found.days.map((each) => ({ label: each, text: each }))
    return { choices, at: words.slice(0, found.length), length: found.length }
  }
  const read = readFieldValue(draft, of, words)
  if (read === undefined) return undefined
  const { length } = read
  if ('choices' in read) return { choices: read.choices, at: words.slice(0, length), length }
  // In `frames over 100 frames under 200` the second `frames` begins another condition.
  const isBegun = length > 1 && findComparison(draft.tokens, from + length, comparedOf(of)) !== undefined
  // Dates were read as days above.
  const value = read.value as number | NonNullable<Bounds[BoundName]> | undefined
  return value === undefined ? undefined : { value, length: isBegun ? 1 : length }
}

function readHours(words: readonly Token[]): ReadBound | undefined {
  for (let length = Math.min(words.length, longestName); length > 0; length -= 1) {
    const value = readEstimate(textOf(words.slice(0, length)))
    if (value !== undefined) return { value, length }
  }
  return undefined
}

/**
 * Reads `under 50 frames`: an amount of the only field with that name or unit; hours and days may also be an estimate.
 */
function readCounted(draft: Draft, at: number): number {
  const { tokens, fields } = draft
  const comparison = findComparison(tokens, at, 'amount')
  const number = tokens[at + (comparison?.length ?? 0)]
  const isWord = /^\p{L}/u.test(tokens[at]?.value ?? '')
  if (comparison === undefined || !isWord || number === undefined || !/^[\d.,]+$/.test(number.value)) return 0
  const named = findField(draft, at + comparison.length + 1)
  const unit = tokens[at + comparison.length + 1]?.value ?? ''
  const called = named?.sign === '' ? named.fields.filter(({ kind }) => kind === 'number') : []
  const length = called.length > 0 ? (named?.length ?? 1) : 1
  const [own, second] = new Set([...called, ...(fields?.countedIn(unit) ?? [])])
  if (own === undefined || second !== undefined || readEstimate(`${number.value} ${unit}`) !== undefined) return 0
  // It is the name of something.
  if (findThings(draft, tokens.slice(at, at + longestName)) !== undefined) return 0
  const read = readFieldValue(draft, own, [number])
  if (read === undefined || !('value' in read) || typeof read.value !== 'number') return 0
  const all = comparison.length + 1 + length
  addBounds(draft, { at, length: all, of: own, bounds: { [comparison.bound]: read.value } })
  return all
}

type Said = { readonly at: number; readonly length: number; readonly of: Of; readonly bounds: Bounds }

function addBounds(draft: Draft, { at, length, of, bounds }: Said): void {
  const { tokens, terms, problems, isNot } = draft
  const taken = tokens.slice(at, at + length)
  const unsure = taken.findIndex((token) => token.isUnsure === true)
  if (unsure > 0) return askArrow(draft, { taken, unsure, of, bounds })
  const [first] = taken
  const isImpossible = !isNot && terms.some((term) => !term.isNot && isOther(term, of, bounds))
  if (isImpossible && first !== undefined) problems.push(toUnknown(first))
  else terms.push({ kind: 'bounds', of, bounds, text: describeBounds({ of, bounds }), isNot })
}

/** Tells whether a condition on the same thing excludes these bounds, so that the sentence must mean something else. */
function isOther(term: Term, of: Of, bounds: Bounds): boolean {
  if (term.kind === 'bounds') return idOf(term.of) === idOf(of) && isNothingWithin([term.bounds, bounds])
  return term.kind === 'due' ? of === 'dueDate' : term.kind === 'own' && typeof of === 'object' && term.own.id === of.id
}

const idOf = (of: Of): string => (typeof of === 'object' ? of.id : of)

type Unsure = { readonly taken: readonly Token[]; readonly unsure: number; readonly of: Of; readonly bounds: Bounds }

/** Asks whether `frames > 100` alone is an action or a condition. */
function askArrow(draft: Draft, { taken, unsure, of, bounds }: Unsure): void {
  const [name, value] = [textOf(taken.slice(0, unsure)), textOf(taken.slice(unsure + 1))]
  const [bound] = Object.keys(bounds) as readonly BoundName[]
  const compared = comparedOf(of)
  const word = boundWords[compared][bound ?? 'over']
  const told = describeBounds({ of, bounds })
  const called = of === 'dueDate' ? 'due' : name
  const choices = [
    { label: `set ${nameOfCompared({ of })} to ${told.slice(word.length + 1)}`, text: `→ ${called} ${value}` },
    { label: `only ${nameOfCompared({ of })} ${told}`, text: `${name} ${word} ${value} →` },
  ]
  ask(draft, taken, choices)
  ;[draft.side, draft.hasSubject] = ['actions', true]
}

function ask({ problems }: Draft, at: readonly Token[], choices: readonly Choice[]): void {
  const [start, end] = [at[0]?.start ?? 0, at.at(-1)?.end ?? 0]
  problems.push({ kind: 'choice', word: textOf(at), start, end, choices })
}

function askWhich(draft: Draft, named: Named, all: readonly Of[]): void {
  const fields = all.filter((each): each is FieldDefinition => typeof each === 'object')
  const word = textOf(named.name).toLowerCase()
  const others = fields.length < all.length ? [{ label: `the task’s ${word}`, text: `task:${word}` }] : []
  askWhichField(draft, { ...named, fields }, others)
}
