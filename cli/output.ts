import { toCsvLine } from '#core/exchange/csv-line.ts'
import { assertNever } from '#core/lib/assert.ts'
import { usageError } from './cli-error.ts'
import type { Io } from './io.ts'
import { toTable } from './table.ts'

/** A value of a record, as JSON has it; `null` for absent, so that a field is always there. */
export type Cell = string | number | boolean | null | readonly string[]

/** One line of a result: its fields are the same in every format and from release to release. */
export type OutputRecord = Readonly<Record<string, Cell>>

export const formats = ['table', 'plain', 'json', 'ndjson', 'csv'] as const
export type Format = (typeof formats)[number]

export type OutputOptions = {
  /** `''` for all fields, else their names with commas. */
  readonly json?: string
  readonly ndjson?: boolean
  readonly csv?: boolean
  readonly plain?: boolean
  readonly color?: boolean
}

export type Listing<Row extends OutputRecord> = {
  readonly rows: readonly Row[]
  /** Every field a row has, in order; JSON prints them all. */
  readonly fields: readonly (keyof Row & string)[]
  /** The fields a table, plain text and CSV show, where that is not all of them. */
  readonly columns?: readonly (keyof Row & string)[]
}

/** The format asked for: a table on a terminal and tab-separated text off it, unless an option says otherwise. */
export function toFormat(options: OutputOptions, io: Pick<Io, 'isOutputTty'>): Format {
  // Fields that are chosen hold for one object a line as well.
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

/** Whether colours may be used: on a terminal that has them, unless somebody said no. */
function hasColor(options: Pick<OutputOptions, 'color'>, io: Pick<Io, 'isOutputTty' | 'env'>): boolean {
  const isRefused = (io.env['NO_COLOR'] ?? '') !== '' || io.env['TERM'] === 'dumb' || options.color === false
  return io.isOutputTty && !isRefused
}

/** A result as text, ending with a line break unless it is empty. */
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

/** What is printed of one record, and what of it where people read it, if that is not all. */
export type Shown<Row extends OutputRecord> = { readonly row: Row; readonly columns?: readonly (keyof Row & string)[] }

/** One record as text: an object as JSON, a field a line otherwise. */
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

/** A moment as people at a terminal read it, in the zone of their machine; programs get it whole. */
function toLocalTime(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)) return text
  const at = new Date(text)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Text without control characters: what people wrote on the server must not steer somebody's terminal. */
function toPrintable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters to take out
  return text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
}

function toText(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'object' ? cell.join(', ') : String(cell)
}

function toLines(rows: readonly OutputRecord[], columns: readonly string[]): readonly (readonly string[])[] {
  return rows.map((row) => columns.map((column) => toText(row[column] ?? null)))
}

/** Refuses fields that a listing will not have, before the work is done that it tells of. */
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
