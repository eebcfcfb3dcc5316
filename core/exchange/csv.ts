import Papa from 'papaparse'
import { ok, type Result } from '#core/lib/result.ts'
import { unguardFormula } from './csv-line.ts'
import { placeOf, problemAt, type FileProblem } from './file-problem.ts'
import type { DescribedField } from './described-field.ts'
import type { LeftOut } from './import-row.ts'

/** A record and the line it begins at; a record may span several lines. `level` counts the groups of rows it is in. */
export type CsvRecord = {
  readonly line: number
  readonly cells: readonly string[]
  readonly level?: number
  /** The seconds of a workbook's times shown with seconds, by column. */
  readonly times?: ReadonlyMap<number, number>
}

export type Sheet = {
  readonly header: readonly string[]
  /** The line of the header; 1 if absent. */
  readonly line?: number
  readonly records: readonly CsvRecord[]
  /** Whether its serial day numbers count from 1904. */
  readonly isSince1904?: boolean
  /** Content that is not read, such as other sheets of a workbook. */
  readonly left?: readonly LeftOut[]
  /** Sentences about how the file was read. */
  readonly notes?: readonly string[]
  /** Names of other sheets in the file that could be read instead. */
  readonly others?: readonly string[]
  /** Fields that another sheet of the workbook describes. */
  readonly described?: readonly DescribedField[]
}

const delimiters = [',', ';', '\t', '|'] as const

/**
 * Reads comma-, semicolon- or tab-separated values with a header (RFC 4180). Cells are texts as written, leading zeros
 * included; empty lines are skipped. A first line such as `sep=;`, as spreadsheets write it, sets the delimiter. A
 * record may be longer than the header. Refuses unclosed quotes. Removes what `guardFormula` added to a cell.
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

/** Puts a column's title on one line. */
export function toTitle(cell: string): string {
  return cell.trim().replace(/\s+/g, ' ')
}

/** Makes line endings uniform, since programs that append to a file mix them; those inside quoted cells stay. */
function toPlainLines(text: string, delimiter: string): string {
  if (!text.includes('\r')) return text
  const cellOrEnd = new RegExp(String.raw`(?<=^|[\r\n${delimiter}])"[^"]*(?:""[^"]*)*"|\r\n?`, 'g')
  return text.replace(cellOrEnd, (part) => (part.startsWith('"') ? part : '\n'))
}

/** Returns the delimiter that occurs most in the first line that is not empty, outside quotes. */
function guessDelimiter(text: string): string {
  const [line = ''] = text
    .trimStart()
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/, 1)
  const counts = delimiters.map((delimiter) => line.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}
