import type { CsvRecord } from './csv.ts'
import { textAt, toShape } from './section-text.ts'
import { isTotalRow } from './total-rows.ts'

// Words over an explanation of colours and signs.
const legend = /^(legend|legende|légende|leyenda|colou?r (key|code|legend))\s*:?$/i

/**
 * Finds the lines below a table, by number: single cells at the end of a sheet, after its only total or from a legend
 * on. What is written like a heading further up may be one.
 */
export function findRowsBelow(
  records: readonly CsvRecord[],
  { nameAt, placeAt }: { readonly nameAt: number; readonly placeAt: number },
): ReadonlySet<number> {
  const isAlone = ({ cells }: CsvRecord): boolean => cells.filter((cell) => cell.trim() !== '').length === 1
  const isTotal = ({ cells }: CsvRecord): boolean => isTotalRow(cells, { nameAt, placeAt })
  const from = records.findLastIndex((record) => !isAlone(record) || isTotal(record)) + 1
  const tail = records.slice(from)
  const totals = records.filter(isTotal)
  const isAfterTotal = totals.length === 1 && totals[0] === records[from - 1]
  const shapes = new Set(
    records
      .slice(0, from)
      .filter(isAlone)
      .map(({ cells }) => toShape(cells.join('').trim())),
  )
  const isLikeHeading = tail.some(({ cells }) => shapes.has(toShape(cells.join('').trim())))
  const legendAt = tail.findIndex(({ cells }) => cells.some((cell) => legend.test(cell.trim())))
  const beginsAt = isAfterTotal && !isLikeHeading ? 0 : legendAt
  const isOfNames = nameAt !== -1 && records.slice(0, from).some(({ cells }) => textAt(cells, nameAt) !== '')
  return new Set(beginsAt === -1 || !isOfNames ? [] : tail.slice(beginsAt).map(({ line }) => line))
}
