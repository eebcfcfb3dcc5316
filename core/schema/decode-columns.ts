import { AppError } from '#core/lib/errors.ts'
import { type Rows, type TableName, columnsOf } from './tables.ts'

/**
 * Turns columns of equal length (`{id: […], title: […]}`) into rows; JSON's null becomes `undefined`. Fails with
 * `unexpected`.
 */
export function decodeColumns<Name extends TableName>(
  table: Name,
  columns: Readonly<Record<string, unknown>>,
): Rows[Name][] {
  const rows: Record<string, unknown>[] = []
  for (const { field, column, decode } of columnsOf(table)) {
    const values = columns[column]
    if (!Array.isArray(values))
      throw new AppError('unexpected', `The server's answer to ${table}.${column} could not be read.`)
    for (let index = 0; index < values.length; index += 1) {
      const value: unknown = values[index] ?? undefined
      const row = (rows[index] ??= {})
      row[field] = value !== undefined && decode !== undefined ? decode(value) : value
    }
  }
  // `tables` names every field of the row, so each object is complete.
  return rows as Rows[Name][]
}
