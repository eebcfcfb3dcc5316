import { isCalendarDate } from '#core/lib/calendar-date.ts'
import { AppError } from '#core/lib/errors.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { findNamed, foldName } from '#core/lib/slug.ts'
import type { FieldDefinition, FieldOption, FieldShape } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import { defaultStatusColor } from '#core/studios/default-statuses.ts'
import { checkFieldValue } from './check-field-value.ts'
import { hasOptions } from './kind-titles.ts'
import { removedName } from '#core/lib/removed-name.ts'

/** The people that fields of kind `person` can refer to. */
export type FieldPeople = readonly (Pick<MemberRow, 'userId' | 'displayName' | 'email'> &
  Partial<Pick<MemberRow, 'archivedAt'>>)[]

/** Returns the option with this id, or one named as removed. */
export function findOption({ options }: Pick<FieldDefinition, 'options'>, id: string): FieldOption {
  return options.find((option) => option.id === id) ?? { id, name: removedName, color: defaultStatusColor }
}

/** Tells whether a file's text contains a removed option or person, which cannot be set. */
export function mentionsRemoved({ kind }: Pick<FieldShape, 'kind'>, text: string): boolean {
  return (kind === 'person' || hasOptions(kind)) && text.split(/[,;]/).some((part) => part.trim() === removedName)
}

/**
 * Writes a value as files and spreadsheets have it: options and people by name, yes or no, plain numbers; '' for none.
 */
export function toFieldText(
  field: Pick<FieldDefinition, 'kind' | 'options'>,
  value: FieldValue | undefined,
  people: FieldPeople,
): string {
  return writeValue(value, (id) => (field.kind === 'person' ? writePerson(id, people) : nameOf(field, id, people)))
}

