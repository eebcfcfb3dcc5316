import type { ColumnMapping } from './column-mapping.ts'
import { differ, makeLooks } from './column-looks.ts'
import { dialogControls } from './control-names.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { foldName } from '#core/lib/slug.ts'
import { toTitle, type CsvRecord, type Sheet } from './csv.ts'
import { problemAt, type FileProblem } from './file-problem.ts'
import type { ImportRow, LeftOut } from './import-row.ts'
import { listKnownColumns, type KnownColumn } from './known-columns.ts'
import type { KindNames } from './kind-columns.ts'
import { withPlainNames } from './linked-names.ts'
import { findOtherRows } from './other-rows.ts'
import { addEpisodeNote } from './place-rows.ts'
import { mergeRows } from './merge-rows.ts'
import { withNewFields } from './new-field-columns.ts'
import type { DescribedFields } from './described-fields.ts'
import type { FieldAnswers, ProposedField } from './propose-fields.ts'
import type { ProposedOptions } from './propose-options.ts'
import type { BuiltRow, RowOptions } from './built-row.ts'
import { RowBuilder } from './row-builder.ts'
import { hasTaskRows, isTaskRow, placeTaskRows } from './task-rows.ts'
import { toCommentRow, withComment } from './comment-rows.ts'
import { withDifferences } from './item-differences.ts'
import { hasNames, joinTitleRows, readTitles } from './joined-titles.ts'
import { listUnused } from './list-unused.ts'
import { withNewOptions, pairTwinColumns } from './option-columns.ts'
import type { UnknownName } from './propose-names.ts'
import { readDays } from './sheet-days.ts'
import { readSections, repeatsTitles } from './read-sections.ts'
import type { SheetColumn } from './sheet-column.ts'
import { isListOfComments, listTwins, readHeader } from './sheet-columns.ts'
import { describeRanges, describeSections } from './sheet-notes.ts'
import { describeTimes } from './length-cells.ts'
import { needsRate } from './needs-rate.ts'
import { withPlainNumbers } from './plain-numbers.ts'
import { withRecordColumns } from './record-cells.ts'
import { placeRows } from './sheet-rows.ts'
import { isSceneOfPanels } from './scene-panels.ts'
import { endsAfterLast } from './timecode-cells.ts'
import { listColumnTasks, listStageColumns, type UnknownTask } from './stage-columns.ts'

export type SheetOptions = RowOptions & {
  readonly stages: readonly string[]
  readonly fields?: readonly FieldDefinition[] | undefined
  readonly taskFields?: readonly FieldDefinition[] | undefined
  readonly studioFields?: readonly FieldDefinition[] | undefined
  /** What to do with columns that match no field; left out if absent. */
  readonly fieldAnswers?: FieldAnswers | undefined
  /** What the file says about the fields of its columns. */
  readonly fieldsOfFile?: DescribedFields | undefined
  readonly statuses: readonly Pick<StatusRow, 'name' | 'shortCode'>[]
  /** Folded names of columns that a person says are not stages. */
  readonly noStages?: ReadonlySet<string>
  /** The studio's kinds of items. */
  readonly kinds?: readonly KindNames[] | undefined
  /** The space's name: if the sheet has several episodes, the one of this name is read. */
  readonly space?: string | undefined
  /** The project's name: if the sheet has several projects, the rows of this one are read. */
  readonly project?: string | undefined
  readonly mapping: ColumnMapping
  /** The time zone in which timestamps become days; they are not read as days if absent. */
  readonly timeZone?: string | undefined
  /** The collection for items that name none; with it, headings above rows are ignored. */
  readonly collection?: string | undefined
}

