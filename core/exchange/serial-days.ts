import type { CsvRecord } from './csv.ts'
import type { SheetColumn } from './sheet-column.ts'

/** The serials of 2000 to 2099; other numbers are not days of a production. */
const [firstSerial, lastSerial] = [36_526, 73_050]

type Serial = { readonly records: readonly CsvRecord[]; readonly notes: readonly string[] }

/**
 * Converts serial day numbers of spreadsheets, such as 46333, in columns of days, with a note for each column. They
 * count from the end of 1899, or from 1904 as on old Macs.
 */
export function withSerialDays(
  { header, records }: { readonly header: readonly string[]; readonly records: readonly CsvRecord[] },
  columns: readonly SheetColumn[],
  isSince1904: boolean,
): Serial {
  const ofDays = columns.flatMap((column, at) => (isDayColumn(column) ? [at] : []))
  const toDay = (cell: string): string | undefined => {
    const number = /^\d{5}(?:\.\d+)?$/.test(cell.trim()) ? Math.floor(Number(cell)) + (isSince1904 ? 1462 : 0) : 0
    const isDay = number >= firstSerial && number <= lastSerial
    // The Unix epoch is day 25,569.
    return isDay ? new Date((number - 25_569) * 86_400_000).toISOString().slice(0, 10) : undefined
  }
  const notes = ofDays.flatMap((at) => {
    const cells = records.flatMap(({ cells: all }) => (toDay(all[at] ?? '') === undefined ? [] : [all[at] ?? '']))
    const [first] = cells
    if (first === undefined) return []
    const rows = cells.length === 1 ? '1 row' : `${cells.length} rows`
    return [`Column "${header[at] ?? ''}" has spreadsheet day numbers (${rows}): ${first.trim()} is ${toDay(first)}.`]
  })
  if (notes.length === 0) return { records, notes }
  const written = records.map(({ line, cells }) => ({
    line,
    cells: cells.map((cell, at) => (ofDays.includes(at) ? (toDay(cell) ?? cell) : cell)),
  }))
  return { records: written, notes }
}

/** Tells whether a column holds days. */
export function isDayColumn(column: SheetColumn): boolean {
  if (column.kind === 'field' || column.kind === 'task field') return column.field.kind === 'date'
  return (column.kind === 'task' || column.kind === 'row task') && column.field === 'due'
}
