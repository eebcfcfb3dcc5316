import { parseFieldText } from '#core/fields/field-text.ts'
import { nearest } from '#core/expressions/nearest.ts'
import { foldName } from '#core/lib/slug.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import { findThings, longestName, textOf, toUnknown, verbs, type Draft } from './draft.ts'
import { listNameChoices } from './name-distinctly.ts'
import { listNearOptions, listOptionNames, readFieldValue, formatSentenceValue } from './read-field-value.ts'
import { thingKinds, type Action, type Choice, type Thing } from './reading.ts'
import type { Token } from './tokens.ts'

/** The fields named at a token. */
export type Named = {
  readonly fields: readonly FieldDefinition[]
  /** The tokens of the name; `length` includes the sign after it. */
  readonly name: readonly Token[]
  readonly length: number
  /** `:` marks a condition, `=` a condition or a new value. */
  readonly sign: '' | ':' | '='
  /** Text attached to the name: `hard` in `difficulty:hard`. */
  readonly rest: Token | undefined
  /** Whether it is certainly the field, as in `field:difficulty`, even if something else has its name. */
  readonly isSure: boolean
}

/** Words of the language that take a value as well; `task:due` is the word, even if a field has its name. */
const valueWords = new Set(['due', 'by', 'est', 'estimate', 'priority', 'prio', 'status', 'assign', 'comment'])

/** Words without meaning, or prepositions: a field with such a name needs a sign. */
const weakWords = new Set([
  ...verbs,
  ...'and & or in of on to from by the every each task tasks shot shots with'.split(' '),
])

const ownPrefixes = new Set<string>([...thingKinds, 'is', 'task'])

/** Finds the studio's own field named by the longest run of words from a token on. */
export function findField({ fields, tokens }: Draft, at: number): Named | undefined {
  if (fields === undefined) return undefined
  for (let length = longestName; length > 0; length -= 1) {
    const name = tokens.slice(at, at + length)
    const isApart = name.some(({ kind, isApart: apart }, index) => kind !== 'word' || (index > 0 && apart === true))
    // A sign between name and value matters: `difficulty < hard` is not `difficulty hard`.
    const isSigned = name.some(({ value }, index) => index > 0 && /^[^\p{L}\p{N}]+$/u.test(value) && value !== '&')
    if (name.length < length || isApart || isSigned || /^[!\-–—]/.test(name[0]?.value ?? '')) continue
    const found = splitName(name, fields.find)
    if (found === undefined) continue
    const next = tokens[at + length]?.value ?? ''
    const sign = found.sign === '' ? (next === '=' || next === ':' ? next : '') : found.sign
    return { ...found, sign, name, length: length + (found.sign === '' && sign !== '' ? 1 : 0) }
  }
  return undefined
}

/** A field of a kind that words name, with all fields they name, and what else they may mean. */
export type NamedKind = { readonly own: FieldDefinition; readonly named: Named; readonly others: readonly Choice[] }

/** Finds the date or number named at a token, without a sign after the name. */
export function findNamedKind(draft: Draft, at: number, kind: FieldDefinition['kind']): NamedKind | undefined {
  const named = findField(draft, at)
  const own = named?.fields.find((each) => each.kind === kind)
  if (named === undefined || own === undefined || named.sign !== '') return undefined
  const isWeak = weakWords.has(textOf(named.name).toLowerCase())
  const others = named.isSure ? [] : listOthers(draft, at, { name: named.name, hasValue: true })
  return others === undefined || (isWeak && !named.isSure) ? undefined : { own, named, others }
}

type Split = Pick<Named, 'fields' | 'sign' | 'rest' | 'isSure'>

