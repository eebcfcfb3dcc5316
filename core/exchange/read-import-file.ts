import type { ColumnMapping } from './column-mapping.ts'
import type { ControlNames } from './control-names.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { RoleName } from '#core/schema/user-roles.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { parseAle } from './ale.ts'
import { withClickUpCells } from './clickup-cells.ts'
import { parseCsv, type Sheet } from './csv.ts'
import { stripEnding, toShots, type CutClip } from './cut.ts'
import { describePanels } from './cut-panels.ts'
import { decodeText, type TextEncoding } from './decode-text.ts'
import { parseEdl } from './edl.ts'
import { problemAt, type FileProblem } from './file-problem.ts'
import type { ImportRow, LeftOut } from './import-row.ts'
import { splitName, toNameExpression } from './name-expression.ts'
import { parseOtio } from './otio.ts'
import { isJsonObject, parseJson } from './parse-json.ts'
import { compareDescribed } from './described-fields.ts'
import type { FormulaCheck } from './formula-check.ts'
import { listNewTaskFields, proposeDescribed } from './propose-described.ts'
import { refuseWrongFormulas } from './propose-formulas.ts'
import type { FieldAnswers, ProposedField } from './propose-fields.ts'
import type { ProposedOptions } from './propose-options.ts'
import type { RationalRate } from './rational-rate.ts'
import type { DayOrder } from './read-day.ts'
import type { KindNames } from './kind-columns.ts'
import type { KnownColumn } from './known-columns.ts'
import { findPeople, type ListedPerson } from './read-people.ts'
import { readNamedSheet, type NamesGiven } from './read-named-sheet.ts'
import type { ProposedNames } from './propose-names.ts'
import type { ImportProject } from './space-content.ts'
import type { SheetOptions } from './read-sheet.ts'
import { toFieldTitle } from './sheet-fields.ts'
import { foldName } from '#core/lib/slug.ts'
import { toRecordSheet } from './record-json.ts'
import { withSpreadsheetTimes } from './length-cells.ts'
import { normalize } from './title-words.ts'
import { withScenes } from './scene-panels.ts'

/** The file formats that can be imported. */
export const importFormats = ['csv', 'xlsx', 'json', 'edl', 'otio', 'xml'] as const
export type ImportFormat = (typeof importFormats)[number]

/** Other names for these formats: file endings, and programs that export them. */
const formatNames: Readonly<Record<string, ImportFormat>> = {
  tsv: 'csv',
  ale: 'csv',
  txt: 'csv',
  kitsu: 'csv',
  ftrack: 'csv',
  ayon: 'csv',
  shotgrid: 'csv',
  xlsm: 'xlsx',
  excel: 'xlsx',
  fcp7: 'xml',
  xmeml: 'xml',
  // Refused with what to export instead.
  fcpxml: 'xml',
}

/** Returns the format for a name or file ending; undefined if it is not supported. */
export function findImportFormat(name: string): ImportFormat | undefined {
  const wanted = name.trim().toLowerCase()
  return importFormats.find((each) => each === wanted) ?? formatNames[wanted]
}

// Spreadsheet formats that are not supported.
const otherSheets = /^(xls|xlsb|xlt|ods|fods|numbers|gsheet|sxc)$/i

/** Explains why a file is not read, if its ending is that of another spreadsheet format. */
export function explainUnsupportedSheet(file: string, ending: string): string | undefined {
  return otherSheets.test(ending) ? `"${file}" is in a spreadsheet format that cannot be read.` : undefined
}

/** The advice for such a spreadsheet. */
export const saveAsRead = 'Save it as .xlsx or .csv.'

