import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { columnsOf, describe, type TableName } from './tables.ts'

/** A checksum of rows, independent of their order: their count, and the sum of parts of their hashes. */
export type RowSum = {
  readonly columns: readonly string[]
  readonly count: number
  readonly sum: number
  /** The ids to count, in tables whose rows are pulled along with others and whose removal no pull reports. */
  readonly keys?: readonly string[]
}

/**
 * Sums rows over these columns exactly as the database does (`private.sum_columns`); undefined where this version does
 * not know one of the columns.
 */
export function sumRows(table: TableName, rows: readonly object[], columns: readonly string[]): RowSum | undefined {
  const fields = columns.flatMap((column) => columnsOf(table).find((known) => known.column === column)?.field ?? [])
  if (fields.length < columns.length) return undefined
  const texts = fields.map((field) => {
    const kind = describe(table).fields[field]?.kind
    // The database writes decimals without trailing zeros.
    const isNumeric = kind === 'decimal' || kind === 'rank'
    return (row: Readonly<Record<string, unknown>>): string => {
      const value = row[field]
      if (value === undefined || value === null) return ''
      return typeof value === 'string' && !isNumeric ? value : toSumText(isNumeric ? Number(value) : value)
    }
  })
  let sum = 0
  for (const row of rows) {
    // Rows are plain records.
    const line = texts.map((text) => text(row as Readonly<Record<string, unknown>>)).join('\u001F')
    const hash = sha256(utf8ToBytes(line))
    // Less than 2^32 each: two million of them add up without loss.
    sum += new DataView(hash.buffer, hash.byteOffset).getUint32(0)
  }
  return { columns, count: rows.length, sum }
}

/** Writes a JSON value as the database does for a sum (`private.sum_json`). */
function toSumText(value: unknown): string {
  if (typeof value === 'number') return toPlainDecimal(value)
  if (Array.isArray(value)) return `[${value.map(toSumText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  const parts = entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${toSumText(part)}`)
  return `{${parts.join(',')}}`
}

/** Writes a number without an exponent: `1e-7` becomes `0.0000001`. */
function toPlainDecimal(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e')
  if (exponent === undefined) return mantissa
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(mantissa) ?? []
  const point = whole.length + Number(exponent)
  const digits = whole + part
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return point >= digits.length
    ? `${sign}${digits.padEnd(point, '0')}`
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}
