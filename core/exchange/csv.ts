import Papa from 'papaparse'
import { ok, type Result } from '#core/lib/result.ts'
import { unguardFormula } from './csv-line.ts'
import { placeOf, problemAt, type FileProblem } from './file-problem.ts'
import type { LeftOut } from './import-row.ts'

/** A record with the line it begins at; a record may go over several lines. */
export type CsvRecord = { readonly line: number; readonly cells: readonly string[] }

export type Sheet = {
  readonly header: readonly string[]
  /** The line the header stands in; the first unless told. */
  readonly line?: number
  readonly records: readonly CsvRecord[]
  /** Whether its plain numbers of days count from 1904. */
  readonly isSince1904?: boolean
  /** What the file has besides, and is not read: other sheets of a workbook. */
  readonly left?: readonly LeftOut[]
  /** What is to be said of how it was read, in sentences. */
  readonly notes?: readonly string[]
  /** What else of the file could be read, by name. */
  readonly others?: readonly string[]
}

const delimiters = [',', ';', '\t', '|'] as const

/**
 * Reads comma-, semicolon- or tab-separated values with a header (RFC 4180). Cells are texts as they stand, zeros in front
 * included; empty lines are left out. A first line such as `sep=;` says what separates, as spreadsheets have it. Refuses
 * quotes that do not end; a record may be longer than the header. What `guardFormula` put before a cell is taken off.
 */
export function parseCsv(written: string): Result<Sheet, FileProblem> {
  const said = /^sep=(.)(?=\r|\n|$)/i.exec(written)
  const delimiter = said?.[1] ?? guessDelimiter(written)
  const text = toPlainLines(said === null ? written : written.slice(said[0].length), delimiter)
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n', skipEmptyLines: false })
  const [error] = errors.filter(({ code }) => code !== 'UndetectableDelimiter')
  if (error !== undefined) {
    const index = error.index ?? 0
    return error.code === 'MissingQuotes'
      ? problemAt(placeOf(text, Math.max(0, index - 1)), 'A quote opens here and is never closed.')
      : problemAt(placeOf(text, index), 'There is a stray quote inside this value.')
  }
  let line = 1
  const records: CsvRecord[] = []
  for (const cells of data) {
    if (cells.some((cell) => cell.trim() !== '')) records.push({ line, cells: cells.map(unguardFormula) })
    line += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
  }
  const [first, ...others] = records
  if (first === undefined) return problemAt({ line: 1, column: 1 }, 'The file is empty.')
  const header = first.cells.map(toTitle)
  return ok({ header, line: first.line, records: others })
}

/** The title of a column in one line, as a cell of two may hold it. */
export function toTitle(cell: string): string {
  return cell.trim().replace(/\s+/g, ' ')
}

/** Ends every line in one way, as programs that append to a file do not: but for those within a cell, which are its own. */
function toPlainLines(text: string, delimiter: string): string {
  if (!text.includes('\r')) return text
  const cellOrEnd = new RegExp(String.raw`(?<=^|[\r\n${delimiter}])"[^"]*(?:""[^"]*)*"|\r\n?`, 'g')
  return text.replace(cellOrEnd, (part) => (part.startsWith('"') ? part : '\n'))
}

/** What separates the most of the first line that is not empty, outside of quotes. */
function guessDelimiter(text: string): string {
  const [line = ''] = text
    .trimStart()
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/, 1)
  const counts = delimiters.map((delimiter) => line.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}
