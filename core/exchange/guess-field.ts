import { parseFieldText, type FieldPeople } from '#core/fields/field-text.ts'
import { foldName } from '#core/lib/slug.ts'
import type { FieldDefinition, FieldKind } from '#core/schema/field-definitions.ts'
import { newRow } from '#core/schema/tables.ts'
import { newId, type FieldId } from '#core/lib/ids.ts'
import { toDay } from './read-day.ts'

/** As many options as a list has that is made of a column. */
export const mostOptions = 200
/** As many different values as a list is guessed from. */
const fewValues = 24

export type FieldGuess = { readonly kind: FieldKind; readonly unit: string }

/** What a column of these texts seems to hold, none of them empty; texts that would not read back to the same stay text. */
export function guessField(texts: readonly string[], people: FieldPeople): FieldGuess {
  const is = (kind: FieldKind): boolean => {
    const field = newRow('field_definitions', { id: newId<FieldId>(), key: 'a', name: 'a', kind })
    return texts.every((text) => parseFieldText(field, toFieldInput(field, text), people).ok)
  }
  const guessed = (kind: FieldKind, unit = ''): FieldGuess => ({ kind, unit })
  if (is('url')) return guessed('url')
  if (is('date')) return guessed('date')
  // A column of 0 and 1 may count something.
  if (is('checkbox') && texts.some((text) => /^(yes|no|true|false|x|✓|y|n)$/i.test(text))) return guessed('checkbox')
  const unit = findUnit(texts)
  if (unit !== undefined) return guessed('number', unit)
  const isOneLine = texts.every((text) => text.length <= 250 && !/[\n\r]/.test(text))
  if (!isOneLine) return guessed('long_text')
  if (isOfPeople(texts, people)) return guessed('person')
  if (isOfFew(texts)) return guessed('choice')
  const parts = texts.flatMap(listParts)
  return guessed(parts.length > texts.length && isOfFew(parts) ? 'choices' : 'text')
}

/** A text as its field reads it: days as other programs write them too, and without a number's unit. */
export function toFieldInput({ kind, unit }: Pick<FieldDefinition, 'kind' | 'unit'>, text: string): string {
  if (kind === 'date') return toDay(text) ?? text
  return kind === 'number' && unit !== '' && text.endsWith(unit) ? text.slice(0, -unit.length).trim() : text
}

/** The names that a list of names has. */
export function listParts(text: string): readonly string[] {
  return text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** What can be chosen where these texts are a list's options, each once however it is written. */
export function listOptions(texts: readonly string[]): readonly string[] {
  const names = new Map<string, string>()
  for (const text of texts) if (!names.has(foldName(text))) names.set(foldName(text), text)
  return [...names.values()]
}

/** The unit that all of these numbers have, '' for none; absent where not all of them are numbers. */
function findUnit(texts: readonly string[]): string | undefined {
  const units = new Set<string>()
  for (const text of texts) {
    // What begins with a nought is a code, and longer numbers lose their last digits.
    const [, number, unit = ''] = /^([+-]?(?:0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:,\d{3})+)?(?:[.,]\d{1,6})?)\s?(%|€|\$|(?<=\s)[a-z°²]{1,6})?$/i.exec(text) ?? [] // prettier-ignore
    if (number === undefined || !/\d/.test(number)) return undefined
    units.add(unit)
  }
  const [first] = units
  return units.size === 1 ? first : undefined
}

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
