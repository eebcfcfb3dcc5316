import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { textEncodings } from '#core/exchange/decode-text.ts'
import type { ColumnMapping } from '#core/exchange/column-mapping.ts'
import type { FileProblem } from '#core/exchange/file-problem.ts'
import { parseRationalRate } from '#core/exchange/rational-rate.ts'
import { dayOrders, type DayOrder } from '#core/exchange/read-day.ts'
import {
  findImportFormat,
  importFormats,
  readImportFile,
  saveAsRead,
  explainUnsupportedSheet,
  type ImportFile,
  type ImportFormat,
} from '#core/exchange/read-import-file.ts'
import { isMappable, itemColumns } from '#core/exchange/sheet-fields.ts'
import type { Catalogue } from '#core/exchange/space-content.ts'
import type { Result } from '#core/lib/result.ts'
import { CliError, nothingMatched, usageError } from '../cli-error.ts'
import { readFileIfThere } from '../config.ts'
import { checkFieldAnswers, readFieldAnswers, type FieldAnswerOptions } from './field-answers.ts'
import { flagControls } from './flag-controls.ts'
import { checkNameAnswers, readNameAnswers, type NameAnswerOptions } from './name-answers.ts'
import { checkOptionAnswers } from './option-answers.ts'

export type SourceOptions = {
  readonly file: string
  readonly format?: string
  readonly sheet?: string
  readonly collection?: string
  readonly map?: readonly string[]
  readonly match?: string
  readonly encoding?: string
  readonly dates?: string
  readonly blankClears?: boolean
  readonly rate?: string
  readonly firstFrame?: number
  readonly handles?: number
} & FieldAnswerOptions &
  NameAnswerOptions

type Place = {
  readonly catalogue: Catalogue
  readonly space: string
  /** Whether the caller may add what the studio lacks; absent if nothing is to be added. */
  readonly mayMakeFields?: boolean
  /** The zone in which moments become days. */
  readonly timeZone?: string
  /** Whether the shots of a cut play one after the other. */
  readonly isPlayed?: boolean
}

/** Reads a file that describes items; an error in the file as a whole is thrown with its position. */
export async function readSource(
  options: SourceOptions,
  { catalogue, space, mayMakeFields, timeZone, isPlayed }: Place,
): Promise<ImportFile & { readonly sha256: string }> {
  const fieldAnswers = readFieldAnswers(options, mayMakeFields === true)
  const bytes = await (options.file === '-' ? buffer(process.stdin) : readFile(options.file)).catch(() => undefined)
  if (bytes === undefined) throw nothingMatched(`${options.file} does not exist or cannot be read.`)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const format = pickFormat(options)
  const encoding = textEncodings.find((each) => each === options.encoding)
  if (options.encoding !== undefined && encoding === undefined)
    throw usageError(`--encoding is one of ${textEncodings.join(', ')}.`)
  const dayOrder = readDayOrder(options)
  const rate = parseRationalRate(options.rate ?? '')
  if (rate === undefined && options.rate !== undefined && options.rate !== '')
    throw usageError(
      `"${options.rate}" is not a frame rate.`,
      'Write it like 24 or 23.976, others as a fraction: 25/2, 24000/1001.',
    )
  if (format === 'edl' && rate === undefined)
    throw usageError('An EDL does not state its frame rate.', 'Pass --rate, such as --rate 23.976.')
  if (options.match !== undefined && !/\{(?:item|collection)\}/.test(options.match))
    throw usageError('--match has neither {item} nor {collection}.', "Write it like --match '{collection}_{item}_v*'.")
  const stages = catalogue.stages.map((stage) => stage.name)
  const read = await readImportFile(bytes, {
    format,
    stages,
    space,
    timeZone,
    encoding,
    dayOrder,
    rate,
    ...pickKnown(catalogue),
    fieldAnswers,
    names: mayMakeFields === undefined ? undefined : { answers: readNameAnswers(options, mayMakeFields), catalogue },
    sheet: options.sheet,
    mapping: await readMapping(options.map ?? [], stages),
    isBlankClear: options.blankClears === true,
    collection: options.collection,
    firstFrame: toWhole(options.firstFrame, '--first-frame'),
    handles: toWhole(options.handles, '--handles'),
    match: options.match,
    isPlayed,
    controls: flagControls,
  })
  const file = orRefuse(read, options)
  checkFieldAnswers(
    fieldAnswers,
    file.proposed.map(({ proposal }) => proposal),
  )
  checkOptionAnswers(fieldAnswers.options, file.options)
  // A cut is read with a review's flags, some of which have the same names.
  if (mayMakeFields !== undefined) checkNameAnswers(options, file.names?.proposals ?? [], catalogue)
  return { ...file, sha256 }
}

