import { foldName } from '#core/lib/slug.ts'
import type { CsvRecord, Sheet } from './csv.ts'
import type { LeftOut } from './import-row.ts'
import { readIndentedRows } from './indented-rows.ts'
import { findRowsBelow } from './rows-below.ts'
import { formatLineNumbers, formatNames, textAt, toShape } from './section-text.ts'
import type { SheetColumn } from './sheet-column.ts'
import { isTotalRow } from './total-rows.ts'

/** A sheet split into its data rows and the lines around them. */
export type Sections = {
  readonly records: readonly CsvRecord[]
  readonly left: readonly LeftOut[]
  /** The collection in a heading above, by line number, for rows that name none. */
  readonly above: ReadonlyMap<number, string>
  /** How headings were read, in sentences. */
  readonly notes: readonly string[]
}

type Given = { readonly collection?: string | undefined; readonly stages: readonly string[] }

/**
 * Reads a sheet laid out for people: titles repeated above each group, totals below it, and collections written once,
 * on a line of their own or beside the first of their items. A collection applies to the rows below it only if the
 * sheet is unambiguous: each is written once; the sheet begins with a heading, every heading is followed by items, no
 * item is named like a heading, and headings are all numbered alike or set off by an empty line. With `collection`, a
 * person has chosen one for items that name none.
 */
export function readSections(
  { header, line: ofHeader = 1, records, collection, stages }: Omit<Sheet, 'left'> & Given,
  columns: readonly SheetColumn[],
): Sections {
  const titles = header.map(foldName)
  const columnOf = (...fields: readonly string[]): number =>
    columns.findIndex((column) => column.kind === 'item' && fields.includes(column.field))
  const nameAt = columnOf('name', 'full name')
  const placeAt = columnOf('collection')
  // Without any collections, as in an illustration space, every name is an item's.
  const isPlaceless = placeAt !== -1 && !records.some(({ cells }) => textAt(cells, placeAt) !== '')
  const left: LeftOut[] = []
  const subitems = findSubitems(records, nameAt)
  const below = findRowsBelow(records, { nameAt, placeAt })
  const own = records.filter(({ line, cells }, at) => {
    const reason = repeatsTitles(cells, titles)
      ? 'Repeats the column headings.'
      : subitems.has(line)
        ? subitems.get(line)
        : below.has(line)
          ? 'Below the table.'
          : !isPlaceless && isTotalRow(cells, { nameAt, placeAt })
            ? 'A total.'
            : nameAt !== -1 && textAt(cells, placeAt) === '' && isSumOfGroup(records, at, { titles, nameAt })
              ? 'No name and only numbers, like a group’s total.'
              : undefined
    if (reason !== undefined) left.push({ line, reason })
    return reason === undefined
  })
  // Paths and episodes say more than a heading could.
  const isPlain = nameAt !== -1 && columnOf('path', 'episode', 'collection number', 'cast asset', 'parent task') === -1
  const isList = columns.some(({ kind }) => kind === 'comment')
  if (!isPlain || isList || collection !== undefined) return { records: own, left, above: new Map(), notes: [] }
  const ofTitles = records.flatMap(({ line, cells }) => (repeatsTitles(cells, titles) ? [line] : []))
  const headings = { header, nameAt, titles: new Set([ofHeader, ...ofTitles]) }
  if (placeAt !== -1) return { ...fillDown(own, { nameAt, placeAt }), left }
  const indented = readIndentedRows(own, { nameAt, stages })
  if (indented?.records !== undefined)
    return { ...indented, records: indented.records, left: [...left, ...indented.left] }
  const read = readHeadings(own, headings)
  return { ...read, left, notes: read.notes.length > 0 ? read.notes : (indented?.notes ?? []) }
}

