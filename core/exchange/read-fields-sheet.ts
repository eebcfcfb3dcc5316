import { kindTitles, hasOptions, ownerTitles } from '#core/fields/kind-titles.ts'
import { parseHexColor } from '#core/lib/color.ts'
import { toFieldKey } from '#core/lib/field-key.ts'
import { foldName } from '#core/lib/slug.ts'
import { countOf } from '#core/lib/text.ts'
import { fieldKinds, fieldOwners } from '#core/schema/field-definitions.ts'
import { roleNames } from '#core/schema/user-roles.ts'
import type { CsvRecord, Sheet } from './csv.ts'
import { fieldsSheetName, fieldsSheetTitles, type DescribedField, type FieldsSheetTitle } from './described-field.ts'
import { listParts, mostOptions } from './guess-field.ts'
import type { LeftOut } from './import-row.ts'

/** The most rows that are read as fields; more is another kind of sheet. */
export const mostDescribed = 500
/** The most faulty rows that are told one by one. */
const mostTold = 10

/** What a workbook says about its fields: their descriptions, and what of its sheet is not used. */
export type FieldsSheet = { readonly described: readonly DescribedField[]; readonly left: readonly LeftOut[] }

/** Tells whether a sheet has the name of one that describes fields. */
export function isFieldsSheetName(name: string): boolean {
  return /^fields(?: \d)?$/i.test(name.trim())
}

/** Tells whether a sheet's titles are those of one that describes fields, in any order. */
export function hasFieldsTitles(header: readonly string[]): boolean {
  const titles = findTitles(header)
  return titles.has('name') && titles.has('kind') && (titles.has('key') || titles.has('for'))
}

/** Tells whether somebody has removed titles from a sheet that described fields. */
export function lacksFieldsTitles(header: readonly string[]): boolean {
  return !hasFieldsTitles(header) && findTitles(header).size >= 3
}

/** Reads descriptions of fields; a row with anything wrong is left out whole, with the reason. */
export function readFieldsSheet({ header, records }: Pick<Sheet, 'header' | 'records'>): FieldsSheet {
  if (records.length > mostDescribed) {
    const reason = `It has more than ${mostDescribed} rows, which is more than a studio has fields.`
    return { described: [], left: [{ part: `Sheet "${fieldsSheetName}"`, reason }] }
  }
  const titles = findTitles(header)
  const described: DescribedField[] = []
  const left: LeftOut[] = []
  for (const record of records) {
    const row = new Map([...titles].map(([title, at]) => [title, (record.cells[at] ?? '').trim()]))
    const read = readRow((title) => row.get(title) ?? '')
    const reason = typeof read === 'string' ? read : findDouble(read, described)
    if (typeof read !== 'string' && reason === undefined) described.push(read)
    else if (reason !== undefined) left.push({ part: toPart(record, row.get('name') ?? ''), reason })
  }
  const more = left.length - mostTold
  if (more <= 0) return { described, left }
  const part = `The rest of the sheet "${fieldsSheetName}" (${countOf(more, 'row')})`
  const rest = { part, reason: 'Wrong in the same ways.' }
  return { described, left: [...left.slice(0, mostTold), rest] }
}

function toPart({ line }: CsvRecord, name: string): string {
  const said = name === '' ? '' : ` (${name.slice(0, 60).replace(/\s+/g, ' ')})`
  return `Sheet "${fieldsSheetName}", line ${line}${said}`
}

const otherTitles: Readonly<Record<string, FieldsSheetTitle>> = { colors: 'colours', type: 'kind', of: 'for' }

function findTitles(header: readonly string[]): ReadonlyMap<FieldsSheetTitle, number> {
  const found = new Map<FieldsSheetTitle, number>()
  for (const [at, written] of header.entries()) {
    const plain = written.trim().toLowerCase()
    const title = fieldsSheetTitles.find((each) => each === plain) ?? otherTitles[plain]
    if (title !== undefined && !found.has(title)) found.set(title, at)
  }
  return found
}

type Cell = (title: FieldsSheetTitle) => string