/** Splits words into a field's name and what follows the sign in the last one: `Frame in:1001`. */
function splitName(words: readonly Token[], find: (words: string) => readonly FieldDefinition[]): Split | undefined {
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const isSure = /^field:/i.test(first.value)
  const before = words.slice(0, -1).map(({ value }) => value)
  const toName = (end: string): string => [...before, end].join(' ').replace(/^field:/i, '')
  const findNamed = (name: string): readonly FieldDefinition[] => {
    // `frames+` and `frames*` are not just `frames`.
    const [end = ''] = /[+\-–—−*/^%]+$/u.exec(name) ?? []
    const found = find(name).filter((field) => end === '' || field.name.endsWith(end))
    const byKey = found.filter(({ key }) => key === name)
    return isSure && byKey.length > 0 ? byKey : found
  }
  const whole = findNamed(toName(last.value))
  if (whole.length > 0) return { fields: whole, sign: '', rest: undefined, isSure }
  const own = words.length === 1 && isSure ? 'field:' : ''
  // `effort>=5` and `!=` match more than one value, so they are not understood here.
  const [, head = '', sign = '', tail = ''] = /^([^:=!<>]+)([:=])(.*)$/.exec(last.value.slice(own.length)) ?? []
  if (head === '' || (words.length === 1 && !isSure && ownPrefixes.has(head.toLowerCase()))) return undefined
  const fields = findNamed(toName(own + head))
  if (fields.length === 0) return undefined
  const kind = last.text.includes('"') ? 'quote' : 'word'
  const start = last.end - tail.length - (kind === 'quote' ? 1 : 0)
  const rest = tail === '' ? undefined : ({ kind, text: tail, value: tail, start, end: last.end } as const)
  return { fields, sign: sign === ':' ? ':' : '=', rest, isSure }
}

/** The use of a field: a condition, an action, or either in a sentence without an arrow. */
type Use = 'term' | 'action' | 'either'

/** Reads a field with its value as an action; returns how many tokens it took, 0 if there is none. */
export function readFieldAction(draft: Draft, at: number): number {
  if (draft.side === 'actions') return readField(draft, at, 'action')
  const isSet = verbs.has(draft.tokens[at - 1]?.value.toLowerCase() ?? '')
  return findField(draft, at)?.sign === ':' && !isSet ? 0 : readField(draft, at, isSet ? 'action' : 'either')
}

/** Reads a field with its value as a condition; returns how many tokens it took. */
export function readFieldTerm(draft: Draft, at: number): number {
  return readField(draft, at, 'term')
}

function readField(draft: Draft, at: number, use: Use): number {
  const named = findField(draft, at)
  const [field, second] = named?.fields ?? []
  if (named === undefined || field === undefined) return 0
  const words = listValueWords(draft, at, named)
  const linked = named.rest === undefined && isLink(words[0]) ? 1 : 0
  const isNot = use === 'term' && linked === 1 && /^(?:is|are)$/i.test(words[0]?.value ?? '') && isNegation(words[1])
  const skipped = linked + (isNot ? 1 : 0)
  const value = readFieldValue(draft, field, words.slice(skipped))
  const isSure = named.isSure || named.sign !== ''
  const others = isSure ? [] : listOthers(draft, at, { name: named.name, hasValue: value !== undefined })
  const isWeak = !isSure && weakWords.has(textOf(named.name).toLowerCase())
  // Without a value, the other thing of that name is meant.
  if (others === undefined || (isWeak && (use !== 'action' || value === undefined))) return 0
  if (value === undefined && others.length > 0) return 0
  const length =
    named.length + skipped + (value?.length ?? 0) - (named.rest === undefined || value === undefined ? 0 : 1)
  if (others.length > 0 || second !== undefined) {
    askWhichField(draft, named, others)
    return length
  }
  if (value === undefined) return readNothing(draft, { at, field, named, words: words.slice(skipped), use })
  if ('choices' in value) {
    const taken = words.slice(skipped, skipped + value.length)
    const [start, end] = [taken[0]?.start ?? 0, taken.at(-1)?.end ?? 0]
    draft.problems.push({ kind: 'choice', word: textOf(taken), start, end, choices: value.choices })
    return length
  }
  const more = use === 'term' ? listAlternatives(draft, field, at + length) : { values: [], length: 0 }
  addField(draft, { at, length, field, use, values: [value.value, ...more.values], isNot: isNot !== draft.isNot })
  return length + more.length
}

