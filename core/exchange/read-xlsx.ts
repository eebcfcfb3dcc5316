import { groupBy } from '#core/lib/collections.ts'
import { ok, type Result } from '#core/lib/result.ts'
import { dialogControls, type ControlNames } from './control-names.ts'
import { toTitle, type CsvRecord, type Sheet } from './csv.ts'
import { problemAt, type FileProblem } from './file-problem.ts'
import type { LeftOut } from './import-row.ts'
import {
  hasFieldsTitles,
  isFieldsSheetName,
  lacksFieldsTitles,
  mostDescribed,
  readFieldsSheet,
  type FieldsSheet,
} from './read-fields-sheet.ts'
import { listLines } from './list-lines.ts'
import { openZip, ZipProblem, type ZippedFile } from './unzip.ts'
import { listBeside } from './xlsx-beside.ts'
import { lacksValue, readCell, readTime, readCellText, readFormats, type CellContext } from './xlsx-cell.ts'
import { findChild, listChildren, parseXml, XmlProblem, type XmlElement } from './xml.ts'

const start = { line: 1, column: 1 }
/** The most columns in a spreadsheet (ECMA-376). */
const columnLimit = 16_384

/**
 * Reads a sheet of an Excel workbook (`.xlsx`, ECMA-376): the named one, else the first visible one. Cells are texts,
 * close to what the spreadsheet shows: days as 2026-12-18, numbers with the leading zeros of their format. Lines are
 * the sheet's rows. Formulas are read by their saved value.
 */
export async function readXlsx(
  bytes: Uint8Array,
  sheetName?: string,
  controls: ControlNames = dialogControls,
): Promise<Result<Sheet, FileProblem>> {
  // The container (MS-CFB) of workbooks with a password, and of files from before 2007.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    return problemAt(start, 'This workbook has a password or is older than .xlsx: save it as .xlsx without a password.')
  const zip = openZip(bytes)
  if (!zip.ok) {
    const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
    return problemAt(start, isZip ? zip.error : 'This is not an Excel workbook (.xlsx), despite its name.')
  }
  try {
    return await readWorkbook(zip.value, sheetName, controls)
  } catch (error) {
    if (error instanceof ZipProblem) return problemAt(start, error.message)
    if (error instanceof XmlProblem) return problemAt(start, `The workbook is damaged: ${error.message}`)
    throw error
  }
}

type Files = ReadonlyMap<string, ZippedFile>

async function readWorkbook(
  files: Files,
  wanted: string | undefined,
  controls: ControlNames,
): Promise<Result<Sheet, FileProblem>> {
  const text = await loadText(files, 'xl/workbook.xml')
  if (text === undefined) return problemAt(start, 'This is not an Excel workbook: it has no xl/workbook.xml.')
  const workbook = parseXml(text)
  const [strings = '', styles] = await Promise.all(
    ['xl/sharedStrings.xml', 'xl/styles.xml'].map((each) => loadText(files, each)),
  )
  const context: CellContext = {
    strings: Array.from(elementsOf(strings, 'si'), (element) => readCellText(element)),
    formats: readFormats(styles === undefined ? undefined : parseXml(styles)),
    isSince1904: /^(1|true)$/.test(findChild(workbook, 'workbookPr')?.attributes['date1904'] ?? ''),
  }
  const sheets = await listSheets(files, workbook)
  const ofFields = await findFieldsSheet(files, sheets, context)
  const found = findSheet(sheets, { files, wanted, ofFields, controls })
  if (!found.ok) return found
  const { part, name, others } = found.value
  const body = (await loadText(files, part)) ?? ''
  const seen: Seen = { hiddenLines: [], unsaved: new Map() }
  const rows = Array.from(fillMerged(readRows(body, context, seen), body))
  const sheet = toSheet(rows)
  const shown = others.filter(({ isShown }) => isShown).map((other) => other.name)
  if (sheet === undefined)
    return problemAt(
      start,
      shown.length === 0 ? 'The sheet is empty.' : `The sheet "${name}" is empty; ${controls.sheet(shown)}.`,
    )
  const beside = await listBeside({ body, part, rows, loadText: async (each) => await loadText(files, each) })
  const left = [
    ...listUnsaved(seen),
    ...beside,
    ...others.map((other) => toLeft(other, ofFields)),
    ...(ofFields?.left ?? []),
  ]
  const notes = [...describeHiddenLines(seen.hiddenLines), ...describeHiddenColumns(body, sheet.header.length)]
  return ok({
    ...sheet,
    ...(context.isSince1904 && { isSince1904: true }),
    left,
    ...(notes.length > 0 && { notes }),
    ...(shown.length > 0 && { others: shown }),
    ...(ofFields?.described !== undefined && { described: ofFields.described }),
  })
}

/** The sheet that describes fields, if it can be read, or one that somebody has changed so that it cannot. */
type FoundFields = Partial<FieldsSheet> & {
  readonly sheet?: NamedSheet
  readonly broken?: NamedSheet
  readonly reason?: string
}

