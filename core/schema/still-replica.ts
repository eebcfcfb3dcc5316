import { AppError } from '#core/lib/errors.ts'
import { decodeColumns } from './decode-columns.ts'
import type { Replica } from './replica.ts'
import type { Scope } from './scope.ts'
import { describe, rowKey, tables, type Rows, type TableName } from './tables.ts'

type Row = Rows[TableName]
type Kept = { readonly rows: Map<string, Row>; readonly under: Map<string, Row[]> }

/**
 * Reads a scope's rows from one server response as a replica that never updates: enough for callers that keep nothing
 * in sync, such as reports. Fails with `unexpected` for a response of another shape.
 */
export function readStillReplica(scope: Scope, answer: unknown): Replica {
  const columns = toObject(toObject(answer)['tables'])
  const kept = new Map<string, Kept>()
  for (const name of Object.keys(tables)) {
    // `tables` lists every table.
    const table = name as TableName
    kept.set(table, index(table, columns[table] === undefined ? [] : decodeColumns(table, toObject(columns[table]))))
  }
  const stop = (): void => undefined
  // Each table's map holds only that table's rows; the type `Kept` loses that.
  const getRows: Replica['getRows'] = <Name extends TableName>(table: Name) =>
    (kept.get(table)?.rows ?? new Map<string, Row>()) as ReadonlyMap<string, unknown> as ReadonlyMap<string, Rows[Name]>
  return {
    scope,
    getState: () => 'ready',
    getRev: () => 0,
    findAccess: () => undefined,
    getRows,
    find: (table, key) => getRows(table).get(key),
    // Same as above.
    getUnder: <Name extends TableName>(table: Name, parent: string) =>
      (kept.get(table)?.under.get(parent) ?? []) as readonly unknown[] as readonly Rows[Name][],
    getVersion: () => 0,
    getRowVersion: () => 0,
    subscribe: () => stop,
    subscribeTable: () => stop,
    subscribeRow: () => stop,
  }
}

function index(table: TableName, rows: readonly Row[]): Kept {
  const field = describe(table).belongsTo?.field
  const parentOf = (row: Row): string => String(field === undefined ? '' : toObject(row)[field])
  return {
    rows: new Map(rows.map((row) => [rowKey(table, row), row])),
    under: Map.groupBy(field === undefined ? [] : rows, parentOf),
  }
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null)
    throw new AppError('unexpected', "The server's answer to a pull could not be read.")
  // An object's values may be anything, hence `unknown`.
  return value as Readonly<Record<string, unknown>>
}
