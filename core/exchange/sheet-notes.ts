import type { Sheet } from './csv.ts'
import { listTexts } from './option-columns.ts'
import type { DayOrder } from './read-day.ts'
import { toRange } from './read-range.ts'
import { isSectionTitle, describeSectionMeaning } from './section-columns.ts'
import type { SheetColumn } from './sheet-column.ts'

/** Describes how a board's sections were read. */
export function describeSections({ header, records }: Sheet, known: readonly SheetColumn[]): readonly string[] {
  return known.flatMap((column, at) => {
    const title = header[at] ?? ''
    if (!isSectionTitle(title.toLowerCase()) || (column.kind !== 'row task' && column.kind !== 'item')) return []
    const meaning = column.field === 'item status' ? 'status' : column.field
    return meaning === 'stage' || meaning === 'status' || meaning === 'collection'
      ? [describeSectionMeaning(title, meaning, listTexts(records, at))]
      : []
  })
}

/** Tells whether a column holds due dates. */
export function isDue(column: SheetColumn): boolean {
  return (column.kind === 'task' || column.kind === 'row task') && column.field === 'due'
}

/** Describes how ranges of days were read. */
export function describeRanges(
  { header, records }: Sheet,
  columns: readonly SheetColumn[],
  order: DayOrder | undefined,
): readonly string[] {
  return columns.flatMap((column, at) => {
    const ranges = isDue(column) ? listTexts(records, at).map((text) => toRange(text, order)) : []
    const rows = ranges.filter((range) => range !== undefined && range.first !== range.last).length
    if (rows === 0) return []
    const count = rows === 1 ? '1 row' : `${rows} rows`
    return [
      `Column "${header[at] ?? ''}" has ranges of days (${count}): the last day becomes the due date; the first is not used, because work is planned on the timeline.`,
    ]
  })
}
