import type { CsvRecord } from './csv.ts'
import type { SheetColumn } from './sheet-column.ts'

/**
 * Replaces decimal commas with points in number columns: `1,125` beside `0,5` is not over a thousand. A column is left
 * alone unless its numbers allow no other reading.
 */
export function withDecimalPoints(
  records: readonly CsvRecord[],
  columns: readonly SheetColumn[],
): readonly CsvRecord[] {
  const ofNumbers = columns.flatMap((column, at) =>
    (column.kind === 'field' || column.kind === 'task field') && column.field.kind === 'number' ? [at] : [],
  )
  const decimal = new Set(ofNumbers.filter((at) => hasDecimalCommas(records.map(({ cells }) => cells[at] ?? ''))))
  if (decimal.size === 0) return records
  return records.map(({ line, cells }) => ({
    line,
    cells: cells.map((cell, at) => (decimal.has(at) ? cell.replace(/(?<=\d),(?=\d)/, '.') : cell)),
  }))
}

function hasDecimalCommas(texts: readonly string[]): boolean {
  const numbers = texts.flatMap((text) => /\d[\d.,]*/.exec(text)?.[0] ?? [])
  const isDecimal = (number: string): boolean => /^\d+,\d+$/.test(number) && !/^[1-9]\d{0,2},\d{3}$/.test(number)
  return numbers.some(isDecimal) && numbers.every((number) => /^\d+(?:,\d+)?$/.test(number))
}
