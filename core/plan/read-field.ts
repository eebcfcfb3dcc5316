import { parseFieldText } from '#core/fields/field-text.ts'
import { nearest } from '#core/expressions/nearest.ts'
import { foldName } from '#core/lib/slug.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import { findThings, longestName, textOf, toUnknown, verbs, type Draft } from './draft.ts'
import { listNameChoices } from './name-apart.ts'
import { listNearOptions, listOptionNames, readFieldValue, tellValue } from './read-field-value.ts'
import { thingKinds, type Action, type Choice, type Thing } from './reading.ts'
import type { Token } from './tokens.ts'

/** A field that is named at a token. */
export type Named = {
  readonly fields: readonly FieldDefinition[]
  /** Its name; how many tokens it took, with the sign after it. */
  readonly name: readonly Token[]
  readonly length: number
  /** `:` says what is meant, `=` what it is or becomes. */
  readonly sign: '' | ':' | '='
  /** What is written on to the name: `hard` of `difficulty:hard`. */
  readonly rest: Token | undefined
  /** `field:difficulty`: the field, whatever else is called so. */
  readonly isSure: boolean
}

/** The words of the language that a value follows as well; `task:due` is the word, whatever field is called so. */
const valueWords = new Set(['due', 'by', 'est', 'estimate', 'priority', 'prio', 'status', 'assign', 'comment'])

/** Words that say nothing, or where something is: a field that is called so is named with a sign. */
const weakWords = new Set([
  ...verbs,
  ...'and & or in of on to from by the every each task tasks shot shots with'.split(' '),
])

const ownPrefixes = new Set<string>([...thingKinds, 'is', 'task'])

/** The studio's own field that the most words from a token on name. */
export function findField({ fields, tokens }: Draft, at: number): Named | undefined {
  if (fields === undefined) return undefined
  for (let length = longestName; length > 0; length -= 1) {
    const name = tokens.slice(at, at + length)
    const isApart = name.some(({ kind, isApart: apart }, index) => kind !== 'word' || (index > 0 && apart === true))
    // A sign says something of a field: `difficulty < hard` is not `difficulty hard`.
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

type Split = Pick<Named, 'fields' | 'sign' | 'rest' | 'isSure'>

/** A name as it stands, or what stands before the sign in its last word: `Frame in:1001`. */
function splitName(words: readonly Token[], find: (words: string) => readonly FieldDefinition[]): Split | undefined {
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const isSure = /^field:/i.test(first.value)
  const before = words.slice(0, -1).map(({ value }) => value)
  const toName = (end: string): string => [...before, end].join(' ').replace(/^field:/i, '')
  const findNamed = (name: string): readonly FieldDefinition[] => {
    const [found, byKey] = [find(name), find(name).filter(({ key }) => key === name)]
    return isSure && byKey.length > 0 ? byKey : found
  }
  const whole = findNamed(toName(last.value))
  if (whole.length > 0) return { fields: whole, sign: '', rest: undefined, isSure }
  const own = words.length === 1 && isSure ? 'field:' : ''
  // `effort>=5` and `!=` ask for more than one value: they are not understood.
  const [, head = '', sign = '', tail = ''] = /^([^:=!<>]+)([:=])(.*)$/.exec(last.value.slice(own.length)) ?? []
  if (head === '' || (words.length === 1 && !isSure && ownPrefixes.has(head.toLowerCase()))) return undefined
  const fields = findNamed(toName(own + head))
  if (fields.length === 0) return undefined
  const kind = last.text.includes('"') ? 'quote' : 'word'
  const start = last.end - tail.length - (kind === 'quote' ? 1 : 0)
  const rest = tail === '' ? undefined : ({ kind, text: tail, value: tail, start, end: last.end } as const)
  return { fields, sign: sign === ':' ? ':' : '=', rest, isSure }
}

/** How a field is read: as a condition, as what is set, or as either where a sentence without an arrow leaves it open. */
type Use = 'term' | 'action' | 'either'

/** Reads a field with its value as what changes; answers how many tokens it took, 0 where none stands there. */
export function readFieldAction(draft: Draft, at: number): number {
  if (draft.side === 'actions') return readField(draft, at, 'action')
  const isSet = verbs.has(draft.tokens[at - 1]?.value.toLowerCase() ?? '')
  return findField(draft, at)?.sign === ':' && !isSet ? 0 : readField(draft, at, isSet ? 'action' : 'either')
}

/** Reads a field with its value as a condition; answers how many tokens it took. */
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
  // Without a value, what else is called so is meant.
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
  say(draft, { at, length, field, use, values: [value.value, ...more.values], isNot: isNot !== draft.isNot })
  return length + more.length
}

const isLink = (token: Token | undefined): boolean => token?.kind === 'word' && /^(?:is|are|to|as)$/i.test(token.value)

const isNegation = (token: Token | undefined): boolean => token?.kind === 'word' && token.value.toLowerCase() === 'not'

/** The words a value can stand in: what is written on to the name, and all that follows. */
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

function say(draft: Draft, { at, length, field, use, values, isNot }: Said): void {
  const taken = draft.tokens.slice(at, at + length)
  const [value] = values
  const text = values.map((each) => tellValue(draft, field, each)).join(' or ')
  const action: Action = { field: 'own', own: field, value, text }
  const term = { kind: 'own', own: field, values, text, isNot } as const
  const [token] = taken
  const isBounded = !isNot && draft.terms.some((each) => each.kind === 'bounds' && each.of === field && !each.isNot)
  if (use === 'term' && isBounded && token !== undefined) draft.problems.push(toUnknown(token))
  else if (use === 'term') draft.terms.push(term)
  else if (use === 'action') draft.actions.push({ action, tokens: taken, text: textOf(taken) })
  else if (token !== undefined) draft.bare.push({ token, length, action, term, text: textOf(taken) })
}

/** `hard or medium`, `hard, medium`: one more value of the same field. */
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
    // What is the name of something as well begins another condition.
    if (read === undefined || 'choices' in read || findThings(draft, words.slice(0, longestName)) !== undefined) break
    values.push(read.value)
    at += read.length + (isOr ? 1 : 0)
  }
  return { values, length: at - from }
}