export type ReadSheet = {
  readonly rows: readonly ImportRow[]
  /** Every column and row that is not used. */
  readonly left: readonly LeftOut[]
  /** Sentences about what was not read line by line. */
  readonly notes: readonly string[]
  /** Fields that columns could become, or will. */
  readonly proposed: readonly ProposedField[]
  /** The meanings of column titles, whatever they were mapped to. */
  readonly columns: readonly KnownColumn[]
  /** Option names that lists lack, and what happens to them. */
  readonly options: readonly ProposedOptions[]
  /** Stages in rows and columns that the studio lacks. */
  readonly unknownStages: readonly UnknownName[]
  /** Whether it has timecodes in rows without a rate, whatever rate is given for the file. */
  readonly needsRate?: boolean
  /** Tasks in those stages: rows that are left out, and cells of columns. */
  readonly ofUnknownStages: readonly UnknownTask[]
}

const nothing: ReadSheet = {
  rows: [],
  left: [],
  notes: [],
  proposed: [],
  columns: [],
  options: [],
  unknownStages: [],
  ofUnknownStages: [],
}

/** Reads the rows of a sheet as items, in order; a row with an unreadable cell has a `problem`. */
export function readSheet(sheet: Sheet, given: SheetOptions): Result<ReadSheet, FileProblem> {
  const { header, line = 1 } = sheet
  const other = findOtherRows(sheet)
  if (other !== undefined) return ok({ ...nothing, left: other })
  const stages = given.stages.map((name) => ({ id: name, name }))
  const asFields = listAskedFields(given.fieldAnswers)
  const options = { ...given, asFields, hasTaskRows: hasTaskRows(sheet, stages) }
  const asked = { header, ...options, ...makeLooks(sheet, options) }
  const twins = listTwins(asked).find(([one, two]) => sheet.records.some(({ cells }) => differ(cells[one], cells[two])))
  if (twins !== undefined) {
    const [first, twin] = twins
    const message = `Columns ${first + 1} and ${twin + 1} are both called "${header[twin]}" but differ: rename one.`
    return problemAt({ line, column: twin + 1 }, message)
  }
  const banded = joinTitleRows(sheet, options)
  if (banded !== undefined) return readSheet(banded, given)
  const missing = options.mapping.find(([, theirs]) => !hasTitle(header, theirs))?.[1]
  const known = readHeader(asked)
  if (!hasNames(known) || missing !== undefined) {
    const below = findLowerTitles(sheet, options)
    if (missing !== undefined && (below === undefined || !hasTitle(below.sheet.header, missing)))
      return problemAt({ line, column: 1 }, `There is no column "${missing}". The columns are ${header.join(', ')}.`)
    const named = below === undefined ? findOtherNames(header, options) : undefined
    if (named !== undefined) return readNamedBy(named, sheet, given)
    if (below === undefined) {
      const titles = header.filter((title) => title !== '')
      const { itemNames, sheet: another } = given.controls ?? dialogControls
      const { others = [] } = sheet
      const orElse = others.length > 0 ? `, or ${another(others)}` : ''
      const message = `No column has the item names: ${itemNames(titles)}${orElse}.`
      return err({ line, column: 1, message, titles, ...(others.length > 0 && { others }) })
    }
    const read = readSheet(below.sheet, given)
    return read.ok ? ok({ ...read.value, left: [...below.left, ...read.value.left] }) : read
  }
  const isPlain = options.mapping.length === 0 && asFields.size === 0
  const plain = isPlain ? known : readHeader({ ...asked, mapping: [], asFields: undefined })
  const columns = listKnownColumns(header, plain, sheet.records)
  const read = readRows(sheet, known, options)
  const notes = sheet.records.length === 0 ? ['There are no rows below the column headings.'] : read.notes
  return ok({ ...read, notes, columns })
}

