import type { CsvRecord } from './csv.ts'
import type { SheetColumn } from './sheet-columns.ts'

/**
 * Names without the address that Notion and Airtable save behind one that leads somewhere: `SQ010 (https://…)`. Texts, comments and
 * fields of the studio's own keep theirs.
 */
export function withPlainNames(records: readonly CsvRecord[], columns: readonly SheetColumn[]): readonly CsvRecord[] {
  const isOfNames = columns.map(
    (column) =>
      (column.kind === 'item' && column.field !== 'description') ||
      column.kind === 'task' ||
      column.kind === 'row task',
  )
  return records.map((record) => {
    if (!record.cells.some((cell, at) => isOfNames[at] === true && cell.includes('(http'))) return record
    const cells = record.cells.map((cell, at) =>
      isOfNames[at] === true ? cell.replace(/ \(https?:\/\/[^\s()]+\)/g, '') : cell,
    )
    return { ...record, cells }
  })
}