const isLink = (token: Token | undefined): boolean => token?.kind === 'word' && /^(?:is|are|to|as)$/i.test(token.value)

const isNegation = (token: Token | undefined): boolean => token?.kind === 'word' && token.value.toLowerCase() === 'not'

/** Lists the words that may hold a value: what is attached to the name, and all that follow. */
function listValueWords({ tokens }: Draft, at: number, { length, rest }: Named): readonly Token[] {
  const following = tokens.slice(at + length, at + length + 10)
  return rest === undefined ? following : [rest, ...following]
}

type Said = {
  readonly at: number
  readonly length: number
  readonly field: FieldDefinition
  readonly use: Use
  readonly values: readonly (FieldValue | undefined)[]
  readonly isNot: boolean
}

function addField(draft: Draft, { at, length, field, use, values, isNot }: Said): void {
  const taken = draft.tokens.slice(at, at + length)
  const [value] = values
  const text = values.map((each) => formatSentenceValue(draft, field, each)).join(' or ')
  const action: Action = { field: 'own', own: field, value, text }
  const term = { kind: 'own', own: field, values, text, isNot } as const
  const [token] = taken
  const isBounded = !isNot && draft.terms.some((each) => each.kind === 'bounds' && each.of === field && !each.isNot)
  if (use === 'term' && isBounded && token !== undefined) draft.problems.push(toUnknown(token))
  else if (use === 'term') draft.terms.push(term)
  else if (use === 'action') draft.actions.push({ action, tokens: taken, text: textOf(taken) })
  else if (token !== undefined) draft.bare.push({ token, length, action, term, text: textOf(taken) })
}

/** Reads further values of the same field: `hard or medium`, `hard, medium`. */
function listAlternatives(
  draft: Draft,
  field: FieldDefinition,
  from: number,
): { readonly values: readonly (FieldValue | undefined)[]; readonly length: number } {
  const values: (FieldValue | undefined)[] = []
  let at = from
  for (;;) {
    const token = draft.tokens[at]
    const isOr = token?.kind === 'word' && token.value.toLowerCase() === 'or'
    if (!isOr && token?.isApart !== true) break
    const words = draft.tokens.slice(isOr ? at + 1 : at, at + 10)
    const read = readFieldValue(draft, field, words)
    // A value that is also the name of something begins another condition.
    if (read === undefined || 'choices' in read || findThings(draft, words.slice(0, longestName)) !== undefined) break
    values.push(read.value)
    at += read.length + (isOr ? 1 : 0)
  }
  return { values, length: at - from }
}

/** Lists what else a field's name means here; undefined if a longer run of words names something else. */
function listOthers(
  draft: Draft,
  at: number,
  { name, hasValue }: Pick<Named, 'name'> & { readonly hasValue: boolean },
): readonly Choice[] | undefined {
  const { tokens, side } = draft
  const word = textOf(name).toLowerCase()
  const isKeyword = name.length === 1 && valueWords.has(word)
  const keyword = isKeyword ? [{ label: `the task’s ${word}`, text: `task:${word}` }] : []
  const found = findThings(draft, tokens.slice(at, at + longestName))
  // Part of a person's name is not meant if a value follows.
  const isWhole = ({ kind, name: called }: Thing): boolean => kind !== 'person' || foldName(called) === foldName(word)
  const things = (found?.things ?? [])
    .filter(({ kind }) => side !== 'actions' || kind === 'status' || kind === 'person')
    .filter((thing) => !hasValue || isWhole(thing))
  if (found === undefined || things.length === 0) return keyword
  if (found.length > name.length) return undefined
  return found.length < name.length ? keyword : [...keyword, ...listNameChoices(things)]
}

