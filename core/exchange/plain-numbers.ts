import type { CsvRecord } from './csv.ts'
import type { SheetColumn } from './sheet-column.ts'
import type { ItemColumn } from './sheet-fields.ts'

/**
 * Writes the numbers of a sheet plainly, where all of a column's allow one reading. In columns of number fields, decimal
 * commas become points, and points between thousands go: `1,125` beside `0,5` is not over a thousand, and `1.250` beside
 * `99,50` is. Frames are whole, so `1,001` and, unless they are all like `1.000`, `1.001` are over a thousand.
 */
export function withPlainNumbers(records: readonly CsvRecord[], columns: readonly SheetColumn[]): readonly CsvRecord[] {
  const textsOf = (at: number): readonly string[] => records.map(({ cells }) => cells[at] ?? '')
  const ofFrames = columns.flatMap((column, at) =>
    column.kind === 'item' && frameFields.has(column.field) && column.unit === undefined ? [at] : [],
  )
  const isPointed = hasPointedThousands(ofFrames.flatMap(textsOf))
  const write = new Map<number, (cell: string) => string>()
  for (const at of ofFrames) write.set(at, (cell) => toPlainFrame(cell, isPointed))
  for (const [at, column] of columns.entries())
    if (isOfNumbers(column) && hasDecimalCommas(textsOf(at))) write.set(at, toPointed)
  if (write.size === 0) return records
  return records.map((record) => ({
    ...record,
    cells: record.cells.map((cell, at) => write.get(at)?.(cell) ?? cell),
  }))
}

const frameFields: ReadonlySet<string> = new Set<ItemColumn>([
  'frame in',
  'frame out',
  'handle in',
  'handle out',
  'frames',
  'handles',
  'head in',
  'tail out',
])

/** Tells whether a text is a whole number with separators between its thousands. */
export function hasThousands(text: string): boolean {
  return /^-?[1-9]\d{0,2}(?:[,.\s'’]\d{3})+$/.test(text)
}

function toPlainFrame(cell: string, isPointed: boolean): string {
  const text = cell.trim()
  return hasThousands(text) && (isPointed || !text.includes('.')) ? text.replace(/[,.\s'’]/g, '') : cell
}

/** Tells whether points are between thousands: `1.001`, and no `24.5` or `1001.000`; `24.000` alone may be decimals. */
function hasPointedThousands(texts: readonly string[]): boolean {
  const pointed = texts.map((text) => text.trim()).filter((text) => text.includes('.'))
  return pointed.every(hasThousands) && pointed.some((text) => !/^-?\d+\.000$/.test(text))
}

function isOfNumbers(column: SheetColumn): boolean {
  return (column.kind === 'field' || column.kind === 'task field') && column.field.kind === 'number'
}

function hasDecimalCommas(texts: readonly string[]): boolean {
  const numbers = texts.flatMap((text) => /\d[\d.,]*/.exec(joinThousands(text))?.[0] ?? [])
  const isDecimal = (number: string): boolean =>
    /^[\d.]+,\d+$|^\d+(?:\.\d{3}){2,}$/.test(number) && !/^[1-9]\d{0,2},\d{3}$/.test(number)
  return numbers.some(isDecimal) && numbers.every((number) => /^(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$/.test(number))
}

function toPointed(cell: string): string {
  return joinThousands(cell).replace(/\d[\d.,]*/, (number) => number.replaceAll('.', '').replace(',', '.'))
}

/** Removes spaces and apostrophes between thousands. */
function joinThousands(text: string): string {
  return text.replace(/(?<=\d)[\s'’](?=\d{3})/g, '')
}
