import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { columnsOf, describe, type TableName } from './tables.ts'

/** What rows come to, whatever their order: how many they are, and parts of their hashes added up. */
export type RowSum = { readonly columns: readonly string[]; readonly count: number; readonly sum: number }

/**
 * The sum of rows over these columns, as the database adds it up (`private.sum_columns`); undefined where this version does not
 * know one of the columns.
 */
export function sumRows(table: TableName, rows: readonly object[], columns: readonly string[]): RowSum | undefined {
  const fields = columns.flatMap((column) => columnsOf(table).find((known) => known.column === column)?.field ?? [])
  if (fields.length < columns.length) return undefined
  const texts = fields.map((field) => {
    const kind = describe(table).fields[field]?.kind
    // The database writes decimals without zeros at their end.
    const isNumeric = kind === 'decimal' || kind === 'rank'
    return (row: Readonly<Record<string, unknown>>): string => {
      const value = row[field]
      if (isNumeric && value !== undefined) return String(Number(value))
      return ['string', 'number', 'boolean'].includes(typeof value) ? `${value as string | number | boolean}` : ''
    }
  })
  let sum = 0
  for (const row of rows) {
    // Rows are plain records.
    const line = texts.map((text) => text(row as Readonly<Record<string, unknown>>)).join('\u001F')
    const hash = sha256(utf8ToBytes(line))
    // At most 2^32 each: two million of them are added without loss.
    sum += new DataView(hash.buffer, hash.byteOffset).getUint32(0)
  }
  return { columns, count: rows.length, sum }
}