/** Finds the sheet that describes the fields of the others: by its name and its titles. */
async function findFieldsSheet(
  files: Files,
  sheets: readonly NamedSheet[],
  context: CellContext,
): Promise<FoundFields | undefined> {
  let broken: FoundFields | undefined
  for (const sheet of sheets.filter(({ name, isChart }) => !isChart && isFieldsSheetName(name))) {
    try {
      const body = (await loadText(files, sheet.part)) ?? ''
      const rows = readRows(body, context, { hiddenLines: [], unsaved: new Map() })
      const read = toSheet(takeFirst(fillMerged(rows, body), mostDescribed + 2))
      if (read !== undefined && hasFieldsTitles(read.header)) return { sheet, ...readFieldsSheet(read) }
      if (read !== undefined && lacksFieldsTitles(read.header))
        broken ??= { broken: sheet, reason: 'To describe fields, it needs the columns name, kind and key.' }
    } catch (error) {
      if (!(error instanceof XmlProblem) && !(error instanceof ZipProblem)) throw error
      broken ??= { broken: sheet, reason: `It is damaged: ${error.message}` }
    }
  }
  return broken
}

function* takeFirst<Each>(all: Iterable<Each>, count: number): Generator<Each> {
  let taken = 0
  for (const each of all) {
    if (taken === count) return
    taken += 1
    yield each
  }
}

/** A sheet of the workbook, and its part of the archive. */
type NamedSheet = {
  readonly name: string
  readonly part: string
  readonly isShown: boolean
  readonly isChart: boolean
}

function toLeft(sheet: NamedSheet, ofFields: FoundFields | undefined): LeftOut {
  const { name, isShown, isChart } = sheet
  const oneAtATime = 'One sheet is imported at a time: name this one to import it.'
  const reason = isChart ? 'It is a chart.' : sheet === ofFields?.broken ? (ofFields.reason ?? '') : oneAtATime
  return { part: isShown || isChart ? `Sheet "${name}"` : `Hidden sheet "${name}"`, reason }
}

async function listSheets(files: Files, workbook: XmlElement): Promise<readonly NamedSheet[]> {
  const relations = parseXml((await loadText(files, 'xl/_rels/workbook.xml.rels')) ?? '<none/>')
  return listChildren(findChild(workbook, 'sheets'), 'sheet').map(({ attributes }) => {
    const relation = relations.children.find((each) => each.attributes['Id'] === attributes['id'])?.attributes
    const target = relation?.['Target']
    const part = target?.startsWith('/') === true ? target.slice(1) : `xl/${target ?? ''}`
    const isChart = /\/(?:chart|dialog)sheet$/.test(relation?.['Type'] ?? '')
    const isShown = !isChart && (attributes['state'] ?? 'visible') === 'visible'
    return { name: attributes['name'] ?? '', part, isShown, isChart }
  })
}

type Wanted = {
  readonly files: Files
  readonly wanted: string | undefined
  /** The sheet that describes fields, which is never read as items; a broken one only if it is named. */
  readonly ofFields: FoundFields | undefined
  readonly controls: ControlNames
}

type FoundSheet = NamedSheet & { readonly others: readonly NamedSheet[] }

/** Finds the named sheet, in any case, or the first visible one; lists the others. */
function findSheet(
  sheets: readonly NamedSheet[],
  { files, wanted, ofFields, controls }: Wanted,
): Result<FoundSheet, FileProblem> {
  const tables = sheets.filter(({ isChart }) => !isChart)
  const ofItems = tables.filter((sheet) => sheet !== ofFields?.sheet && sheet !== ofFields?.broken)
  const found =
    wanted === undefined
      ? (ofItems.find(({ isShown }) => isShown) ?? ofItems[0] ?? tables[0])
      : tables.find(({ name }) => name.toLowerCase() === wanted.trim().toLowerCase())
  if (found === undefined)
    return problemAt(
      start,
      `There is no sheet "${wanted ?? ''}". The sheets are ${tables.map(({ name }) => name).join(', ')}.`,
    )
  if (found === ofFields?.sheet) {
    const names = ofItems.map(({ name }) => name)
    const orElse = names.length === 0 ? '' : `; ${controls.sheet(names)}`
    return problemAt(start, `The sheet "${found.name}" describes fields and has no items${orElse}.`)
  }
  return files.has(found.part)
    ? ok({ ...found, others: sheets.filter((sheet) => sheet !== found && sheet !== ofFields?.sheet) })
    : problemAt(start, `The workbook is damaged: its sheet "${found.name}" is missing.`)
}

async function loadText(files: Files, name: string): Promise<string | undefined> {
  const bytes = await files.get(name)?.load()
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes)
}

/**
 * Yields elements of one name, parsed one by one: parsing a whole sheet at once takes many times its size in memory.
 */
function* elementsOf(text: string, name: string): Generator<XmlElement> {
  const each = new RegExp(String.raw`<(?:\w+:)?${name}(?:\s[^>]*)?(?:/>|(?<!/)>[\s\S]*?</(?:\w+:)?${name}>)`, 'g')
  for (const match of text.matchAll(each)) yield parseXml(match[0])
}

/** Collected while the rows are read. */
type Seen = {
  readonly hiddenLines: number[]
  /** The number of formulas without a saved value, by column, counted from 0. */
  readonly unsaved: Map<number, number>
}

