import type { ColumnMapping } from './column-mapping.ts'
import type { ControlNames } from './control-names.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { parseCsv, type Sheet } from './csv.ts'
import { toShots, type CutClip } from './cut.ts'
import { decodeText, type TextEncoding } from './decode-text.ts'
import { parseEdl } from './edl.ts'
import { problemAt, type FileProblem } from './file-problem.ts'
import type { ImportRow, LeftOut } from './import-row.ts'
import { toNameExpression } from './name-expression.ts'
import { parseOtio } from './otio.ts'
import { isJsonObject, parseJson } from './parse-json.ts'
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
import { toRecordSheet } from './record-json.ts'

/** The kinds of files that can be imported. */
export const importFormats = ['csv', 'xlsx', 'json', 'edl', 'otio', 'xml'] as const
export type ImportFormat = (typeof importFormats)[number]

/** What people call those kinds besides: by the ending of a file or by the program it is from. */
const formatNames: Readonly<Record<string, ImportFormat>> = {
  tsv: 'csv',
  txt: 'csv',
  kitsu: 'csv',
  ftrack: 'csv',
  ayon: 'csv',
  shotgrid: 'csv',
  xlsm: 'xlsx',
  excel: 'xlsx',
  fcp7: 'xml',
  xmeml: 'xml',
}

/** The kind of file that a name or an ending means; absent for none that is read. */
export function findImportFormat(name: string): ImportFormat | undefined {
  const wanted = name.trim().toLowerCase()
  return importFormats.find((each) => each === wanted) ?? formatNames[wanted]
}

// Older and other spreadsheets.
const otherSheets = /^(xls|xlsb|xlt|ods|fods|numbers|gsheet|sxc)$/i

/** Why a file with such a name or ending is not read, where it is a spreadsheet of another kind. */
export function sayOtherSheet(file: string, ending: string): string | undefined {
  return otherSheets.test(ending) ? `"${file}" is in a spreadsheet format that cannot be read.` : undefined
}

/** What is to be done about such a spreadsheet. */
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
  /** Those that its tasks have. */
  readonly taskFields?: readonly FieldDefinition[] | undefined
  /** All fields of the studio. */
  readonly studioFields?: readonly FieldDefinition[] | undefined
  /** What becomes of columns that no field has the name of; they are left where absent. */
  readonly fieldAnswers?: FieldAnswers | undefined
  /** What becomes of statuses, stages and kinds that the studio does not have; nothing is proposed where absent. */
  readonly names?: NamesGiven | undefined
  /** What the space is called. */
  readonly space: string | undefined
  readonly project?: ImportProject | undefined
  readonly encoding: TextEncoding | undefined
  /** The sheet of a workbook, or of several lists in JSON the one of this name; the first one unless given. */
  readonly sheet: string | undefined
  readonly mapping: ColumnMapping
  readonly isBlankClear: boolean
  /** How days are written that could be two; as the file shows it where absent. */
  readonly dayOrder?: DayOrder | undefined
  /** Where moments, such as Trello's, are the days they mean; they mean none where absent. */
  readonly timeZone?: string | undefined
  /** For items that name none. */
  readonly collection: string | undefined
  /** What an edit decision list does not say. */
  readonly rate: RationalRate | undefined
  readonly firstFrame: number | undefined
  readonly handles: number | undefined
  /** How the clips of a cut are named, such as `{collection}_{item}_v*`. */
  readonly match: string | undefined
  /** Whether the shots of a cut are to play one after the other, none with frames of the next. */
  readonly isPlayed?: boolean | undefined
  /** What answers are called where they are given; as in the app where absent. */
  readonly controls?: ControlNames | undefined
}

/** What a file describes, and every column and row of it that is not used. */
export type ImportFile = {
  readonly rows: readonly ImportRow[]
  readonly left: readonly LeftOut[]
  /** What was read otherwise than line by line, in sentences. */
  readonly notes: readonly string[]
  /** Those of a list of people, which describes no items. */
  readonly people: readonly ListedPerson[]
  /** Fields that columns of it could be, or are to be. */
  readonly proposed: readonly ProposedField[]
  /** What its columns mean by their titles, whatever was said of them. */
  readonly columns: readonly KnownColumn[]
  /** What becomes of names that lists do not have. */
  readonly options: readonly ProposedOptions[]
  /** What becomes of statuses, stages and kinds that the studio does not have. */
  readonly names?: ProposedNames | undefined
}

/** Reads a file that describes items, the same way at every door; what is wrong with the whole of it is said with its place. */
export async function readImportFile(
  bytes: Uint8Array,
  options: ImportFileOptions,
): Promise<Result<ImportFile, FileProblem>> {
  if (bytes.length === 0) return problemAt({ line: 1, column: 1 }, 'The file is empty.')
  // What is inside counts, whatever a file is called.
  if (options.format === 'xlsx' || (options.format === 'csv' && isZip(bytes))) {
    const { readXlsx } = await import('./read-xlsx.ts')
    const sheet = await readXlsx(bytes, options.sheet, options.controls)
    return sheet.ok ? readItems(sheet.value, options) : sheet
  }
  const text = decodeText(bytes, options.encoding)
  if (!text.ok) return text
  if (options.format === 'csv' && !/^\s*[[{]/.test(text.value)) {
    const sheet = parseCsv(text.value)
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

function readItems(sheet: Sheet, options: ImportFileOptions): Result<ImportFile, FileProblem> {
  const people = options.mapping.length === 0 ? findPeople(sheet, options) : undefined
  if (people !== undefined) return ok({ rows: [], notes: [], proposed: [], options: [], columns: [], ...people })
  const { project, firstFrame = project?.firstFrame } = options
  const read = readNamedSheet(sheet, { ...options, firstFrame, project: project?.name }, options.names)
  if (!read.ok) return read
  const { rows, left, notes, proposed, columns, options: ofLists, names } = read.value
  return ok({
    rows: rows.map((row) => ({ ...row, collection: row.collection ?? options.collection })),
    left,
    notes: [...(sheet.notes ?? []), ...notes],
    proposed,
    columns,
    options: ofLists,
    names,
    people: [],
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
    notes: [],
    people: [],
    proposed: [],
    columns: [],
    options: [],
  })
}
