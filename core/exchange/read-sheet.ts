import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import { ok, type Result } from '#core/lib/result.ts'
import { foldName } from '#core/lib/slug.ts'
import { findStage, findForeignStatus } from '#core/studios/find-by-name.ts'
import type { CsvRecord, Sheet } from './csv.ts'
import { problemAt, type FileProblem } from './file-problem.ts'
import type { ImportRow, LeftOut, TaskValues } from './import-row.ts'
import { makePlacer, noteEpisode } from './place-rows.ts'
import { proposeFields, type FieldAnswers, type ProposedField } from './propose-fields.ts'
import { RowBuilder, type BuiltRow, type RowOptions } from './row-builder.ts'
import { findsTaskRows, placeTaskRows } from './task-rows.ts'
import { findTwins, readHeader, type SheetColumn } from './sheet-columns.ts'

export type SheetOptions = RowOptions & {
  readonly stages: readonly string[]
  readonly fields?: readonly FieldDefinition[] | undefined
  readonly taskFields?: readonly FieldDefinition[] | undefined
  readonly studioFields?: readonly FieldDefinition[] | undefined
  /** What becomes of columns that no field has the name of; they are left where absent. */
  readonly fieldAnswers?: FieldAnswers | undefined
  readonly statuses: readonly Pick<StatusRow, 'name' | 'shortCode'>[]
  /** What the space is called: of several episodes, the one that is called so is meant. */
  readonly space?: string | undefined
  /** What its project is called: of a sheet of several, the rows of this one are meant. */
  readonly project?: string | undefined
  readonly mapping: ReadonlyMap<string, string>
}

export type ReadSheet = {
  readonly rows: readonly ImportRow[]
  /** Every column and row that is not used. */
  readonly left: readonly LeftOut[]
  /** Fields that columns could be, or are to be. */
  readonly proposed: readonly ProposedField[]
}

/** Rows of a sheet as items, in its order; a row with a cell that cannot be read says so in its `problem`. */
export function readSheet(sheet: Sheet, given: SheetOptions): Result<ReadSheet, FileProblem> {
  const { header } = sheet
  const stages = given.stages.map((name) => ({ id: name, name }))
  const options = { ...given, hasTaskRows: findsTaskRows(sheet, stages) }
  for (const theirs of options.mapping.values())
    if (!header.some((title) => title.toLowerCase() === theirs.toLowerCase()))
      return problemAt({ line: 1, column: 1 }, `There is no column "${theirs}"; there are ${header.join(', ')}.`)
  const asked = { header, ...options, holdsStatuses: makeStatusLook(sheet, options) }
  const [first, twin] = findTwins(asked) ?? []
  if (first !== undefined && twin !== undefined)
    return problemAt(
      { line: 1, column: twin },
      `Columns ${first} and ${twin} are both "${header[twin - 1]}": rename one.`,
    )
  const known = readHeader(asked)
  if (!hasNames(known)) {
    const below = findLowerTitles(sheet, options)
    if (below === undefined)
      return problemAt(
        { line: 1, column: 1 },
        `No column has the item names: map one of ${header.join(', ')} with --map name=….`,
      )
    const read = readSheet(below.sheet, options)
    return read.ok ? ok({ ...read.value, left: [...below.left, ...read.value.left] }) : read
  }
  const { records, left: ofOthers } = pickProject(sheet, options.project)
  const { columns, proposed } = withNewFields({ header, records }, known, options)
  const read = records.map((record) => buildRow(record, { header, columns, options }))
  const built = placeTaskRows(read, stages).map((each) => noteEpisode(each, options.space))
  const { rows, left } = placeRows(built, options)
  return ok({
    rows: mergeCasts(built.some(({ stage }) => stage !== undefined) ? mergeTasks(rows) : rows),
    left: [...listUnused(built, { header, records }, columns), ...ofOthers, ...left],
    proposed,
  })
}

/** Of a sheet of several projects, the rows of the one that is imported into. */
function pickProject({ header, records }: Sheet, project: string | undefined) {
  const at = header.findIndex((title) => /^project([ _-]?name)?$/i.test(title.trim()))
  const nameOf = ({ cells }: CsvRecord): string => (cells[at] ?? '').trim()
  const isOwn = (name: string): boolean => name === '' || foldName(name) === foldName(project ?? '')
  if (at === -1 || !records.some((record) => nameOf(record) !== '' && isOwn(nameOf(record))))
    return { records, left: [] }
  const left = records
    .filter((record) => !isOwn(nameOf(record)))
    .map((record): LeftOut => ({ line: record.line, reason: `It is of the project "${nameOf(record)}".` }))
  return { records: records.filter((record) => isOwn(nameOf(record))), left }
}