const isTrue = (attribute: string | undefined): boolean => /^(?:1|true)$/.test(attribute ?? '')

function* readRows(text: string, context: CellContext, { hiddenLines, unsaved }: Seen): Generator<CsvRecord> {
  let line = 0
  for (const row of elementsOf(text, 'row')) {
    // Rows and cells without a position follow the previous one.
    line = Number(row.attributes['r'] ?? line + 1)
    const cells: string[] = []
    const times = new Map<number, number>()
    for (const cell of row.children) {
      const at = columnOf(cell.attributes['r']) ?? cells.length
      if (at >= columnLimit) throw new XmlProblem(`row ${line} has more columns than a sheet can.`, 0)
      while (cells.length < at) cells.push('')
      cells[at] = readCell(cell, context)
      const time = readTime(cell, context)
      if (time !== undefined) times.set(at, time)
      if (lacksValue(cell)) unsaved.set(at, (unsaved.get(at) ?? 0) + 1)
    }
    if (isTrue(row.attributes['hidden']) && cells.some((cell) => cell.trim() !== '')) hiddenLines.push(line)
    const level = Number(row.attributes['outlineLevel'] ?? 0)
    yield { line, cells, ...(level > 0 && { level }), ...(times.size > 0 && { times }) }
  }
}

/** Fills vertically merged cells in every row they span: a sequence written once beside all its shots. */
function* fillMerged(rows: Iterable<CsvRecord>, text: string): Generator<CsvRecord> {
  const refs = Array.from(text.matchAll(/<(?:\w+:)?mergeCell\s[^>]*\bref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g))
  const merged = refs
    .map(([, column, first, last]) => ({ at: columnOf(`${column}1`) ?? 0, first: Number(first), last: Number(last) }))
    .filter(({ first, last }) => last > first)
  const open = new Map<number, { readonly last: number; readonly cell: string }>()
  const starts = groupBy(merged, ({ first }) => first)
  for (const row of rows) {
    const { line, cells } = row
    // Rows without cells of their own stay empty.
    const isEmpty = cells.every((cell) => cell.trim() === '')
    const filled = [...cells]
    for (const { at, last } of starts.get(line) ?? []) open.set(at, { last, cell: cells[at] ?? '' })
    for (const [at, { last, cell }] of open) {
      if (line > last) open.delete(at)
      else if (!isEmpty && (filled[at] ?? '') === '') {
        while (filled.length < at) filled.push('')
        filled[at] = cell
      }
    }
    yield { ...row, cells: filled }
  }
}

function listUnsaved({ unsaved }: Seen): readonly LeftOut[] {
  const reason = 'Saved without a value: open the workbook in a spreadsheet, save it and import it again.'
  return [...unsaved]
    .toSorted(([one], [other]) => one - other)
    .map(([at, count]) => {
      const part = count === 1 ? 'A formula' : `Each of ${count} formulas`
      return { part: `${part} in column ${toLetters(at)}`, reason }
    })
}

function describeHiddenLines(lines: readonly number[]): readonly string[] {
  if (lines.length === 0) return []
  return [formatHidden('Line', listLines(lines), lines.length === 1)]
}

/** Describes the hidden columns of a sheet. */
function describeHiddenColumns(text: string, width: number): readonly string[] {
  const [cols] = elementsOf(text, 'cols')
  const hidden = listChildren(cols, 'col')
    .filter(({ attributes }) => isTrue(attributes['hidden']))
    .flatMap(({ attributes: { min, max } }) => {
      const [first, last] = [Number(min), Math.min(Number(max), width)]
      return last < first
        ? []
        : [first === last ? toLetters(first - 1) : `${toLetters(first - 1)}–${toLetters(last - 1)}`]
    })
  if (hidden.length === 0) return []
  const isOne = hidden.length === 1 && !(hidden[0] ?? '').includes('–')
  return [formatHidden('Column', hidden.join(', '), isOne)]
}

function formatHidden(what: string, names: string, isOne: boolean): string {
  return isOne
    ? `${what} ${names} is hidden in the workbook, and is read like the others.`
    : `${what}s ${names} are hidden in the workbook, and are read like the others.`
}

/** Converts a column index to letters: 27, counted from 0, to `AB`. */
function toLetters(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26))
  return at < 26 ? letter : toLetters(Math.floor(at / 26) - 1) + letter
}

/** Converts a cell reference to its column index, counted from 0: `AB12` to 27. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(place ?? '')?.[0]
  return letters === undefined
    ? undefined
    : Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Makes a sheet of rows; undefined if all are empty. Cells beyond the last title get columns without a title. */
function toSheet(rows: Iterable<CsvRecord>): Sheet | undefined {
  const [first, ...records] = Array.from(rows).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (first === undefined) return undefined
  const header = first.cells.map(toTitle)
  const width = records.reduce(
    (most, { cells }) => Math.max(most, cells.findLastIndex((cell) => cell.trim() !== '') + 1),
    0,
  )
  while (header.length < width) header.push('')
  return { header, line: first.line, records }
}