/** What else a field's name means where it stands; absent where more words name something that is no field. */
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
  // A part of somebody's name is not meant where a value follows.
  const isWhole = ({ kind, name: called }: Thing): boolean => kind !== 'person' || foldName(called) === foldName(word)
  const things = (found?.things ?? [])
    .filter(({ kind }) => side !== 'actions' || kind === 'status' || kind === 'person')
    .filter((thing) => !hasValue || isWhole(thing))
  if (found === undefined || things.length === 0) return keyword
  if (found.length > name.length) return undefined
  return found.length < name.length ? keyword : [...keyword, ...listNameChoices(things)]
}

/** Asks which of several fields, or of other things called so, is meant. */
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

/** A field without one of its values: those may stand after the arrow; else it says what is missing or wrong. */
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

/** What stands for a value and is none: the options that may be meant, else why it is none. Answers how many words it took. */
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

/** Reads, after the arrow, the value of a field that was named before it; answers how many tokens it took. */
export function readAsked(draft: Draft, at: number): number {
  const { asked, tokens, problems } = draft
  if (asked === undefined) return 0
  draft.asked = undefined
  const value = readFieldValue(draft, asked.own, tokens.slice(at))
  if (value === undefined) return 0
  const taken = tokens.slice(at, at + value.length)
  const [start, end] = [taken[0]?.start ?? 0, taken.at(-1)?.end ?? 0]
  if ('choices' in value) problems.push({ kind: 'choice', word: textOf(taken), start, end, choices: value.choices })
  else {
    const text = tellValue(draft, asked.own, value.value)
    draft.actions.push({
      action: { field: 'own', own: asked.own, value: value.value, text },
      tokens: taken,
      text: textOf(taken),
    })
    draft.words.push({ start, end, kind: 'action' })
  }
  return value.length
}

/** `clear difficulty`, `no difficulty`: the field that loses its value, and how many tokens its name took. */
export function findCleared(
  draft: Draft,
  at: number,
): { readonly own: FieldDefinition; readonly length: number } | undefined {
  const named = findField(draft, at)
  const [own, second] = named?.fields ?? []
  const isPlain = named !== undefined && named.sign === '' && second === undefined
  return !isPlain || own === undefined || own.kind === 'formula' ? undefined : { own, length: named.length }
}

/** `without vendor` before an arrow: a field of which no value is said. */
export function isWithout(draft: Draft, at: number): boolean {
  const cleared = draft.tokens[at]?.value.toLowerCase() === 'without' ? findCleared(draft, at + 1) : undefined
  if (cleared === undefined || draft.side !== 'subject') return false
  return readFieldValue(draft, cleared.own, draft.tokens.slice(at + 1 + cleared.length)) === undefined
}
