import type { Rows, TableName } from '../domain/rows.ts'
import { badAnswer } from './http.ts'
import { columnsOf } from './tables.ts'

/** Rows from columns of equal length (`{id: […], title: […]}`); JSON's null becomes `undefined`. */
export function decodeColumns<Name extends TableName>(
  table: Name,
  columns: Readonly<Record<string, unknown>>,
): Rows[Name][] {
  const rows: Record<string, unknown>[] = []
  for (const { field, column, decode } of columnsOf(table)) {
    const values = columns[column]
    if (!Array.isArray(values)) throw badAnswer(`${table}.${column}`)
    for (let index = 0; index < values.length; index += 1) {
      const value: unknown = values[index] ?? undefined
      const row = (rows[index] ??= {})
      row[field] = value !== undefined && decode !== undefined ? decode(value) : value
    }
  }
  // `tables` names every field of the row, so each object is complete.
  return rows as Rows[Name][]
}

/** Fields of a row as the database takes them; `undefined` becomes null. */
export function encodeFields(table: TableName, fields: object): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = { ...fields }
  const encoded: Record<string, unknown> = {}
  for (const { field, column, encode } of columnsOf(table)) {
    if (!(field in values)) continue
    const value = values[field]
    encoded[column] = encode !== undefined && value !== undefined ? encode(value) : (value ?? null)
  }
  return encoded
}