/** Reads collections on lines of their own above their items. */
function readHeadings(
  records: readonly CsvRecord[],
  { header, nameAt, titles }: { header: readonly string[]; nameAt: number; titles: ReadonlySet<number> },
): Omit<Sections, 'left'> {
  const none = { records, above: new Map<number, string>(), notes: [] }
  const counts = header.map((title) => /^(#|no\.?|nr\.?|№)$/i.test(title.trim()))
  const headingOf = ({ cells }: CsvRecord): string | undefined => {
    const said = cells.flatMap((cell, at) => (cell.trim() === '' || counts[at] === true ? [] : [at]))
    const [only = nameAt + 1] = said
    return said.length === 1 && only <= nameAt ? textAt(cells, only) : undefined
  }
  // If each group repeats the titles, the line above them is its name, and a line with only a name may be an item.
  const isOverTitles = records.map((record) => titles.has(record.line + 1) && headingOf(record) !== undefined)
  const isGrouped = titles.size > 1 && isOverTitles.filter(Boolean).length === titles.size
  const isHeading = isGrouped ? isOverTitles : records.map((record) => headingOf(record) !== undefined)
  const ofHeadings = new Set(records.map(headingOf).flatMap((name) => (name === undefined ? [] : [toShape(name)])))
  const isCoded = ofHeadings.size === 1 && [...ofHeadings].every((shape) => shape.includes('#'))
  const isSetOff = records.every((_, at) => at === 0 || isHeading[at] !== true || isAfterGap(records, at))
  const isTold = isGrouped || isCoded || (isSetOff && isHeading.filter(Boolean).length > 1)
  const isClear = records.every((record, at) => {
    if (isHeading[at] === true) return isGrouped || (at + 1 < records.length && isHeading[at + 1] === false)
    return at > 0 && (isGrouped || !ofHeadings.has(toShape(textAt(record.cells, nameAt))))
  })
  if (!isClear || !isTold) return none
  const above = new Map<number, string>()
  const headings: CsvRecord[] = []
  let heading = ''
  for (const [at, record] of records.entries()) {
    if (isHeading[at] === true) {
      heading = headingOf(record) ?? ''
      headings.push(record)
    } else above.set(record.line, heading)
  }
  const names = headings.map((record) => headingOf(record) ?? '')
  const notes = [`${formatLineNumbers(headings)} read as headings of collections: ${formatNames(names)}.`]
  return { records: records.filter((_, at) => isHeading[at] === false), above, notes }
}

/** Reads collections written only beside the first of their items, as merged cells are saved. */
function fillDown(records: readonly CsvRecord[], at: { nameAt: number; placeAt: number }): Omit<Sections, 'left'> {
  const none = { records, above: new Map<number, string>(), notes: [] }
  const places = records.map(({ cells }) => textAt(cells, at.placeAt))
  const written = places.filter((place) => place !== '')
  if (new Set(written.map(foldName)).size < written.length) return none
  // If each but the last has one item, the other rows may be items that have no collection yet.
  const lastAt = places.findLastIndex((place) => place !== '')
  if (written.length > 1 && places.slice(0, lastAt).every((place) => place !== '')) return none
  const above = new Map<number, string>()
  let last = ''
  for (const [index, { line, cells }] of records.entries()) {
    const place = places[index] ?? ''
    if (place !== '') last = place
    else if (last !== '' && textAt(cells, at.nameAt) !== '') above.set(line, last)
  }
  if (above.size === 0) return none
  const filled = records.filter(({ line }) => above.has(line))
  // A line with only a collection is the heading of its items.
  const own = records.filter(({ cells }, index) => {
    const isAlone = cells.every((cell, column) => column === at.placeAt || cell.trim() === '')
    return !isAlone || !above.has(records[index + 1]?.line ?? 0)
  })
  return {
    records: own,
    above,
    notes: [
      `${formatLineNumbers(filled)} without a collection and placed in the one above: ${formatNames([...new Set(above.values())])}.`,
    ],
  }
}

/** Tells whether there are lines between a record and the one before: empty lines, repeated titles, a total. */
function isAfterGap(records: readonly CsvRecord[], at: number): boolean {
  const [before, { line } = { line: 0 }] = records.slice(at - 1, at + 1)
  const ofCells = before?.cells.join('').match(/\r\n|\r|\n/g)?.length ?? 0
  return before !== undefined && line > before.line + 1 + ofCells
}

/** Tells whether a line only repeats the column titles; `titles` are folded. */
export function repeatsTitles(cells: readonly string[], titles: readonly string[]): boolean {
  const said = cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [foldName(cell) === titles[at]]))
  return said.length > 1 && said.every(Boolean)
}

/** Finds monday's subitems, by line number: lines below an item with titles of their own and a row for each. */
function findSubitems(records: readonly CsvRecord[], nameAt: number): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  let above = ''
  let isBelow = false
  for (const { line, cells } of records) {
    const name = textAt(cells, nameAt)
    const isTitles = foldName(name) === 'subitems' && foldName(textAt(cells, nameAt + 1)) === 'name'
    if (isTitles) found.set(line, 'Headings of subitems.')
    else if (isBelow && name === '' && textAt(cells, nameAt + 1) !== '')
      found.set(line, `A subitem of "${above}": items have no subitems.`)
    else above = name
    isBelow = found.has(line)
  }
  return found
}

/** Tells whether a line ends a group and holds only numbers, as boards write totals. */
function isSumOfGroup(
  records: readonly CsvRecord[],
  at: number,
  { titles, nameAt }: { readonly titles: readonly string[]; readonly nameAt: number },
): boolean {
  const [record, next] = records.slice(at, at + 2)
  if (record === undefined || at === 0 || textAt(record.cells, nameAt) !== '') return false
  const said = record.cells.filter((cell) => cell.trim() !== '')
  const isLast = next === undefined || isAfterGap(records, at + 1) || repeatsTitles(next.cells, titles)
  return isLast && said.length > 0 && said.every((cell) => /^-?\d+(?:[.,]\d+)?$/.test(cell.trim()))
}
