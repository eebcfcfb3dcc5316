import { columnsOf, type TableName } from './tables.ts'

/** Encodes fields of a row for the database; `undefined` becomes null. */
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