export type ImportFileOptions = {
  readonly format: ImportFormat
  readonly stages: readonly string[]
  readonly statuses: readonly StatusRow[]
  readonly members: readonly MemberRow[]
  /** The studio's kinds of items. */
  readonly kinds?: readonly KindNames[] | undefined
  /** The studio's own fields that the items of the space have. */
  readonly fields?: readonly FieldDefinition[] | undefined
  /** The studio's own fields that its tasks have. */
  readonly taskFields?: readonly FieldDefinition[] | undefined
  /** All fields of the studio. */
  readonly studioFields?: readonly FieldDefinition[] | undefined
  /** What to do with columns that match no field; left out if absent. */
  readonly fieldAnswers?: FieldAnswers | undefined
  /** Whether the person has at least this role; nobody is asked if absent. */
  readonly hasRole?: ((floor: RoleName | '') => boolean) | undefined
  /** Checks the formulas that a workbook describes; they are taken as they are if absent. */
  readonly checkFormulas?: FormulaCheck | undefined
  /** What to do with statuses, stages and kinds that the studio lacks; nothing is proposed if absent. */
  readonly names?: NamesGiven | undefined
  /** The space's name. */
  readonly space: string | undefined
  readonly project?: ImportProject | undefined
  readonly encoding: TextEncoding | undefined
  /** The sheet of a workbook, or one of several lists in JSON, by name; the first if absent. */
  readonly sheet: string | undefined
  readonly mapping: ColumnMapping
  readonly isBlankClear: boolean
  /** The order of day and month in ambiguous dates; taken from the file if absent. */
  readonly dayOrder?: DayOrder | undefined
  /** The time zone in which timestamps, such as Trello's, become days; they are not read as days if absent. */
  readonly timeZone?: string | undefined
  /** The collection for items that name none. */
  readonly collection: string | undefined
  /** The frame rate of an edit decision list, which does not state it, and of a sheet's timecodes without one. */
  readonly rate: RationalRate | undefined
  readonly firstFrame: number | undefined
  readonly handles: number | undefined
  /** The pattern of a cut's clip names, such as `{collection}_{item}_v*`, or of a sheet's items without a collection. */
  readonly match: string | undefined
  /** Whether a cut's shots play one after another, so that none has frames of the next. */
  readonly isPlayed?: boolean | undefined
  /** The names of options in messages; as in the app if absent. */
  readonly controls?: ControlNames | undefined
}

/** The contents of a file, and every column and row of it that is not used. */
export type ImportFile = {
  readonly rows: readonly ImportRow[]
  readonly left: readonly LeftOut[]
  /** Sentences about what was not read line by line. */
  readonly notes: readonly string[]
  /** The people in a list of people, which has no items. */
  readonly people: readonly ListedPerson[]
  /** Fields that its columns could become, or will. */
  readonly proposed: readonly ProposedField[]
  /** Whether a rate given for the file would count: for timecodes whose rate neither their rows nor the space's items say. */
  readonly asksRate?: boolean
  /** The meanings of its columns' titles, whatever they were mapped to. */
  readonly columns: readonly KnownColumn[]
  /** Option names that lists lack, and what happens to them. */
  readonly options: readonly ProposedOptions[]
  /** Statuses, stages and kinds that the studio lacks, and what happens to them. */
  readonly names?: ProposedNames | undefined
}

/**
 * Reads a file of items, for app and command line alike; problems with the file as a whole come with their position.
 */