/** Columns with the fields that they are to become; a column without values becomes none. */
function withNewFields({ header, records }: Sheet, columns: readonly SheetColumn[], options: SheetOptions) {
  const { fieldAnswers: answers, fields = [], studioFields: present = fields, members: people = [] } = options
  const textsOf = (at: number): readonly string[] =>
    records.map(({ cells }) => (cells[at] ?? '').trim()).filter((text) => text !== '')
  const homeless = columns.flatMap((column, at) => {
    if (answers === undefined || column.kind !== 'left' || column.isHomeless !== true) return []
    const texts = textsOf(at)
    return texts.length > 0 ? [{ at, column, title: header[at] ?? '', texts }] : []
  })
  if (answers === undefined || homeless.length === 0) return { columns, proposed: [] }
  const proposed = proposeFields({ columns: homeless, answers, present, people })
  const made = new Map(
    homeless.map(({ at, column, texts }, index): [number, SheetColumn] => {
      const field = proposed[index]?.field
      return [at, field === undefined ? { ...column, values: texts.length } : { kind: 'field', field, isNew: true }]
    }),
  )
  return { columns: columns.map((column, at) => made.get(at) ?? column), proposed }
}

function hasNames(columns: readonly SheetColumn[]): boolean {
  return columns.some((column) => column.kind === 'item' && (column.field === 'name' || column.field === 'path'))
}

// What a shot list is called and when it was changed takes a few lines above its titles.
const mostLinesAbove = 10

/** The sheet below what stands above its titles, which is left out. */
function findLowerTitles({ header, records }: Sheet, options: SheetOptions) {
  const at = records.slice(0, mostLinesAbove).findIndex(({ cells }) => {
    const titles = cells.map((cell) => cell.trim())
    const holdsStatuses = (): boolean => true
    // One word may be anything: several titles are known.
    const columns = readHeader({ header: titles, ...options, holdsStatuses })
    return hasNames(columns) && columns.filter(({ kind }) => kind !== 'left').length > 1
  })
  const titles = records[at]
  if (titles === undefined) return undefined
  const reason = 'It stands above the titles of the columns.'
  const lines = [
    ...(header.some((title) => title.trim() !== '') ? [1] : []),
    ...records.slice(0, at).map(({ line }) => line),
  ]
  const sheet = { header: titles.cells.map((cell) => cell.trim()), records: records.slice(at + 1) }
  return { sheet, left: lines.map((line): LeftOut => ({ line, reason })) }
}

/** Whether a column holds a status, or nothing at all. */
function makeStatusLook({ records }: Sheet, { statuses }: SheetOptions) {
  return (at: number): boolean => {
    const texts = new Set(records.map(({ cells }) => (cells[at] ?? '').trim()))
    texts.delete('')
    return texts.size === 0 || [...texts].some((text) => findForeignStatus(statuses, text) !== undefined)
  }
}

type Read = {
  readonly header: readonly string[]
  readonly columns: readonly SheetColumn[]
  readonly options: SheetOptions
}

function buildRow({ line, cells }: CsvRecord, { header, columns, options }: Read): BuiltRow {
  const builder = new RowBuilder(line, options)
  for (const [at, column] of columns.entries()) builder.take(column, { cell: cells[at] ?? '', title: header[at] ?? '' })
  return builder.build()
}