/** Picks what the file's words are compared with. */
function pickKnown(catalogue: Catalogue) {
  const { members, statuses, kinds, project, fields, taskFields, studioFields, hasRole, checkFormulas } = catalogue
  return { members, statuses, kinds, project, fields, taskFields, studioFields, hasRole, checkFormulas }
}

function readDayOrder({ dates }: SourceOptions): DayOrder | undefined {
  const dayOrder = dayOrders.find((each) => each === dates)
  if (dates !== undefined && dayOrder === undefined)
    throw usageError(`--dates is ${dayOrders.join(' or ')}: day or month first.`)
  return dayOrder
}

function pickFormat({ file, format }: SourceOptions): ImportFormat {
  const wanted = format ?? (file === '-' ? 'csv' : path.extname(file).slice(1))
  const found = findImportFormat(wanted)
  const other = found === undefined ? explainUnsupportedSheet(file, wanted) : undefined
  if (other !== undefined) throw usageError(other, saveAsRead)
  if (found === undefined)
    throw usageError(
      `The format of "${file}" is unknown.`,
      `Pass --format: ${importFormats.join(', ')}, kitsu, shotgrid, ftrack or ayon.`,
    )
  return found
}

/** Reads `--map name=Shot`, and files of such pairs, as ours → theirs. */
async function readMapping(given: readonly string[], stages: readonly string[]): Promise<ColumnMapping> {
  const mapping: (readonly [string, string])[] = []
  for (const each of given) {
    const pairs: readonly (readonly [string, unknown])[] = each.includes('=')
      ? [[each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]]
      : Object.entries(await readMapFile(each))
    for (const [ours, theirs] of pairs) {
      const name = ours.trim().toLowerCase()
      const titles = (Array.isArray(theirs) ? theirs : [theirs]) as readonly unknown[]
      if (!isMappable(name, stages))
        throw usageError(
          `"${ours}" is not a field of an item.`,
          `Map ${itemColumns.join(', ')}, episode, a stage, a field as 'field <key>', the ids of another system as '<system> id', or - to leave a column out.`,
        )
      for (const title of titles) {
        if (typeof title !== 'string') throw usageError(`The mapping of "${ours}" is not text.`)
        mapping.push([name, title.trim()])
      }
    }
  }
  return mapping
}

async function readMapFile(file: string): Promise<object> {
  const text = await readFileIfThere(file)
  if (text === undefined)
    throw usageError(`--map ${file}: there is no such file.`, "Write --map name='Shot Code', or name a JSON file.")
  try {
    const content: unknown = JSON.parse(text)
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content
  } catch {
    // Reported below, with JSON that is no object.
  }
  throw usageError(`${file} is not a JSON object of Xsheet’s names and the column headings they stand for.`)
}

function toWhole(value: number | undefined, flag: string): number | undefined {
  if (value !== undefined && (!Number.isInteger(value) || value < 0))
    throw usageError(`${flag} must be a whole number from 0.`)
  return value
}

function orRefuse<T>(result: Result<T, FileProblem>, { file, encoding }: SourceOptions): T {
  if (result.ok) return result.value
  const { line, column, message } = result.error
  const name = file === '-' ? 'standard input' : file
  const isOfLetters = encoding === undefined && /UTF-(?:8|16)/.test(message)
  throw new CliError(
    'failure',
    `${name}:${line}:${column}: ${message}`,
    isOfLetters ? 'Pass its encoding: --encoding latin-1, or --encoding utf-16' : 'Nothing was changed.',
  )
}
