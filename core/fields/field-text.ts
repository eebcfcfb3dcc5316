import { isCalendarDate } from '#core/lib/calendar-date.ts'
import { AppError } from '#core/lib/errors.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { findNamed } from '#core/lib/slug.ts'
import type { FieldDefinition, FieldOption, FieldShape } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import { defaultStatusColor } from '#core/studios/default-statuses.ts'
import { checkFieldValue } from './check-field-value.ts'
import { hasOptions } from './kind-titles.ts'
import { removedName } from '#core/lib/removed-name.ts'

/** The people that fields of kind `person` mean. */
export type FieldPeople = readonly (Pick<MemberRow, 'userId' | 'displayName' | 'email'> &
  Partial<Pick<MemberRow, 'archivedAt'>>)[]

/** The option with this id; one that was taken away is called so. */
export function findOption({ options }: Pick<FieldDefinition, 'options'>, id: string): FieldOption {
  return options.find((option) => option.id === id) ?? { id, name: removedName, color: defaultStatusColor }
}

/** Whether a file has it that an option, or somebody, was no longer there: nothing can be set by that. */
export function saysRemoved({ kind }: Pick<FieldShape, 'kind'>, text: string): boolean {
  return (kind === 'person' || hasOptions(kind)) && text.split(/[,;]/).some((part) => part.trim() === removedName)
}

/** A value as a file and a spreadsheet have it: options and people by name, yes or no, numbers as they are; '' for none. */
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

/** Somebody as they are read again: of several with one name, each by the address. */
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

/** A value as its cell shows it: numbers with their digits and unit, a tick for yes. */
export function formatField(field: FieldDefinition, value: FieldValue, people: FieldPeople): string {
  if (typeof value === 'boolean') return value ? '✓' : '–'
  if (typeof value !== 'number') return writeValue(value, (id) => nameOf(field, id, people)).replace(/\s+/g, ' ')
  return `${formatNumber(field, value)}${field.unit === '' ? '' : ` ${field.unit}`}`
}

/** By digits behind the point. Kept: to make one takes longer than to paint the cell. */
const numberFormats = new Map<number | undefined, Intl.NumberFormat>()

function formatNumber({ decimals }: FieldDefinition, value: number): string {
  // Loading how a language writes numbers takes longer than all else of a space's first cells: whole ones do without.
  if (Number.isSafeInteger(value) && value !== 0) {
    const zeros = (decimals ?? 0) === 0 ? '' : `.${'0'.repeat(decimals ?? 0)}`
    return `${String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')}${zeros}`
  }
  const digits = decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const format = numberFormats.get(decimals) ?? new Intl.NumberFormat('en', { maximumFractionDigits: 6, ...digits })
  numberFormats.set(decimals, format)
  return format.format(value)
}

/** The value that a text means for a field, null for an empty one; `invalid-input` with the field's name and the reason. */
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

/** `1,200`, `1200.5 m`, `12,5`, `0,125`: commas that part thousands all through are left out, any other one is a point. */
function readNumber({ unit }: FieldShape, text: string): number | undefined {
  const bare = unit !== '' && text.toLowerCase().endsWith(unit.toLowerCase()) ? text.slice(0, -unit.length) : text
  const plain = bare.replace(/[\s\u00a0']/g, '')
  const isParted = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/.test(plain)
  const number = isParted ? plain.replaceAll(',', '') : plain.replace(',', '.')
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(number) ? Number(number) : undefined
}

// Also as Airtable and office programs of other languages write a tick.
const words = {
  yes: new Set('yes y true on 1 x ✓ ✔ ☑ checked ja wahr oui vrai sí si verdadero'.split(' ')),
  no: new Set('no n false off 0 – - ✗ ☐ unchecked nein falsch non faux falso'.split(' ')),
}

function readFlag(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (words.yes.has(word)) return true
  return words.no.has(word) ? false : undefined
}

/** `2026-12-24`, and `24.12.2026`; days with slashes are left alone: half the world reads them the other way round. */
function readDay(text: string): string | undefined {
  const [, day = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  const iso = year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(iso) ? iso : undefined
}

function readOption({ options }: FieldShape, text: string): string | undefined {
  return findNamed(options, text, ({ name }) => name)?.id ?? options.find(({ id }) => id === text)?.id
}

/** Names with commas or semicolons between; a name that has some of its own is the longest run of parts that is one. */
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

/** The one with this id or address, else all who are called so: those who are there before those who were. */
function findCalled(text: string, people: FieldPeople): FieldPeople {
  const word = text.toLowerCase()
  const sure = people.find(({ userId, email }) => userId === text || email?.toLowerCase() === word)
  if (sure !== undefined) return [sure]
  const named = people.filter(({ displayName }) => displayName.toLowerCase() === word)
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