export async function readImportFile(
  bytes: Uint8Array,
  options: ImportFileOptions,
): Promise<Result<ImportFile, FileProblem>> {
  if (bytes.length === 0) return problemAt({ line: 1, column: 1 }, 'The file is empty.')
  // Files are recognised by content, whatever their name.
  if (options.format === 'xlsx' || (options.format === 'csv' && isZip(bytes))) {
    const { readXlsx } = await import('./read-xlsx.ts')
    const sheet = await readXlsx(bytes, options.sheet, options.controls)
    return sheet.ok ? await readDescribedItems(sheet.value, options) : sheet
  }
  const text = decodeText(bytes, options.encoding)
  if (!text.ok) return text
  if (options.format === 'csv' && !/^\s*[[{]/.test(text.value)) {
    const log = parseAle(text.value)
    const sheet = log === undefined ? parseCsv(text.value) : ok(log)
    return sheet.ok ? readItems(sheet.value, options) : sheet
  }
  if (options.format === 'csv' || options.format === 'json') return readJson(text.value, options)
  return await readCut(text.value, options)
}

function isZip([first, second, third, fourth]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b && third === 3 && fourth === 4
}

function readJson(text: string, options: ImportFileOptions): Result<ImportFile, FileProblem> {
  const json = parseJson(text, 'an OpenTimelineIO file or the answer of a query')
  if (!json.ok) return json
  if (isJsonObject(json.value) && 'OTIO_SCHEMA' in json.value) return toCut((left) => parseOtio(text, left), options)
  const sheet = toRecordSheet(json.value, options.sheet)
  return sheet.ok ? readItems(sheet.value, options) : sheet
}

/** Reads items of a workbook, with the fields that it describes. */
async function readDescribedItems(
  written: Sheet,
  options: ImportFileOptions,
): Promise<Result<ImportFile, FileProblem>> {
  const { fields = [], studioFields = fields, taskFields = [], hasRole = () => true } = options
  const { fieldAnswers: answers, checkFormulas: check } = options
  if (written.described === undefined || answers === undefined) return readItems(written, options)
  const described = compareDescribed(written.described, { present: studioFields, hasRole })
  const { members: people, dayOrder } = options
  const others = proposeDescribed(written, { described, answers, people, dayOrder })
  const noStages = new Set(described.fields.flatMap(({ name, key }) => [foldName(name), foldName(toFieldTitle(key))]))
  const more = { fieldsOfFile: described, noStages, taskFields: [...taskFields, ...listNewTaskFields(others)] }
  const read = readItems(written, { ...options, ...more })
  if (!read.ok) return read
  const proposed = [...read.value.proposed, ...others]
  const checked =
    check === undefined ? { proposed, left: [] } : await refuseWrongFormulas(proposed, { described, check })
  const left = [...read.value.left, ...described.left, ...checked.left]
  return ok({ ...read.value, proposed: checked.proposed, left, notes: [...read.value.notes, ...described.notes] })
}

type ItemsOptions = ImportFileOptions & Pick<SheetOptions, 'fieldsOfFile' | 'noStages'>

function readItems(written: Sheet, options: ItemsOptions): Result<ImportFile, FileProblem> {
  const lengths = new Set(options.mapping.flatMap(([ours, theirs]) => (ours === 'frames' ? [normalize(theirs)] : [])))
  const sheet = withScenes(withSpreadsheetTimes(withClickUpCells(written), lengths), options.mapping)
  const people = options.mapping.length === 0 ? findPeople(sheet, options) : undefined
  if (people !== undefined) return ok({ rows: [], notes: [], proposed: [], options: [], columns: [], ...people })
  const { project, firstFrame = project?.firstFrame, rate = project?.rate } = options
  const read = readNamedSheet(sheet, { ...options, firstFrame, rate, project: project?.name }, options.names)
  if (!read.ok) return read
  const { rows, left, notes, proposed, columns, options: ofLists, names } = read.value
  return ok({
    rows: placeByName(rows, options),
    left,
    notes: [...(sheet.notes ?? []), ...notes],
    proposed,
    asksRate: read.value.needsRate === true && project?.rate === undefined,
    columns,
    options: ofLists,
    names,
    people: [],
  })
}

/** Takes collections that rows lack from names that fit `match`; other such rows get the collection given for them. */
function placeByName(rows: readonly ImportRow[], { match, collection }: ImportFileOptions): readonly ImportRow[] {
  const expression = match === undefined ? undefined : toNameExpression(match)
  return rows.map((row) => {
    if (row.collection !== undefined) return row
    const parts = expression && row.title !== undefined ? splitName(row.title, expression) : undefined
    return { ...row, title: parts?.item ?? row.title, collection: parts?.collection ?? collection }
  })
}

async function readCut(text: string, options: ImportFileOptions): Promise<Result<ImportFile, FileProblem>> {
  if (options.format === 'otio') return toCut((left) => parseOtio(text, left), options)
  if (options.format === 'xml') {
    const { parseXmeml } = await import('./xmeml.ts')
    return toCut((left) => parseXmeml(text, left), options)
  }
  if (options.rate === undefined) return problemAt({ line: 1, column: 1 }, 'An EDL does not state its frame rate.')
  const { rate } = options
  return toCut((left) => parseEdl(text, rate, { left, controls: options.controls }), options)
}

function toCut(
  parse: (left: LeftOut[]) => Result<readonly CutClip[], FileProblem>,
  options: ImportFileOptions,
): Result<ImportFile, FileProblem> {
  const left: LeftOut[] = []
  const clips = parse(left)
  if (!clips.ok) return err(clips.error)
  const { collection, firstFrame, handles, isPlayed, controls } = options
  const match = options.match === undefined ? undefined : toNameExpression(options.match)
  return ok({
    rows: toShots(clips.value, { collection, firstFrame, handles, match, isPlayed, controls }),
    left,
    notes: describePanels(
      clips.value.map(({ name }) => stripEnding(name)),
      options,
    ),
    people: [],
    proposed: [],
    columns: [],
    options: [],
  })
}
