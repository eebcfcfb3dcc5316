import { columnsOf, type TableName } from './tables.ts'

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