function writeValue(value: FieldValue | undefined, nameId: (id: string) => string): string {
  if (value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? nameId(value) : value.map(nameId).join(', ')
}

/** Writes a person so that it reads back: by name, or by address if several share the name. */
export function writePerson(id: string, people: FieldPeople): string {
  const name = nameOf({ kind: 'person', options: [] }, id, people)
  const alike = people.filter(({ displayName }) => displayName.toLowerCase() === name.toLowerCase())
  const email = alike.find(({ userId }) => userId === id)?.email ?? ''
  return alike.length < 2 ? name : email === '' ? id : email
}

function nameOf(field: Pick<FieldDefinition, 'kind' | 'options'>, value: string, people: FieldPeople): string {
  if (field.kind === 'choice' || field.kind === 'choices') return findOption(field, value).name
  if (field.kind !== 'person') return value
  return people.find(({ userId }) => userId === value)?.displayName ?? removedName
}

/** Formats a value for its cell: numbers with digits and unit, a tick for yes. */
export function formatField(field: FieldDefinition, value: FieldValue, people: FieldPeople): string {
  if (typeof value === 'boolean') return value ? '✓' : '–'
  if (typeof value !== 'number') return writeValue(value, (id) => nameOf(field, id, people)).replace(/\s+/g, ' ')
  return `${formatNumber(field, value)}${field.unit === '' ? '' : ` ${field.unit}`}`
}

/** By decimal places. Cached, because making a format takes longer than painting the cell. */
const numberFormats = new Map<number | undefined, Intl.NumberFormat>()

function formatNumber({ decimals }: FieldDefinition, value: number): string {
  // Loading Intl takes longer than everything else in a space's first cells; whole numbers avoid it.
  if (Number.isSafeInteger(value) && value !== 0) {
    const zeros = (decimals ?? 0) === 0 ? '' : `.${'0'.repeat(decimals ?? 0)}`
    return `${String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')}${zeros}`
  }
  const digits = decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const format = numberFormats.get(decimals) ?? new Intl.NumberFormat('en', { maximumFractionDigits: 6, ...digits })
  numberFormats.set(decimals, format)
  return format.format(value)
}

/** Parses a text for a field, null for an empty one; fails with `invalid-input`, the field's name and the reason. */
export function parseFieldText(field: FieldShape, text: string, people: FieldPeople): Result<FieldValue | null> {
  const given = field.kind === 'long_text' ? text.replace(/\r\n?/g, '\n') : text.trim()
  if (given.trim() === '') return ok(null)
  const value = readValue(field, given, people)
  const problem =
    value === undefined
      ? `${field.name}: “${given.slice(0, 60)}” is not ${wanted(field, given, people)}.`
      : checkFieldValue(field, value)
  return problem === undefined && value !== undefined ? ok(value) : err(new AppError('invalid-input', problem ?? ''))
}

function readValue(field: FieldShape, text: string, people: FieldPeople): FieldValue | undefined {
  switch (field.kind) {
    case 'number':
      return readNumber(field, text)
    case 'checkbox':
      return readFlag(text)
    case 'date':
      return readDay(text)
    case 'choice':
      return readOption(field, text)
    case 'choices':
      return readOptions(field, text)
    case 'person':
      return readPerson(text, people)
    default:
      return text
  }
}

/**
 * Reads `1,200`, `1200.5 m`, `12,5`, `0,125`, `1.200,5`: commas are dropped where they consistently group thousands,
 * otherwise read as a decimal point; points group thousands before a decimal comma, or if there are several.
 */
function readNumber({ unit }: FieldShape, text: string): number | undefined {
  const bare = unit !== '' && text.toLowerCase().endsWith(unit.toLowerCase()) ? text.slice(0, -unit.length) : text
  const written = bare.replace(/[\s\u00a0'’]/g, '')
  const isPointed = /^[+-]?[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/.test(written)
  const plain = isPointed ? written.replaceAll('.', '') : written
  const isParted = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/.test(plain)
  const number = isParted ? plain.replaceAll(',', '') : plain.replace(',', '.')
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(number) ? Number(number) : undefined
}

// Includes the ways Airtable and office programs in other languages write a tick.
const words = {
  yes: new Set('yes y true on 1 x ✓ ✔ ☑ checked ja wahr oui vrai sí si verdadero'.split(' ')),
  no: new Set('no n false off 0 – - ✗ ☐ unchecked nein falsch non faux falso'.split(' ')),
}

function readFlag(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (words.yes.has(word)) return true
  return words.no.has(word) ? false : undefined
}

/**
 * Reads `2026-12-24` and `24.12.2026`; dates with slashes are refused, since half the world reads them the other way
 * round.
 */
function readDay(text: string): string | undefined {
  const [, day = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  const iso = year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(iso) ? iso : undefined
}

function readOption({ options }: FieldShape, text: string): string | undefined {
  return findNamed(options, text, ({ name }) => name)?.id ?? options.find(({ id }) => id === text)?.id
}

/**
 * Reads names separated by commas or semicolons; a name that contains some itself is matched as the longest run of
 * parts.
 */
function readOptions(field: FieldShape, text: string): readonly string[] | undefined {
  const parts = text.split(/[,;]/).filter((part) => part.trim() !== '')
  const ids: string[] = []
  for (let from = 0; from < parts.length;) {
    let to = parts.length
    while (to > from && readOption(field, parts.slice(from, to).join(',').trim()) === undefined) to -= 1
    const id = readOption(field, parts.slice(from, to).join(',').trim())
    if (id === undefined) return undefined
    ids.push(id)
    from = to
  }
  return [...new Set(ids)]
}

function readPerson(text: string, people: FieldPeople): string | undefined {
  const [one, other] = findCalled(text, people)
  return other === undefined ? one?.userId : undefined
}

/**
 * Returns the person with this id or address, else everybody with this name: current members, or former ones if there
 * are none.
 */
function findCalled(text: string, people: FieldPeople): FieldPeople {
  const word = text.toLowerCase()
  const sure = people.find(({ userId, email }) => userId === text || email?.toLowerCase() === word)
  if (sure !== undefined) return [sure]
  const exact = people.filter(({ displayName }) => displayName.toLowerCase() === word)
  // Spreadsheets often have names without accents.
  const folded = exact.length > 0 ? '' : foldName(text)
  const named = exact.length > 0 ? exact : people.filter(({ displayName }) => foldName(displayName) === folded)
  const present = named.filter(({ archivedAt }) => archivedAt === undefined)
  return present.length > 0 ? present : named
}

function wanted({ kind, options }: FieldShape, text: string, people: FieldPeople): string {
  const names = options.map(({ name }) => name)
  const list = names.length > 8 ? `${names.slice(0, 8).join(', ')}, …` : names.join(', ')
  switch (kind) {
    case 'number':
      return 'a number'
    case 'checkbox':
      return 'yes or no'
    case 'date':
      return 'a day such as 2026-12-24'
    case 'choice':
      return `one of its options (${list})`
    case 'choices':
      return `made of its options (${list})`
    case 'person':
      return findCalled(text, people).length > 1
        ? 'a single person: several have this name, write an e-mail address'
        : 'a person of this studio'
    default:
      return 'a text'
  }
}
