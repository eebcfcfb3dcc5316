import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import { ok, type Result } from '#core/lib/result.ts'
import { foldName } from '#core/lib/slug.ts'
import { findStage, findForeignStatus } from '#core/studios/find-by-name.ts'
import type { CsvRecord, Sheet } from './csv.ts'
import { problemAt, type FileProblem } from './file-problem.ts'
import type { ImportRow, LeftOut, TaskValues } from './import-row.ts'
import { makePlacer } from './place-rows.ts'
import { proposeFields, type FieldAnswers, type ProposedField } from './propose-fields.ts'
import { RowBuilder, type BuiltRow, type RowOptions } from './row-builder.ts'
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
export function readSheet(sheet: Sheet, options: SheetOptions): Result<ReadSheet, FileProblem> {
  const { header, records } = sheet
  for (const theirs of options.mapping.values())
    if (!header.some((title) => title.toLowerCase() === theirs.toLowerCase()))
      return problemAt({ line: 1, column: 1 }, `There is no column "${theirs}"; there are ${header.join(', ')}.`)
  const given = { header, ...options, holdsStatuses: makeStatusLook(sheet, options) }
  const [first, twin] = findTwins(given) ?? []
  if (first !== undefined && twin !== undefined)
    return problemAt(
      { line: 1, column: twin },
      `Columns ${first} and ${twin} are both "${header[twin - 1]}": rename one.`,
    )
  const known = readHeader(given)
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
  const { columns, proposed } = withNewFields(sheet, known, options)
  const built = records.map((record) => buildRow(record, { header, columns, options }))
  const { rows, left } = placeRows(built, options)
  return ok({
    rows: mergeCasts(built.some(({ stage }) => stage !== undefined) ? mergeTasks(rows) : rows),
    left: [...listUnused(built, sheet, columns), ...left],
    proposed,
  })
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
    const at = columns.findIndex((column) => column.kind === 'item' && column.field === field)
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
    const { row, stage, otherKind } = each
    const found = stage === undefined ? undefined : findStage(stages, stage)
    const placed = place(each)
    const reason =
      otherKind !== undefined
        ? `It is a ${otherKind}: ${otherKind === 'task' ? 'import tasks from a list of tasks' : 'a collection is made by the items in it'}.`
        : isOfTasks && stage === undefined
          ? 'The row says no stage.'
          : stage !== undefined && found === undefined
            ? `There is no stage "${stage}".`
            : placed.reason
    if (reason !== undefined) left.push({ line: row.line, reason })
    else rows.push({ ...row, ...placed.place, ...(found !== undefined && renameStage(row.tasks, found.name)) })
  }
  return { rows, left }
}

function renameStage(tasks: ImportRow['tasks'], stage: string) {
  const values: TaskValues = [...tasks.values()].at(-1) ?? {}
  return { tasks: new Map([[stage, values]]), isListOfTasks: true }
}

/** The rows of a list of tasks, an item each. */
function mergeTasks(rows: readonly ImportRow[]): readonly ImportRow[] {
  const items = new Map<string, ImportRow>()
  for (const row of rows) {
    const key = JSON.stringify([row.collection && foldName(row.collection), row.title, row.slug])
    const known = items.get(key)
    const [[stage, values] = ['', {}]] = [...row.tasks]
    if (known === undefined || row.title === undefined)
      items.set(row.title === undefined ? `line ${row.line}` : key, row)
    else if (known.tasks.has(stage))
      items.set(key, { ...known, left: [...(known.left ?? []), `Line ${row.line} is about its ${stage} once more.`] })
    else {
      const problem = known.problem ?? row.problem
      items.set(key, { ...known, tasks: new Map([...known.tasks, [stage, values]]), ...(problem && { problem }) })
    }
  }
  return [...items.values()]
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
