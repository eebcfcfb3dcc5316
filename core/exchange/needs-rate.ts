import type { Sheet } from './csv.ts'
import { needsRateAsLength } from './length-cells.ts'
import { parseRationalRate } from './rational-rate.ts'
import type { SheetColumn } from './sheet-column.ts'
import { isTimecode } from './timecode-cells.ts'

/** Tells whether some row has a timecode, or a length in time, and no rate of its own. */
export function needsRate({ records }: Pick<Sheet, 'records'>, columns: readonly SheetColumn[]): boolean {
  const rateAt = columns.findIndex((column) => column.kind === 'item' && column.field === 'frame rate')
  return records.some(
    ({ cells }) =>
      parseRationalRate(cells[rateAt] ?? '') === undefined &&
      columns.some((column, at) => isTimed(column, (cells[at] ?? '').trim())),
  )
}

function isTimed(column: SheetColumn, text: string): boolean {
  if (column.kind === 'left') return column.needsRate === true && text !== ''
  if (column.kind !== 'item') return false
  if (column.field === 'frames') return needsRateAsLength(text, column.unit)
  return /^(?:frame|record) (?:in|out)$/.test(column.field) && isTimecode(text)
}
