import { foldName } from '#core/lib/slug.ts'
import { findStage } from '#core/studios/find-by-name.ts'
import type { CsvRecord } from './csv.ts'
import type { LeftOut } from './import-row.ts'
import { formatLineNumbers, formatNames, textAt, toShape } from './section-text.ts'

type IndentedRows = {
  /** The rows of items; undefined if it is not clear which rows are collections. */
  readonly records?: readonly CsvRecord[]
  /** The collection of each row, by line number. */
  readonly above: ReadonlyMap<number, string>
  readonly left: readonly LeftOut[]
  readonly notes: readonly string[]
}

/**
 * Reads rows indented below others as items of a collection, as Smartsheet exports its hierarchy: as grouped rows of a
 * workbook, or with spaces before the name. Undefined if no row is indented. The parents are collections only if there
 * are two levels, every parent has rows, and none is named twice, like a row, or above tasks.
 */
export function readIndentedRows(
  records: readonly CsvRecord[],
  { nameAt, stages }: { readonly nameAt: number; readonly stages: readonly string[] },
): IndentedRows | undefined {
  const isGrouped = records.some(({ level = 0 }) => level > 0)
  const levels = records.map(({ level = 0, cells }) => (isGrouped ? level : widthOfIndent(cells[nameAt] ?? '')))
  const steps = [...new Set(levels)]
  const [deepest, hasTop] = [Math.max(0, ...levels), steps.includes(0)]
  // One space may be a slip.
  if (deepest < (isGrouped ? 1 : 2)) return undefined
  const nameOf = ({ cells }: CsvRecord): string => textAt(cells, nameAt)
  const parents = records.filter((_, at) => levels[at] === 0)
  const children = records.filter((_, at) => levels[at] !== 0)
  const names = parents.map(nameOf)
  const shapes = new Set(names.map(toShape))
  const known = stages.map((name) => ({ id: name, name }))
  const isClear =
    hasTop &&
    steps.length === 2 &&
    levels[0] === 0 &&
    levels.every((level, at) => level !== 0 || (levels[at + 1] ?? 0) > 0) &&
    names.every((name) => name !== '') &&
    new Set(names.map(foldName)).size === names.length &&
    children.every((child) => !shapes.has(toShape(nameOf(child))) && findStage(known, nameOf(child)) === undefined)
  if (!isClear) {
    const note = 'Some rows are indented below others; it is not clear which are collections, so all are items.'
    return { above: new Map(), left: [], notes: [note] }
  }
  const above = new Map<number, string>()
  let name = ''
  for (const [at, record] of records.entries())
    if (levels[at] === 0) name = nameOf(record)
    else above.set(record.line, name)
  const hasMore = ({ cells }: CsvRecord): boolean => cells.some((cell, at) => at !== nameAt && cell.trim() !== '')
  const reason = 'A collection has only a name; its other cells are left out.'
  const them = parents.length === 1 ? 'it' : 'them'
  const as = parents.length === 1 ? 'read as the collection' : 'read as collections'
  return {
    records: children,
    above,
    left: parents.filter(hasMore).map(({ line }) => ({ line, reason })),
    notes: [`${formatLineNumbers(parents)} ${as} of the rows indented below ${them}: ${formatNames(names)}.`],
  }
}

function widthOfIndent(cell: string): number {
  return (/^\s*/.exec(cell)?.[0] ?? '').replaceAll('\t', '    ').length
}
