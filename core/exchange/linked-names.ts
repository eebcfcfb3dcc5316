import type { CsvRecord } from './csv.ts'
import type { SheetColumn } from './sheet-column.ts'

/**
 * Removes the URL that Notion and Airtable export after a linked name: `SQ010 (https://…)`. Descriptions, comments and
 * the studio's own fields keep theirs.
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
