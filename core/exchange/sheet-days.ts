import type { CsvRecord, Sheet } from './csv.ts'
import { listTexts } from './option-columns.ts'
import { findDayOrder, type DayOrder } from './read-day.ts'
import { splitRange } from './read-range.ts'
import { withSerialDays } from './serial-days.ts'
import type { SheetColumn } from './sheet-column.ts'
import { isDue } from './sheet-notes.ts'
import { withZonedDays } from './zoned-days.ts'

type Given = { readonly dayOrder?: DayOrder | undefined; readonly timeZone?: string | undefined }

/**
 * Converts serial numbers and timestamps in columns of days; returns the rows, the order of day and month, and notes.
 */
export function readDays(
  { header, records, isSince1904 = false }: Sheet,
  columns: readonly SheetColumn[],
  { dayOrder, timeZone }: Given,
) {
  const serial = withSerialDays({ header, records }, columns, isSince1904)
  const order = dayOrder ?? findOrder(serial.records, columns)
  const zoned = withZonedDays({ header, records: serial.records }, columns, { timeZone, order })
  return { records: zoned.records, dayOrder: order, notes: [...serial.notes, ...zoned.notes] }
}

/** Finds the order of day and month from an unambiguous cell in a column of days, else in an unused column. */
function findOrder(records: readonly CsvRecord[], columns: readonly SheetColumn[]): DayOrder | undefined {
  const isOfDays = (column: SheetColumn): boolean =>
    column.kind === 'field' || column.kind === 'task field'
      ? column.field.kind === 'date'
      : column.kind === 'comment'
        ? column.field === 'moment'
        : isDue(column)
  const textsOf = (is: (column: SheetColumn) => boolean): readonly string[] =>
    columns.flatMap((column, at) =>
      is(column) ? listTexts(records, at).flatMap((text) => splitRange(text) ?? [text]) : [],
    )
  return findDayOrder(textsOf(isOfDays)) ?? findDayOrder(textsOf((column) => column.kind === 'left'))
}
