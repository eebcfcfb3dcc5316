import { nearest } from '#core/expressions/nearest.ts'
import { parseFieldText, toFieldText } from '#core/fields/field-text.ts'
import { hasOptions } from '#core/fields/kind-titles.ts'
import { foldName } from '#core/lib/slug.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import { findThings, longestName, type Draft } from './draft.ts'
import { nameDistinctly } from './name-distinctly.ts'
import { findDays } from './read-day.ts'
import type { Choice } from './reading.ts'
import type { Token } from './tokens.ts'

/** The meaning of words as a field's value, or several choices; `length` is how many words it took. */
export type ReadValue = { readonly length: number } & (
  | { readonly value: FieldValue | undefined }
  | { readonly choices: readonly Choice[] }
)

const longestValue = 8

/** Reads a field's value from the first of some words on; undefined if there is none. */
export function readFieldValue(draft: Draft, field: FieldDefinition, words: readonly Token[]): ReadValue | undefined {
  const [first] = words
  if (first === undefined || first.kind === 'arrow') return undefined
  // `difficulty !hard` and `difficulty <hard` do not mean `difficulty hard`.
  if (first.kind === 'word' && /^[!<>≤≥]/.test(first.value)) return undefined
  const isNone = first.kind === 'word' && /^(?:none|empty)$/i.test(first.value)
  if (isNone && !field.options.some(({ name }) => foldName(name) === foldName(first.value)))
    return { value: undefined, length: 1 }
  const arrow = words.findIndex(({ kind }) => kind === 'arrow')
  const before = words.slice(0, Math.min(arrow < 0 ? words.length : arrow, longestValue))
  switch (field.kind) {
    case 'date':
      return readDay(draft, before)
    case 'person':
      return readPerson(draft, before)
    case 'number':
      return readNumber(draft, field, before)
    case 'choice':
    case 'choices':
      return readOptions(draft, field, before)
    case 'formula':
      return undefined
    case 'checkbox':
      return parse(draft, field, [first])
    default:
      return mayBeText(draft, first) ? parse(draft, field, [first]) : undefined
  }
}

/** Writes a value so that a sentence can read it again: options and people by name, `none` if empty. */
export function formatSentenceValue({ fields }: Draft, field: FieldDefinition, value: FieldValue | undefined): string {
  return value === undefined ? 'none' : toFieldText(field, value, fields?.people ?? [])
}

function parse({ fields }: Draft, field: FieldDefinition, words: readonly Token[]): ReadValue | undefined {
  const isList = field.kind === 'choices'
  const text = words
    .map(({ value, isApart }, at) => {
      if (isList && /^(?:and|&|\+)$/i.test(value)) return ','
      return (at === 0 ? '' : isList && isApart === true ? ', ' : ' ') + value
    })
    .join('')
  const read = parseFieldText(field, text, fields?.people ?? [])
  return read.ok && read.value !== null ? { value: read.value, length: words.length } : undefined
}

function readDay(draft: Draft, words: readonly Token[]): ReadValue | undefined {
  const found = findDays(draft, words)
  const [day, second] = found?.days ?? []
  if (found === undefined || day === undefined) return undefined
  const { length } = found
  if (second === undefined) return { value: day, length }
  return { choices: found.days.map((each) => ({ label: each, text: each })), length }
}

function readPerson(draft: Draft, words: readonly Token[]): ReadValue | undefined {
  if (/^(?:me|myself)$/i.test(words[0]?.value ?? '')) return { value: draft.me.id, length: 1 }
  const found = findThings(draft, words.slice(0, longestName), 'person')
  const [person, second] = found?.things ?? []
  if (found === undefined || person === undefined) return undefined
  if (second === undefined) return { value: person.id, length: found.length }
  const choices = nameDistinctly(found.things).map(({ name }) => ({ label: name, text: `"${name}"` }))
  return { choices, length: found.length }
}

/** Reads one word, and its unit if it follows: `120 frames`. */
function readNumber(draft: Draft, field: FieldDefinition, words: readonly Token[]): ReadValue | undefined {
  const read = parse(draft, field, words.slice(0, 1))
  const isUnit = field.unit !== '' && words[1]?.value.toLowerCase() === field.unit.toLowerCase()
  return read && { ...read, length: isUnit ? 2 : 1 }
}

/** Reads the longest run of words that is an option or, for fields with several, a list of options. */
function readOptions(draft: Draft, field: FieldDefinition, words: readonly Token[]): ReadValue | undefined {
  const end = words.findIndex(({ kind, isApart }, at) => at > 0 && (kind === 'quote' || isApart === true))
  const isOne = field.kind === 'choice'
  for (let length = isOne && end > 0 ? end : words.length; length > 0; length -= 1) {
    const read = parse(draft, field, words.slice(0, length))
    if (read !== undefined) return read
  }
  return undefined
}

const smallWords = new Set('and & + or in of on to as is from the every each with by not except'.split(' '))

/** Tells whether a word can be a text value: it is quoted, or means nothing else. */
function mayBeText(draft: Draft, word: Token): boolean {
  if (word.kind === 'quote') return true
  return !smallWords.has(word.value.toLowerCase()) && findThings(draft, [word]) === undefined
}

const mostNear = 6

/** Lists the options of a long list that a word may mean: those with a word that begins so, else those a typo away. */
export function listNearOptions(field: FieldDefinition, word: string): readonly string[] {
  const [names, begun] = [listOptionNames(field), foldName(word)]
  if (begun === '') return []
  const folded = names.map((name) => ({ name, text: foldName(name) }))
  const alike = folded.filter(({ text }) => `-${text}`.includes(`-${begun}`))
  const near = folded.filter(({ text }) => text.split('-').some((part) => nearest(begun, [part]) !== undefined))
  const found = alike.length > 0 ? alike : near
  return found.slice(0, mostNear).map(({ name }) => name)
}

/** Lists the names of a field's options; empty for kinds without options. */
export function listOptionNames(field: FieldDefinition): readonly string[] {
  return hasOptions(field.kind) ? field.options.map(({ name }) => name) : []
}