/** Reads the rows of a sheet by the meanings of its columns. */
function readRows(sheet: Sheet, known: readonly SheetColumn[], options: SheetOptions): Omit<ReadSheet, 'columns'> {
  const { header } = sheet
  const stages = options.stages.map((name) => ({ id: name, name }))
  const picked = pickProject(sheet, options.project)
  const {
    records: sectioned,
    above,
    notes,
    left: ofGroups,
  } = readSections({ ...options, ...sheet, records: withPlainNames(picked.records, known) }, known)
  const { records, dayOrder, notes: ofDays } = readDays({ ...sheet, records: sectioned }, known, options)
  const ordered = { ...options, dayOrder, endsAfterLast: endsAfterLast({ records }, known) }
  const placed = withRecordColumns({ header, records }, known, options.mapping)
  const { columns, proposed, proposedOptions } = withFields({ header, records }, placed.columns, ordered)
  const read = withPlainNumbers(records, columns).map((record) =>
    buildRow(record, { header, columns, options: ordered }),
  )
  const isOfComments = isListOfComments({ header, mapping: options.mapping })
  const built = isOfComments
    ? read.map(toCommentRow)
    : withDifferences(placeTaskRows(read, stages, listOwnFields(columns, options))).map((each) =>
        withComment(addEpisodeNote(each, options.space)),
      )
  const { rows, left, unknown, ofUnknown } = placeRows(built, options)
  const under = (row: ImportRow): ImportRow => {
    const collection = row.collection === undefined ? above.get(row.line) : undefined
    return collection === undefined ? row : { ...row, collection, isPlacedByOthers: true }
  }
  return {
    rows: mergeRows(
      rows.map(under),
      built.some(({ stage }) => stage !== undefined),
    ),
    notes: [
      ...notes,
      ...ofDays,
      ...describeSections({ header, records }, known),
      ...describeRanges({ header, records }, known, dayOrder),
      ...placed.notes,
      ...describeTimes({ header, records }, columns, ordered),
    ],
    left: [
      ...listUnused(built, { header, records }, columns),
      ...picked.left,
      ...ofGroups,
      ...left,
      ...(sheet.left ?? []),
    ],
    proposed,
    needsRate: needsRate({ records }, columns),
    options: proposedOptions,
    unknownStages: [...listStageColumns({ header, records }, columns), ...unknown],
    ofUnknownStages: [...listColumnTasks(records, columns), ...ofUnknown],
  }
}

/** Adds new fields, and new options of lists, to the meanings of a sheet's columns. */
function withFields(sheet: Sheet, known: readonly SheetColumn[], options: SheetOptions) {
  const { header } = sheet
  const stages = options.stages.map((name) => ({ id: name, name }))
  const makeTaskTest = (columns: readonly SheetColumn[]) => (record: CsvRecord) =>
    isTaskRow(buildRow(record, { header, columns, options }), stages)
  const isTask = options.hasTaskRows === true ? makeTaskTest(known) : undefined
  const { columns: made, proposed } = withNewFields(sheet, known, { ...options, isTask })
  const twinned = options.hasTaskRows === true ? pairTwinColumns(made, options.taskFields) : made
  const ofLists = withNewOptions(sheet, twinned, { ...options, isTask: makeTaskTest(twinned) })
  return { columns: ofLists.columns, proposed, proposedOptions: ofLists.proposed }
}

/** In a sheet of several projects, picks the rows of the one imported into. */
function pickProject({ header, records }: Sheet, project: string | undefined) {
  const at = header.findIndex((title) => /^project([ _-]?name)?$/i.test(title.trim()))
  const nameOf = ({ cells }: CsvRecord): string => (cells[at] ?? '').trim()
  const isOwn = (name: string): boolean => name === '' || foldName(name) === foldName(project ?? '')
  if (at === -1 || !records.some((record) => nameOf(record) !== '' && isOwn(nameOf(record))))
    return { records, left: [] }
  const left = records
    .filter((record) => !isOwn(nameOf(record)))
    .map((record): LeftOut => ({ line: record.line, reason: `Belongs to the project "${nameOf(record)}".` }))
  return { records: records.filter((record) => isOwn(nameOf(record))), left }
}

/** Lists the titles of columns that a person wants a new field for. */
function listAskedFields(answers: FieldAnswers | undefined): ReadonlySet<string> {
  return new Set([...(answers?.columns ?? [])].flatMap(([title, answer]) => (answer === 'no' ? [] : [title])))
}

function hasTitle(header: readonly string[], theirs: string): boolean {
  return header.some((title) => title.toLowerCase() === toTitle(theirs).toLowerCase())
}

// Shot lists may have some lines above their titles, such as a name and a date.
const mostLinesAbove = 10

