import { findStage } from '#core/studios/find-by-name.ts'
import { toTitle, type Sheet } from './csv.ts'
import { isNobodysTitle, readHeader, type GivenHeader, type SheetColumn } from './sheet-columns.ts'

type TitleOptions = Omit<GivenHeader, 'header' | 'holdsStatuses'>

/** What a row of titles means, whatever stands below. */
export function readTitles(cells: readonly string[], options: TitleOptions): readonly SheetColumn[] {
  return readHeader({ header: cells.map(toTitle), ...options, holdsStatuses: () => true })
}

/** Whether one of the columns says which item a row is about. */
export function hasNames(columns: readonly SheetColumn[]): boolean {
  return columns.some(
    (column) =>
      (column.kind === 'item' && /^(name|full name|path)$/.test(column.field)) ||
      (column.kind === 'comment' && column.field === 'links'),
  )
}

/**
 * The sheet with one row of titles where it has two: stages over what is said of their tasks, each written once over several
 * columns; other titles stand in either row. Absent for a sheet with one.
 */
export function joinBand(sheet: Sheet, options: TitleOptions): Sheet | undefined {
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
    return cell === '' || column?.kind !== 'left' || column.reason !== isNobodysTitle
  }
  const whole = readTitles(joined, options)
  const ofTasks = under.filter((cell, at) => cell !== '' && bands[at] !== '' && whole[at]?.kind === 'task')
  // Beside what several stages have, a title may be anybody's own.
  const isWhole = hasNames(columns) && (ofTasks.length > 2 || under.every(isTitle))
  // Below stages alone, where the names are in the first row: one of them at least is what tasks have.
  const isPart =
    hasNames(readTitles(header, options)) &&
    under.every((cell, at) => cell === '' || (bands[at] ?? '') !== '') &&
    ofTasks.length > 0
  // Behind the last of them stand titles of the item again, where the second row has those.
  const lastOfTasks = whole.findLastIndex(({ kind }) => kind === 'task')
  const titles = joined.map((title, at) => {
    const [own = '', column] = [under[at], whole[at]]
    const isNobodys = column?.kind === 'left' && column.reason === isNobodysTitle
    return isWhole && at > lastOfTasks && own !== '' && isNobodys ? own : title
  })
  return isWhole || isPart ? { ...sheet, header: titles, line: second.line, records: below } : undefined
}
