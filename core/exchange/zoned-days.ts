import { dateInZone } from '#core/lib/calendar-date.ts'
import type { CsvRecord } from './csv.ts'
import { toMoment, type DayOrder } from './read-day.ts'
import { isDayColumn } from './serial-days.ts'
import type { SheetColumn } from './sheet-column.ts'

type Sheet = { readonly header: readonly string[]; readonly records: readonly CsvRecord[] }
type Given = { readonly timeZone: string | undefined; readonly order: DayOrder | undefined }

/**
 * Converts timestamps in columns of days, such as Trello's `2026-03-04T16:00:00.000Z`, to days in a time zone, with a
 * note for each column. Midnight stays the same day in every zone, since programs write days that way.
 */
export function withZonedDays(
  { header, records }: Sheet,
  columns: readonly SheetColumn[],
  { timeZone, order }: Given,
): Pick<Sheet, 'records'> & { readonly notes: readonly string[] } {
  if (timeZone === undefined) return { records, notes: [] }
  const ofDays = columns.flatMap((column, at) => (isDayColumn(column) ? [at] : []))
  const toDay = (cell: string): string | undefined => {
    const { day, time, zone } = toMoment(cell, order) ?? {}
    if (day === undefined || time === undefined || zone === undefined || time.startsWith('00:00:00')) return undefined
    return dateInZone(Date.parse(`${day}T${time}${zone}`), timeZone)
  }
  const notes = ofDays.flatMap((at) => {
    const cells = records.flatMap(({ cells: all }) => (toDay(all[at] ?? '') === undefined ? [] : [all[at] ?? '']))
    const [first] = cells
    if (first === undefined) return []
    const rows = cells.length === 1 ? '1 row' : `${cells.length} rows`
    return [
      `Column "${header[at] ?? ''}" has dates with times (${rows}), read as days in ${timeZone}: ${first.trim()} is ${toDay(first)}.`,
    ]
  })
  if (notes.length === 0) return { records, notes }
  const written = records.map(({ line, cells }) => ({
    line,
    cells: cells.map((cell, at) => (ofDays.includes(at) ? (toDay(cell) ?? cell) : cell)),
  }))
  return { records: written, notes }
}