/** Columns without a use here, and those of which some cells have none. */
function listUnused(
  built: readonly BuiltRow[],
  { header, records }: Sheet,
  columns: readonly SheetColumn[],
): readonly LeftOut[] {
  const counts = new Map<string, number>()
  for (const { unused } of built)
    for (const [field, reason] of unused) {
      const key = `${field}\n${reason}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  const ofCells = [...counts].map(([key, rows]): readonly [number, LeftOut] => {
    const [field, reason = ''] = key.split('\n')
    const at = columns.findIndex(
      (column) => (column.kind === 'item' || column.kind === 'row task') && column.field === field,
    )
    return [at, { column: header[at] ?? field ?? '', rows, reason }]
  })
  const whole = columns.flatMap((column, at): (readonly [number, LeftOut])[] => {
    const title = header[at] ?? ''
    const isThere = title !== '' || records.some(({ cells }) => (cells[at] ?? '').trim() !== '')
    if (column.kind !== 'left' || !isThere) return []
    const { reason, values } = column
    return [[at, { column: title, reason, ...(values !== undefined && { rows: values }) }]]
  })
  return [...whole, ...ofCells].toSorted(([one], [other]) => one - other).map(([, left]) => left)
}

/** Rows in their collections, and of a list of tasks each with its stage; the others are left. */
function placeRows(built: readonly BuiltRow[], options: SheetOptions): Omit<ReadSheet, 'proposed'> {
  const place = makePlacer(built, options.space)
  const stages = options.stages.map((name) => ({ id: name, name }))
  const isOfTasks = built.some(({ stage }) => stage !== undefined)
  const rows: ImportRow[] = []
  const left: LeftOut[] = []
  for (const each of built) {
    const { row, stage, otherKind, isItemRow } = each
    const found = stage === undefined ? undefined : findStage(stages, stage)
    const placed = place(each)
    const reason =
      otherKind !== undefined
        ? sayOther(otherKind)
        : isOfTasks && stage === undefined && isItemRow !== true
          ? 'The row says no stage.'
          : stage !== undefined && found === undefined
            ? `There is no stage "${stage}".`
            : placed.reason
    if (reason !== undefined) left.push({ line: row.line, reason })
    else rows.push({ ...row, ...placed.place, ...(found !== undefined && renameStage(row.tasks, found.name)) })
  }
  return { rows, left }
}

/** Why a row that is no item is left. */
function sayOther(kind: string): string {
  const isPlace = /^(sequence|episode|folder|project|scene|library|milestone|season)$/.test(kind)
  return `It is a ${kind}: ${isPlace ? 'a collection is made by the items in it' : 'items and their tasks are imported'}.`
}

function renameStage(tasks: ImportRow['tasks'], stage: string) {
  const values: TaskValues = [...tasks.values()].at(-1) ?? {}
  return { tasks: new Map([[stage, values]]), isListOfTasks: true }
}

/** The rows of a list of tasks, an item each; what is said of an item itself may stand above its tasks or below. */
function mergeTasks(rows: readonly ImportRow[]): readonly ImportRow[] {
  const items = new Map<string, ImportRow>()
  for (const row of rows) {
    const key = JSON.stringify([row.collection && foldName(row.collection), row.title, row.slug])
    const known = items.get(key)
    const [[stage, values] = [undefined, {}]] = [...row.tasks]
    if (known === undefined || row.title === undefined || (stage === undefined && saysItem(known)))
      items.set(known === undefined && row.title !== undefined ? key : `line ${row.line}`, row)
    else if (stage === undefined) items.set(key, { ...row, tasks: known.tasks })
    else if (known.tasks.has(stage))
      items.set(key, { ...known, left: [...(known.left ?? []), `Line ${row.line} is about its ${stage} once more.`] })
    else {
      const problem = known.problem ?? row.problem
      items.set(key, { ...known, tasks: new Map([...known.tasks, [stage, values]]), ...(problem && { problem }) })
    }
  }
  return [...items.values()]
}

/** Whether a row tells of the item itself, and not of a task alone. */
function saysItem({ tasks, item, externalIds }: ImportRow): boolean {
  return tasks.size === 0 || Object.keys(item).length > 0 || Object.keys(externalIds).length > 0
}

/** The rows of a casting, an item each. */
function mergeCasts(rows: readonly ImportRow[]): readonly ImportRow[] {
  const items = new Map<string, ImportRow>()
  for (const row of rows) {
    const { collection, title, slug, isCastOnly, casts = [] } = row
    const key =
      isCastOnly === true ? JSON.stringify([collection && foldName(collection), title, slug]) : `line ${row.line}`
    const known = items.get(key)
    const [cell, more] = [known?.casts?.[0], casts[0]]
    if (known === undefined || cell === undefined || more === undefined) items.set(key, row)
    else {
      const problem = known.problem ?? row.problem
      const names = [...cell.names, ...more.names]
      items.set(key, { ...known, casts: [{ ...cell, names }], ...(problem !== undefined && { problem }) })
    }
  }
  return [...items.values()]
}