/** Finds the column with the name in task tools, in storyboards and in sheets that call it an id, unless it is mapped. */
function findOtherNames(header: readonly string[], { mapping }: SheetOptions): string | undefined {
  const isMapped = (title: string): boolean => mapping.some(([, theirs]) => hasTitle([title], theirs))
  const isName = (title: string): boolean =>
    /^(task[ _]name|summary|(shot|asset|cut|vfx)[ _]?(id|no\.?|nr\.?|#|number))$/i.test(title.trim()) ||
    isSceneOfPanels(title, header)
  return header.find((title) => isName(title) && !isMapped(title))
}

/** Reads a sheet whose item names are in a column of another title, and adds a note about it. */
function readNamedBy(title: string, sheet: Sheet, given: SheetOptions): Result<ReadSheet, FileProblem> {
  const read = readSheet(sheet, { ...given, mapping: [...given.mapping, ['name', title]] })
  if (!read.ok) return read
  const notes = [`Column "${title}" is read as item names.`, ...read.value.notes]
  const others = read.value.columns.filter((column) => column.title !== title)
  return ok({ ...read.value, notes, columns: [{ title, meaning: 'name', kinds: [] }, ...others] })
}

/** Returns the sheet that starts at a lower row of titles, with the lines above left out. */
function findLowerTitles(
  { header, line = 1, records, left: ofFile = [], isSince1904 = false }: Sheet,
  options: SheetOptions,
) {
  const at = records.slice(0, mostLinesAbove).findIndex(({ cells }) => {
    // A single known word may be a coincidence: require several known titles.
    const columns = readTitles(cells, options)
    return hasNames(columns) && columns.filter(({ kind }) => kind !== 'left').length > 1
  })
  const titles = records[at]
  if (titles === undefined) return undefined
  const reason = 'Above the column headings.'
  const written = titles.cells.map(toTitle)
  // In a workbook, every row is as wide as the widest one.
  while (written.length < header.length) written.push('')
  const folded = written.map(foldName)
  const below = records.slice(at + 1)
  // If each group repeats the titles, the line above them is the group's name.
  const isGrouped = below.some(({ cells }) => repeatsTitles(cells, folded))
  const top = [
    ...(header.some((title) => title.trim() !== '') ? [{ line, cells: header }] : []),
    ...records.slice(0, at),
  ]
  const group = isGrouped ? top.slice(-1) : []
  const sheet = { header: written, line: titles.line, records: [...group, ...below], left: ofFile, isSince1904 }
  // Stages may be in a row above the titles.
  const [band] = isGrouped ? [] : top.slice(-1)
  const banded =
    band && joinTitleRows({ ...sheet, header: band.cells.map(toTitle), records: records.slice(at) }, options)
  const left = top
    .slice(0, top.length - (isGrouped || banded !== undefined ? 1 : 0))
    .map((above): LeftOut => ({ line: above.line, reason }))
  return { sheet: banded ?? sheet, left }
}

/** Lists the studio's own fields: those of items, new ones included, and those of tasks. */
function listOwnFields(columns: readonly SheetColumn[], { taskFields = [], members: people = [] }: SheetOptions) {
  const ofItems = columns.flatMap((column) => (column.kind === 'field' ? [column.field] : []))
  return { ofItems, ofTasks: taskFields, people }
}

type Read = {
  readonly header: readonly string[]
  readonly columns: readonly SheetColumn[]
  readonly options: SheetOptions
}

function buildRow({ line, cells }: CsvRecord, { header, columns, options }: Read): BuiltRow {
  const builder = new RowBuilder(line, options)
  for (const [at, column] of columns.entries()) builder.take(column, { cell: cells[at] ?? '', title: header[at] ?? '' })
  const built = builder.build()
  // With a cell too many, the columns of the other cells are uncertain.
  const isOdd = cells.slice(header.length).some((cell) => cell.trim() !== '')
  if (!isOdd) return built
  const problem = `This line has ${cells.length} columns, the header has ${header.length}.`
  return { ...built, row: { ...built.row, problem } }
}
