import { groupBy } from '#core/lib/collections.ts'
import { ok, type Result } from '#core/lib/result.ts'
import { toTitle, type CsvRecord, type Sheet } from './csv.ts'
import { problemAt, type FileProblem } from './file-problem.ts'
import type { LeftOut } from './import-row.ts'
import { openZip, ZipProblem, type ZippedFile } from './unzip.ts'
import { readCell, readCellText, readFormats, type CellContext } from './xlsx-cell.ts'
import { findChild, listChildren, parseXml, XmlProblem, type XmlElement } from './xml.ts'

const start = { line: 1, column: 1 }
/** As many columns as a spreadsheet has (ECMA-376). */
const columnLimit = 16_384

/**
 * A sheet of an Excel workbook (`.xlsx`, ECMA-376), the first one that is shown unless one is named. Cells are texts as the
 * spreadsheet shows them as far as it matters: days as 2026-12-18, numbers with the zeros their format puts in front. Lines
 * are the sheet's rows. Formulas count by the value that was saved with them.
 */
export async function readXlsx(bytes: Uint8Array, sheetName?: string): Promise<Result<Sheet, FileProblem>> {
  // What Excel wraps a workbook with a password in, and what it wrote before 2007 (MS-CFB).
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    return problemAt(
      start,
      'This workbook is protected by a password or older than .xlsx: save it as .xlsx without one.',
    )
  const zip = openZip(bytes)
  if (!zip.ok) return problemAt(start, zip.error)
  try {
    return await readWorkbook(zip.value, sheetName)
  } catch (error) {
    if (error instanceof ZipProblem) return problemAt(start, error.message)
    if (error instanceof XmlProblem) return problemAt(start, `The workbook is damaged: ${error.message}`)
    throw error
  }
}

type Files = ReadonlyMap<string, ZippedFile>

async function readWorkbook(files: Files, wanted: string | undefined): Promise<Result<Sheet, FileProblem>> {
  const text = await loadText(files, 'xl/workbook.xml')
  if (text === undefined) return problemAt(start, 'This is not an Excel workbook: it has no xl/workbook.xml.')
  const workbook = parseXml(text)
  const file = await findSheet(files, workbook, wanted)
  if (!file.ok) return file
  const [body = '', strings = '', styles] = await Promise.all(
    [file.value.part, 'xl/sharedStrings.xml', 'xl/styles.xml'].map((name) => loadText(files, name)),
  )
  const context: CellContext = {
    strings: Array.from(elementsOf(strings, 'si'), (element) => readCellText(element)),
    formats: readFormats(styles === undefined ? undefined : parseXml(styles)),
    isSince1904: /^(1|true)$/.test(findChild(workbook, 'workbookPr')?.attributes['date1904'] ?? ''),
  }
  const sheet = toSheet(fillMerged(readRows(body, context), body))
  const { isSince1904 } = context
  return sheet.ok
    ? ok({ ...sheet.value, ...(isSince1904 && { isSince1904 }), left: listOthers(file.value.others) })
    : sheet
}

const listOthers = (names: readonly string[]): readonly LeftOut[] =>
  names.map((name) => ({ part: `Sheet "${name}"`, reason: 'One sheet is read at a time: name it to have this one.' }))

/** The part of the archive that a sheet is in, by its name, in any case, or the first that is shown; and who else is shown. */
async function findSheet(
  files: Files,
  workbook: XmlElement,
  wanted: string | undefined,
): Promise<Result<{ readonly part: string; readonly others: readonly string[] }, FileProblem>> {
  const sheets = listChildren(findChild(workbook, 'sheets'), 'sheet')
  const nameOf = ({ attributes }: XmlElement): string => attributes['name'] ?? ''
  const shown = sheets.filter(({ attributes }) => (attributes['state'] ?? 'visible') === 'visible')
  const found =
    wanted === undefined
      ? (shown[0] ?? sheets[0])
      : sheets.find((sheet) => nameOf(sheet).toLowerCase() === wanted.trim().toLowerCase())
  if (found === undefined)
    return problemAt(start, `There is no sheet "${wanted ?? ''}"; there are ${sheets.map(nameOf).join(', ')}.`)
  const relations = parseXml((await loadText(files, 'xl/_rels/workbook.xml.rels')) ?? '<none/>')
  const target = relations.children.find(({ attributes }) => attributes['Id'] === found.attributes['id'])?.attributes[
    'Target'
  ]
  const file = target?.startsWith('/') === true ? target.slice(1) : `xl/${target ?? ''}`
  const others = shown.filter((sheet) => sheet !== found).map(nameOf)
  return files.has(file)
    ? ok({ part: file, others })
    : problemAt(start, `The workbook is damaged: its sheet "${nameOf(found)}" is missing.`)
}

async function loadText(files: Files, name: string): Promise<string | undefined> {
  const bytes = await files.get(name)?.load()
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes)
}

/** Elements of one name, each read alone: a whole sheet at once would take many times its size. */
function* elementsOf(text: string, name: string): Generator<XmlElement> {
  const each = new RegExp(String.raw`<(?:\w+:)?${name}(?:\s[^>]*)?(?:/>|(?<!/)>[\s\S]*?</(?:\w+:)?${name}>)`, 'g')
  for (const match of text.matchAll(each)) yield parseXml(match[0])
}

function* readRows(text: string, context: CellContext): Generator<CsvRecord> {
  let line = 0
  for (const row of elementsOf(text, 'row')) {
    // Rows and cells that do not say where they are come after the one before.
    line = Number(row.attributes['r'] ?? line + 1)
    const cells: string[] = []
    for (const cell of row.children) {
      const at = columnOf(cell.attributes['r']) ?? cells.length
      if (at >= columnLimit) throw new XmlProblem(`row ${line} has more columns than a sheet can.`, 0)
      while (cells.length < at) cells.push('')
      cells[at] = readCell(cell, context)
    }
    yield { line, cells }
  }
}

/** Rows with what cells say that go over several of them: a sequence that is written once beside all of its shots. */
function* fillMerged(rows: Iterable<CsvRecord>, text: string): Generator<CsvRecord> {
  const refs = Array.from(text.matchAll(/<(?:\w+:)?mergeCell\s[^>]*\bref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g))
  const merged = refs
    .map(([, column, first, last]) => ({ at: columnOf(`${column}1`) ?? 0, first: Number(first), last: Number(last) }))
    .filter(({ first, last }) => last > first)
  const open = new Map<number, { readonly last: number; readonly cell: string }>()
  const starts = groupBy(merged, ({ first }) => first)
  for (const { line, cells } of rows) {
    // A row without a cell of its own has nothing to be filled in: it stays empty.
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
    yield { line, cells: filled }
  }
}

/** `AB12` as 27, counted from 0. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(place ?? '')?.[0]
  return letters === undefined
    ? undefined
    : Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Rows as a sheet. What stands beside the last title, such as a remark, is in a column without one. */
function toSheet(rows: Iterable<CsvRecord>): Result<Sheet, FileProblem> {
  const [first, ...records] = Array.from(rows).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (first === undefined) return problemAt(start, 'The sheet is empty.')
  const header = first.cells.map(toTitle)
  const width = records.reduce(
    (most, { cells }) => Math.max(most, cells.findLastIndex((cell) => cell.trim() !== '') + 1),
    0,
  )
  while (header.length < width) header.push('')
  return ok({ header, line: first.line, records })
}