/** Reads a row as a field, or says what is wrong with it. */
function readRow(cell: Cell): DescribedField | string {
  const [name, description, unit] = [cell('name').replace(/\s+/g, ' '), cell('description'), cell('unit')]
  if (name === '') return 'It has no name.'
  const kind = fieldKinds.find((each) => [kindTitles[each], each].some((word) => isNamed(word, cell('kind'))))
  if (kind === undefined) return `"${shorten(cell('kind'))}" is not a kind of field.`
  const of = readOwner(cell('for'))
  if (of === undefined) return `A sheet has fields of items and tasks, not of "${shorten(cell('for'))}".`
  const [writeFloor, readFloor] = [readFloorOf(cell('written by')), readFloorOf(cell('read by'))]
  if (writeFloor === undefined || readFloor === undefined)
    return `"${shorten(cell(writeFloor === undefined ? 'written by' : 'read by'))}" is not a role.`
  const isNumber = kind === 'number' || kind === 'formula'
  const decimals = readDecimals(isNumber ? cell('decimals') : '')
  if (decimals === 'wrong') return 'Decimals are a whole number from 0 to 6.'
  const formula = kind === 'formula' ? cell('formula') : ''
  if (kind === 'formula' && formula === '') return 'The formula is missing.'
  if (kind === 'formula' && of === 'task') return 'Only items have formulas.'
  if (kind === 'formula' && readFloor !== '') return 'A formula is read by everybody.'
  const tooLong = findTooLong({
    name: [name, 100],
    description: [description, 2000],
    unit: [unit, 20],
    formula: [formula, 2000],
  })
  if (tooLong !== undefined) return tooLong
  const options = hasOptions(kind) ? readOptions(cell('options'), cell('colours')) : []
  if (options.length > mostOptions) return `A list has at most ${mostOptions} options.`
  if (options.some((option) => option.name.length > 100)) return 'The name of an option has more than 100 characters.'
  const key = /^[a-z][a-z0-9_]{0,39}$/.test(cell('key')) ? cell('key') : toFieldKey(cell('key') || name)
  const text = { key, name, description: description.replace(/\r\n?/g, '\n'), formula, unit: isNumber ? unit : '' }
  return { ...text, of, kind, decimals, options, writeFloor, readFloor }
}

function isNamed(word: string, text: string): boolean {
  return foldName(word) === foldName(text)
}

function readOwner(text: string): DescribedField['of'] | undefined {
  if (text === '') return 'item'
  const of = fieldOwners.find((owner) =>
    [owner, ownerTitles[owner].one, ownerTitles[owner].many].some((word) => isNamed(word, text)),
  )
  return of === 'project' ? undefined : of
}

function readFloorOf(text: string): DescribedField['readFloor'] | undefined {
  const role = roleNames.find((name) => name === text.toLowerCase())
  if (text === '' || isNamed('all', text)) return ''
  return role === 'viewer' ? undefined : role
}

function readDecimals(text: string): number | undefined | 'wrong' {
  if (text === '') return undefined
  return /^[0-6]$/.test(text) ? Number(text) : 'wrong'
}

function findTooLong(texts: Readonly<Record<string, readonly [string, number]>>): string | undefined {
  const found = Object.entries(texts).find(([, [text, most]]) => text.length > most)
  return found && `The ${found[0]} has more than ${found[1][1].toLocaleString('en')} characters.`
}

/** Reads options, one a line, or divided by commas if somebody wrote them so; each name counts once. */
function readOptions(text: string, colors: string): DescribedField['options'] {
  const toLines = (cell: string): readonly string[] => cell.split(/\r\n?|\n/).map((line) => line.trim())
  const given = toLines(colors)
  const lines = toLines(text)
  const isOneLine = lines.length === 1 && /[,;]/.test(text) && (given.length !== 1 || given[0] === '')
  const names = isOneLine ? listParts(text) : lines
  const seen = new Set<string>()
  return names.flatMap((name, at) => {
    const folded = name.toLowerCase()
    if (name === '' || seen.has(folded)) return []
    seen.add(folded)
    return [{ name, color: parseHexColor(given[at] ?? '') }]
  })
}

function findDouble({ of, key }: DescribedField, before: readonly DescribedField[]): string | undefined {
  const same = before.find((each) => each.key === key)
  if (same === undefined) return undefined
  return same.of === of ? 'An earlier line has the same field.' : `An earlier line has the key ${key}.`
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 40 ? `${line.slice(0, 39)}…` : line
}
