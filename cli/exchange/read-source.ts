import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { parseCsv } from '#core/domain/exchange/csv.ts'
import { toShots } from '#core/domain/exchange/cut.ts'
import { decodeText, textEncodings } from '#core/domain/exchange/decode-text.ts'
import { parseEdl } from '#core/domain/exchange/edl.ts'
import type { FileProblem } from '#core/domain/exchange/file-problem.ts'
import type { ImportRow } from '#core/domain/exchange/import-row.ts'
import { parseOtio } from '#core/domain/exchange/otio.ts'
import { parseRationalRate } from '#core/domain/exchange/rational-rate.ts'
import { readSheet } from '#core/domain/exchange/read-sheet.ts'
import { itemColumns } from '#core/domain/exchange/sheet-columns.ts'
import type { Result } from '#core/lib/result.ts'
import { CliError, nothingMatched, usageError } from '../cli-error.ts'
import { readFileIfThere } from '../config.ts'

export type SourceOptions = {
  readonly file: string
  readonly format?: string
  readonly collection?: string
  readonly map?: readonly string[]
  readonly encoding?: string
  readonly blankClears?: boolean
  readonly rate?: string
  readonly firstFrame?: number
  readonly handles?: number
}

export type Source = {
  readonly rows: readonly ImportRow[]
  readonly sha256: string
  /** Columns that nothing is known of, and ones that have no place here. */
  readonly unknown: readonly string[]
  readonly passedOver: readonly string[]
}

const formats = ['csv', 'edl', 'otio'] as const
type Format = (typeof formats)[number]

/** Reads a file that describes items; what is wrong with it is said with its line and column, and nothing is taken in. */
export async function readSource(options: SourceOptions, stages: readonly string[]): Promise<Source> {
  const bytes = await (options.file === '-' ? buffer(process.stdin) : readFile(options.file)).catch(() => undefined)
  if (bytes === undefined) throw nothingMatched(`${options.file} is not there, or cannot be read.`)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const format = pickFormat(options)
  const encoding = textEncodings.find((each) => each === options.encoding)
  if (options.encoding !== undefined && encoding === undefined)
    throw usageError(`--encoding is one of ${textEncodings.join(', ')}.`)
  const text = orRefuse(
    decodeText(bytes, encoding),
    options,
    'Say how it is written: --encoding latin-1, or --encoding utf-16',
  )
  const none = { unknown: [], passedOver: [], sha256 }
  const { collection, firstFrame, handles } = options
  if (format === 'csv') {
    const mapping = await readMapping(options.map ?? [], stages)
    const sheet = orRefuse(parseCsv(text), options)
    const read = orRefuse(readSheet(sheet, { stages, mapping, isBlankClear: options.blankClears === true }), options)
    return { ...read, sha256, rows: read.rows.map((row) => ({ ...row, collection: row.collection ?? collection })) }
  }
  const cut = { collection, firstFrame: toWhole(firstFrame, '--first-frame'), handles: toWhole(handles, '--handles') }
  if (format === 'otio') return { ...none, rows: orRefuse(toShots(orRefuse(parseOtio(text), options), cut), options) }
  const rate = parseRationalRate(options.rate ?? '')
  if (rate === undefined)
    throw usageError('An edit decision list does not tell its frame rate.', 'Pass --rate, such as --rate 23.976.')
  return { ...none, rows: orRefuse(toShots(orRefuse(parseEdl(text, rate), options), cut), options) }
}

function pickFormat({ file, format }: SourceOptions): Format {
  const wanted = format ?? (file === '-' ? 'csv' : path.extname(file).slice(1).toLowerCase())
  const aliases: Readonly<Record<string, Format>> = { tsv: 'csv', txt: 'csv', kitsu: 'csv', json: 'otio' }
  const found = formats.find((each) => each === (aliases[wanted] ?? wanted))
  if (found === undefined)
    throw usageError(`Nothing says what "${file}" is.`, `Pass --format: ${formats.join(', ')} or kitsu.`)
  return found
}

/** `--map name=Shot` and files of such pairs, as ours → theirs. */
async function readMapping(given: readonly string[], stages: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const mapping = new Map<string, string>()
  for (const each of given) {
    const pairs: readonly (readonly [string, unknown])[] = each.includes('=')
      ? [[each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]]
      : Object.entries(await readMapFile(each))
    for (const [ours, theirs] of pairs) {
      const name = ours.trim().toLowerCase()
      if (typeof theirs !== 'string') throw usageError(`The mapping of "${ours}" is no text.`)
      const isOurs =
        itemColumns.some((column) => column === name) ||
        name === '-' ||
        name.endsWith(' id') ||
        stages.some((stage) => name.startsWith(stage.toLowerCase()))
      if (!isOurs)
        throw usageError(
          `"${ours}" is nothing an item has.`,
          `Map ${itemColumns.join(', ')}, a stage, or the ids of another system as '<system> id'.`,
        )
      mapping.set(name, theirs.trim())
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
    // Said below, as for what is JSON but no object.
  }
  throw usageError(`${file} is not a JSON object of our names and the columns they stand for.`)
}

function toWhole(value: number | undefined, flag: string): number | undefined {
  if (value !== undefined && (!Number.isInteger(value) || value < 0))
    throw usageError(`${flag} must be a whole number from 0.`)
  return value
}

function orRefuse<T>(result: Result<T, FileProblem>, { file }: SourceOptions, suggestion?: string): T {
  if (result.ok) return result.value
  const { line, column, message } = result.error
  const name = file === '-' ? 'standard input' : file
  throw new CliError('failure', `${name}:${line}:${column}: ${message}`, suggestion ?? 'Nothing was changed.')
}