/** Asks which of several fields, or other things of that name, is meant. */
export function askWhichField({ problems }: Draft, { fields, name }: Named, others: readonly Choice[]): void {
  const [start, end] = [name[0]?.start ?? 0, name.at(-1)?.end ?? 0]
  const own = fields.map((field) => {
    const isShared = fields.some((other) => other !== field && other.name === field.name)
    const label = isShared ? `field ${field.name} (${field.key})` : `field ${field.name}`
    return { label, text: `field:${field.key}` }
  })
  problems.push({ kind: 'choice', word: textOf(name), start, end, choices: [...own, ...others] })
}

type Empty = {
  readonly at: number
  readonly field: FieldDefinition
  readonly named: Named
  readonly words: readonly Token[]
  readonly use: Use
}

/** Reads a field without a valid value: the value may follow the arrow; else reports what is missing or wrong. */
function readNothing(draft: Draft, { at, field, named, words, use }: Empty): number {
  const [word] = words
  const { tokens, problems } = draft
  const arrow = tokens.findIndex(({ kind }, index) => kind === 'arrow' && index > at)
  const isAfter = use === 'term' && draft.side === 'subject' && arrow > 0 && draft.asked === undefined
  if (isAfter && named.rest === undefined && readFieldValue(draft, field, tokens.slice(arrow + 1)) !== undefined) {
    draft.asked = { own: field, tokens: named.name }
    return named.length
  }
  const [start, end] = [named.name[0]?.start ?? 0, named.name.at(-1)?.end ?? 0]
  if (field.kind === 'formula') {
    problems.push({
      kind: 'value',
      word: textOf(named.name),
      start,
      end,
      text: `${field.name} is calculated from other fields.`,
    })
    return named.length
  }
  if (word === undefined || word.kind === 'arrow') {
    problems.push(askForValue(field, { word: textOf(named.name), start, end }))
    return named.length
  }
  return named.length + readWrong(draft, field, words) - (named.rest === undefined ? 0 : 1)
}

/** Reports an invalid value: the options it may mean, or why it is invalid. Returns how many words it took. */
function readWrong({ problems, fields }: Draft, field: FieldDefinition, words: readonly Token[]): number {
  const [word] = words
  if (word === undefined) return 0
  const { start } = word
  const options = listOptionNames(field)
  const arrow = words.findIndex(({ kind }) => kind === 'arrow')
  const most = Math.min(arrow < 0 ? words.length : arrow, longestName)
  for (let length = /^[!<>≤≥]/.test(word.value) ? 0 : most; length > 1; length -= 1) {
    const taken = words.slice(0, length)
    const suggestion = nearest(textOf(taken), options)
    if (suggestion === undefined) continue
    problems.push({ kind: 'unknown', suggestion, word: textOf(taken), start, end: taken.at(-1)?.end ?? word.end })
    return length
  }
  const place = { word: word.text, start, end: word.end }
  const near = options.length > mostChoices ? listNearOptions(field, word.value) : []
  const suggestion = nearest(word.value, options) ?? (near.length === 1 ? near[0] : undefined)
  const read = parseFieldText(field, word.value, fields?.people ?? [])
  const text = read.ok ? `${field.name}: put “${word.value}” in quotation marks.` : read.error.message
  const choices = near.map((name) => ({ label: name, text: `"${name}"` }))
  if (choices.length > 1) problems.push({ kind: 'choice', choices, ...place })
  else
    problems.push(
      suggestion === undefined ? { kind: 'value', text, ...place } : { kind: 'unknown', suggestion, ...place },
    )
  return 1
}

