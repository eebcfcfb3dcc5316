import { findStage } from '#core/studios/find-by-name.ts'
import { toTitle, type Sheet } from './csv.ts'
import type { SheetColumn } from './sheet-column.ts'
import { unknownTitleReason, readHeader, type GivenHeader } from './sheet-columns.ts'

type TitleOptions = Omit<GivenHeader, 'header' | 'holdsStatuses'>

/** Returns what a row of titles means, regardless of the cells below. */
export function readTitles(cells: readonly string[], options: TitleOptions): readonly SheetColumn[] {
  return readHeader({ header: cells.map(toTitle), ...options, holdsStatuses: () => true })
}

/** Tells whether a column names the item a row is about. */
export function hasNames(columns: readonly SheetColumn[]): boolean {
  return columns.some(
    (column) =>
      (column.kind === 'item' && /^(name|full name|path)$/.test(column.field)) ||
      (column.kind === 'comment' && column.field === 'links'),
  )
}

/**
 * Joins a header of two rows into one: stages, each written once over several columns, above the titles of their tasks'
 * values; other titles may be in either row. Undefined for a sheet with one row of titles.
 */
export function joinTitleRows(sheet: Sheet, options: TitleOptions): Sheet | undefined {
  const { header, records } = sheet
  const [second, ...below] = records
  const stages = options.stages.map((name) => ({ id: name, name }))
  const isBand = header.some(
    (title, at) => at > 0 && title === '' && findStage(stages, header[at - 1] ?? '') !== undefined,
  )
  if (second === undefined || !isBand) return undefined
  const under = second.cells.map(toTitle)
  let band = ''
  const bands = header.map((title) => {
    if (title !== '') band = findStage(stages, title) === undefined ? '' : title
    return band
  })
  const joined = header.map((title, at) => {
    if ((under[at] ?? '') === '') return title
    return bands[at] === '' ? (under[at] ?? '') : `${bands[at] ?? ''} ${under[at] ?? ''}`
  })
  const columns = readTitles(under, options)
  const isTitle = (cell: string, at: number): boolean => {
    const column = columns[at]
    return cell === '' || column?.kind !== 'left' || column.reason !== unknownTitleReason
  }
  const whole = readTitles(joined, options)
  const ofTasks = under.filter((cell, at) => cell !== '' && bands[at] !== '' && whole[at]?.kind === 'task')
  // Besides titles known for several stages, the second row may have custom ones.
  const isWhole = hasNames(columns) && (ofTasks.length > 2 || under.every(isTitle))
  // If item names are in the first row: all titles of the second are below stages, and at least one is a task's.
  const isPart =
    hasNames(readTitles(header, options)) &&
    under.every((cell, at) => cell === '' || (bands[at] ?? '') !== '') &&
    ofTasks.length > 0
  // Columns after the last task column are the item's again, if the second row titles them.
  const lastOfTasks = whole.findLastIndex(({ kind }) => kind === 'task')
  const titles = joined.map((title, at) => {
    const [own = '', column] = [under[at], whole[at]]
    const isNobodys = column?.kind === 'left' && column.reason === unknownTitleReason
    return isWhole && at > lastOfTasks && own !== '' && isNobodys ? own : title
  })
  return isWhole || isPart ? { ...sheet, header: titles, line: second.line, records: below } : undefined
}
