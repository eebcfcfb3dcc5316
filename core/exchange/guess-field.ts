import { parseFieldText, type FieldPeople } from '#core/fields/field-text.ts'
import { foldName } from '#core/lib/slug.ts'
import type { FieldDefinition, FieldKind } from '#core/schema/field-definitions.ts'
import { newRow } from '#core/schema/tables.ts'
import { newId, type FieldId } from '#core/lib/ids.ts'
import { toDay, type DayOrder } from './read-day.ts'

/** The most options a list can have; the database's limit. */
export const mostOptions = 100
/** The most distinct values that are guessed to be a list. */
const fewValues = 24

export type FieldGuess = { readonly kind: FieldKind; readonly unit: string }

/** Guesses the kind of field for a column of non-empty texts; values that would not read back the same stay text. */
export function guessField(texts: readonly string[], people: FieldPeople, order?: DayOrder): FieldGuess {
  const is = (kind: FieldKind): boolean => {
    const field = newRow('field_definitions', { id: newId<FieldId>(), key: 'a', name: 'a', kind })
    return texts.every((text) => parseFieldText(field, toFieldInput(field, text, order), people).ok)
  }
  const guessed = (kind: FieldKind, unit = ''): FieldGuess => ({ kind, unit })
  if (is('url')) return guessed('url')
  if (is('date')) return guessed('date')
  // Columns of 0 and 1 may be counts, and a column of dashes is empty.
  if (is('checkbox') && texts.some((text) => /[\p{L}✓✔☑✗☐]/u.test(text))) return guessed('checkbox')
  const unit = findUnit(texts)
  if (unit !== undefined) return guessed('number', unit)
  const isOneLine = texts.every((text) => text.length <= 250 && !/[\n\r]/.test(text))
  if (!isOneLine) return guessed('long_text')
  if (isOfPeople(texts, people)) return guessed('person')
  if (isOfFew(texts)) return guessed('choice')
  const parts = texts.flatMap(listParts)
  return guessed(parts.length > texts.length && isOfFew(parts) ? 'choices' : 'text')
}

/** Converts a text to what its field parses: days from other programs' formats, numbers without their unit. */
export function toFieldInput(
  { kind, unit }: Pick<FieldDefinition, 'kind' | 'unit'>,
  text: string,
  order?: DayOrder,
): string {
  if (kind === 'date') return toDay(text, order) ?? text
  if (kind === 'choices') return readList(text)?.join(', ') ?? text
  if (kind !== 'number' || unit === '') return text
  if (text.endsWith(unit)) return text.slice(0, -unit.length).trim()
  // A currency may come before the number, and a sign before that.
  const [, sign = '', rest = ''] = /^([+-]?)([\s\S]*)$/.exec(text) ?? []
  return rest.startsWith(unit) ? sign + rest.slice(unit.length).trim() : text
}

/** Reads a list of texts as Python and JSON write it, `['hero', 'fx']`; undefined for any other text. */
export function readList(text: string): readonly string[] | undefined {
  const inside =
    /^\[\s*((?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")(?:\s*,\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))*)?\s*\]$/.exec(
      text.trim(),
    )
  if (inside === null) return undefined
  const quoted = (inside[1] ?? '').matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)
  return Array.from(quoted, ([, one, two]) => (one ?? two ?? '').replace(/\\(.)/g, '$1'))
}

/** Splits a list of names. */
export function listParts(text: string): readonly string[] {
  return (readList(text) ?? text.split(/[,;]/)).map((part) => part.trim()).filter((part) => part !== '')
}

/** Lists the options in these texts, each once however it is spelt. */
export function listOptions(texts: readonly string[]): readonly string[] {
  const names = new Map<string, string>()
  for (const text of texts) if (!names.has(foldName(text))) names.set(foldName(text), text)
  return [...names.values()]
}

/** Returns the unit that all these numbers share, '' for none; undefined if any is not a number. */
function findUnit(texts: readonly string[]): string | undefined {
  // One writes 1.200,50 where the other writes 1,200.50: what 1.200 means is unknown.
  const isMixed = [/\d\.\d{3}[.,]\d/, /\d,\d{3}[.,]\d/].every((form) => texts.some((text) => form.test(text)))
  const units = new Set<string>()
  for (const text of texts) {
    const [, before = '', number, behind = ''] = unitForm.exec(text) ?? []
    if (number === undefined || !/\d/.test(number) || (before !== '' && behind !== '')) return undefined
    units.add(before + behind)
  }
  const [first] = units
  return units.size === 1 && !isMixed ? first : undefined
}

// Numbers with a leading zero are codes, and longer ones would lose their last digits.
const wholes = [
  '0',
  String.raw`[1-9]\d{0,14}`,
  String.raw`[1-9]\d{0,2}(?:,\d{3})+`,
  String.raw`[1-9]\d{0,2}(?:\.\d{3})+(?=,)`,
  String.raw`[1-9]\d{0,2}(?:\.\d{3}){2,4}`,
  String.raw`[1-9]\d{0,2}(?:[\s'’]\d{3})+`,
].join('|')
const unitForm = new RegExp(
  String.raw`^[+-]?([€$£¥]?)\s?([+-]?(?:${wholes})?(?:[.,]\d{1,6})?)\s?(%|[€$£¥]|(?<=\s)[a-z°²]{1,6})?$`,
  'i',
)

function isOfFew(texts: readonly string[]): boolean {
  const names = new Set(texts.map(foldName))
  return names.size <= fewValues && texts.length >= names.size * 2 && texts.every((text) => text.length <= 60)
}

function isOfPeople(texts: readonly string[], people: FieldPeople): boolean {
  const called = (text: string): number =>
    people.filter(({ displayName, email }) =>
      [displayName, email ?? ''].some((name) => name.toLowerCase() === text.toLowerCase()),
    ).length
  return people.length > 0 && [...new Set(texts)].every((text) => called(text) === 1)
}