function askForValue(
  field: FieldDefinition,
  place: Pick<Draft['problems'][number], 'word' | 'start' | 'end'>,
): Draft['problems'][number] {
  const values = field.kind === 'checkbox' ? ['yes', 'no'] : listOptionNames(field).map((name) => `"${name}"`)
  if (values.length === 0 || values.length > mostChoices)
    return { kind: 'value', text: `${field.name}: which value?`, ...place }
  const choices = values.map((value) => ({
    label: `${field.name} ${value.replaceAll('"', '')}`,
    text: `field:${field.key} ${value}`,
  }))
  return { kind: 'choice', choices, ...place }
}

const mostChoices = 12

/** Reads, after the arrow, the value of a field named before it; returns how many tokens it took. */
export function readAsked(draft: Draft, at: number): number {
  const { asked, tokens, problems } = draft
  if (asked === undefined) return 0
  draft.asked = undefined
  const value = readFieldValue(draft, asked.own, tokens.slice(at))
  if (value === undefined) return 0
  const [first] = tokens.slice(at)
  if (asked.own.kind === 'number' && first?.value.startsWith('+') === true) {
    const { text: word, start, end } = first
    const { name } = asked.own
    const text = `${name}: write “add ${word.slice(1)} to ${name.toLowerCase()}”, or ${word.slice(1)} without a sign.`
    problems.push({ kind: 'value', word, start, end, text })
    return 1
  }
  const taken = tokens.slice(at, at + value.length)
  const [start, end] = [taken[0]?.start ?? 0, taken.at(-1)?.end ?? 0]
  if ('choices' in value) problems.push({ kind: 'choice', word: textOf(taken), start, end, choices: value.choices })
  else {
    const text = formatSentenceValue(draft, asked.own, value.value)
    draft.actions.push({
      action: { field: 'own', own: asked.own, value: value.value, text },
      tokens: taken,
      text: textOf(taken),
    })
    draft.words.push({ start, end, kind: 'action' })
  }
  return value.length
}

/** Reads `→ medium` after `difficulty hard`: another option of the field just named. */
export function readSameField(draft: Draft, at: number): number {
  const { tokens, terms, side } = draft
  const [term, second] = terms.filter(({ kind, isNot }) => kind === 'own' && !isNot)
  if (side !== 'actions' || tokens[at - 1]?.kind !== 'arrow' || term?.kind !== 'own' || second !== undefined) return 0
  const value = term.own.kind === 'choice' ? readFieldValue(draft, term.own, tokens.slice(at)) : undefined
  if (value === undefined || 'choices' in value) return 0
  const taken = tokens.slice(at, at + value.length)
  const text = formatSentenceValue(draft, term.own, value.value)
  const action = { field: 'own', own: term.own, value: value.value, text } as const
  draft.actions.push({ action, tokens: taken, text: textOf(taken) })
  return value.length
}

/** Finds the field to clear in `clear difficulty` or `no difficulty`, and the length of its name in tokens. */
export function findCleared(
  draft: Draft,
  at: number,
): { readonly own: FieldDefinition; readonly length: number } | undefined {
  const named = findField(draft, at)
  const [own, second] = named?.fields ?? []
  const isPlain = named !== undefined && named.sign === '' && second === undefined
  return !isPlain || own === undefined || own.kind === 'formula' ? undefined : { own, length: named.length }
}

/** Tells whether `without vendor`, before an arrow, is a condition: a field without a value. */
export function isWithout(draft: Draft, at: number): boolean {
  const [word, name, next] = draft.tokens
    .slice(at, at + 3)
    .map(({ kind, value }) => (kind === 'word' ? value.toLowerCase() : ''))
  if (word !== 'without' || draft.side !== 'subject') return false
  // `without due fri` leaves out what is due on Friday.
  if (/^assignees?$/.test(name ?? '') || (name === 'due' && (next === '' || next === 'date'))) return true
  const cleared = findCleared(draft, at + 1)
  if (cleared === undefined) return false
  return readFieldValue(draft, cleared.own, draft.tokens.slice(at + 1 + cleared.length)) === undefined
}
