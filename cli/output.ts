import { toCsvLine } from '#core/exchange/csv-line.ts'
import { assertNever } from '#core/lib/assert.ts'
import { usageError } from './cli-error.ts'
import type { Io } from './io.ts'
import { toTable } from './table.ts'

/** A value of a record, as in JSON; `null` if absent, so that every field is always there. */
export type Cell = string | number | boolean | null | readonly string[]

/** One row of a result: its fields are the same in every format and from release to release. */
export type OutputRecord = Readonly<Record<string, Cell>>

export const formats = ['table', 'plain', 'json', 'ndjson', 'csv'] as const
export type Format = (typeof formats)[number]

export type OutputOptions = {
  /** `''` for all fields, else their names separated by commas. */
  readonly json?: string
  readonly ndjson?: boolean
  readonly csv?: boolean
  readonly plain?: boolean
  readonly color?: boolean
}

export type Listing<Row extends OutputRecord> = {
  readonly rows: readonly Row[]
  /** Every field of a row, in order; JSON prints them all. */
  readonly fields: readonly (keyof Row & string)[]
  /** The fields shown by tables, plain text and CSV, if not all. */
  readonly columns?: readonly (keyof Row & string)[]
}

/** Returns the requested format; by default a table at a terminal and tab-separated text elsewhere. */
export function toFormat(options: OutputOptions, io: Pick<Io, 'isOutputTty'>): Format {
  // Selecting fields combines with one object per line.
  const isChoice = options.ndjson === true && (options.json ?? '') !== ''
  const asked = (
    [
      options.json !== undefined && !isChoice && 'json',
      options.ndjson && 'ndjson',
      options.csv && 'csv',
      options.plain && 'plain',
    ] as const
  ).filter((format) => typeof format === 'string')
  const [format, second] = asked
  if (second !== undefined) throw usageError(`--${format} and --${second} cannot be combined.`)
  return format ?? (io.isOutputTty ? 'table' : 'plain')
}

/** Returns whether to use colours: at a terminal that has them, unless disabled. */
function hasColor(options: Pick<OutputOptions, 'color'>, io: Pick<Io, 'isOutputTty' | 'env'>): boolean {
  const isRefused = (io.env['NO_COLOR'] ?? '') !== '' || io.env['TERM'] === 'dumb' || options.color === false
  return io.isOutputTty && !isRefused
}

/** Formats a result as text that ends with a line break unless it is empty. */
export function formatListing<Row extends OutputRecord>(
  listing: Listing<Row>,
  options: OutputOptions,
  io: Pick<Io, 'isOutputTty' | 'env' | 'columns'>,
): string {
  const format = toFormat(options, io)
  const fields = pickFields(listing, options.json)
  const columns = listing.columns ?? listing.fields
  switch (format) {
    case 'json':
      return `${JSON.stringify(
        listing.rows.map((row) => pick(row, fields)),
        undefined,
        2,
      )}\n`
    case 'ndjson':
      return listing.rows.map((row) => `${JSON.stringify(pick(row, fields))}\n`).join('')
    case 'csv':
      return [columns, ...toLines(listing.rows, columns)].map(toCsvLine).join('')
    case 'plain':
      return toLines(listing.rows, columns)
        .map((cells) => `${cells.map(toPrintable).join('\t')}\n`)
        .join('')
    case 'table': {
      const lines = toLines(listing.rows, columns).map((cells) => cells.map((cell) => toPrintable(toLocalTime(cell))))
      return toTable({ header: columns, lines, width: io.columns, isColored: hasColor(options, io) })
    }
    default:
      return assertNever(format)
  }
}

/** A record to print, with the columns for people if not all. */
export type Shown<Row extends OutputRecord> = { readonly row: Row; readonly columns?: readonly (keyof Row & string)[] }

/** Formats one record: an object as JSON, otherwise one field per line. */
export function formatRecord<Row extends OutputRecord>(
  { row, columns }: Shown<Row>,
  options: OutputOptions,
  io: Pick<Io, 'isOutputTty' | 'env' | 'columns'>,
): string {
  const all = Object.keys(row)
  const fields: readonly string[] = columns ?? all
  const format = toFormat(options, io)
  const listing: Listing<OutputRecord> = { rows: [row], fields: all, columns: fields }
  if (format === 'csv' || format === 'ndjson') return formatListing(listing, options, io)
  if (format === 'json') return `${JSON.stringify(pick(row, pickFields(listing, options.json)), undefined, 2)}\n`
  const width = Math.max(...fields.map((field) => field.length))
  const gap = (field: string): string => (format === 'plain' ? '\t' : ' '.repeat(width - field.length + 2))
  return fields.map((field) => `${field}${gap(field)}${toPrintable(toText(row[field] ?? null))}\n`).join('')
}

/** Formats a moment in the machine's time zone for terminals; programs get it in full. */
function toLocalTime(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)) return text
  const at = new Date(text)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Replaces control characters, so that text from the server cannot control somebody's terminal. */
function toPrintable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters to remove
  return text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
}

function toText(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'object' ? cell.join(', ') : String(cell)
}

function toLines(rows: readonly OutputRecord[], columns: readonly string[]): readonly (readonly string[])[] {
  return rows.map((row) => columns.map((column) => toText(row[column] ?? null)))
}

/** Refuses unknown fields before the command does its work. */
export function assertFields(fields: readonly string[], { json }: OutputOptions): void {
  pickFields({ fields }, json)
}

function pickFields(listing: Pick<Listing<OutputRecord>, 'fields'>, wanted = ''): readonly string[] {
  if (wanted === '') return listing.fields
  const names = wanted.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !listing.fields.includes(name))
  if (unknown !== undefined)
    throw usageError(`There is no field "${unknown}".`, `The fields are ${listing.fields.join(', ')}.`)
  return names
}

function pick(row: OutputRecord, fields: readonly string[]): OutputRecord {
  return Object.fromEntries(fields.map((field) => [field, row[field] ?? null]))
}
