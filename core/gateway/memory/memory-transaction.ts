import type { Skipped } from '#core/change/mutation.ts'
import type { Transaction } from '#core/change/transaction.ts'
import type { EpochMs } from '#core/lib/calendar-date.ts'
import { AppError } from '#core/lib/errors.ts'
import { newId, type OperationId, type Rev, type StudioId, type UserId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { overlayFields } from '#core/schema/field-values.ts'
import type { Scope } from '#core/schema/scope.ts'
import { describe, rowKey, tableNames, type Rows, type TableName } from '#core/schema/tables.ts'
import type { Tombstone, MemoryTables } from './memory-tables.ts'

type Begun = {
  readonly tables: MemoryTables
  readonly studioId: StudioId
  readonly userId: UserId
  /** The revision given to all rows it writes. */
  readonly rev: Rev
  readonly now: EpochMs
  /** Returns the revision of an earlier operation. */
  readonly findRev: (operationId: OperationId) => Rev | undefined
}

/** Rows by parent, until their table changes. */
type Children = Map<TableName, ReadonlyMap<unknown, unknown>>

/** Makes a transaction of the in-memory server: writes take effect at once, and skips are collected. */
export function makeMemoryTransaction(begun: Begun): {
  readonly tx: Transaction
  readonly skipped: readonly Skipped[]
} {
  const { tables, studioId, userId, rev, now, findRev } = begun
  const skipped: Skipped[] = []
  const children: Children = new Map()
  const index = (table: TableName): ReadonlyMap<unknown, unknown> => {
    const field = describe(table).belongsTo?.field ?? ''
    const byParent = Map.groupBy<unknown, object>(tables.list(table), (row) => valuesOf(row)[field])
    children.set(table, byParent)
    return byParent
  }
  const put = <Name extends TableName>(table: Name, row: Rows[Name], scope: Scope): void => {
    children.delete(table)
    tables.put(table, row, { scope, rev })
  }
  const tx: Transaction = {
    studioId,
    userId,
    now,
    isServer: true,
    newId,
    find: tables.find,
    list: tables.list,
    under: <Name extends TableName>(table: Name, parent: string) =>
      // Each list holds only its table's own rows.
      ((children.get(table) ?? index(table)).get(parent) ?? []) as readonly Rows[Name][],
    scopesOf: (table, key) => {
      const scope = tables.findScope(table, key)
      return scope === undefined ? [] : [scope]
    },
    // Everybody is an owner here.
    can: () => true,
    add: (scope, table, rows) => {
      for (const row of rows) if (tables.find(table, rowKey(table, row)) === undefined) put(table, row, scope)
    },
    set: ({ table }, keys, fields) => {
      for (const key of keys) {
        const row = tables.find(table, key)
        const scope = tables.findScope(table, key)
        if (row !== undefined && scope !== undefined) put(table, overlayFields(row, fields), scope)
      }
    },
    remove: (table, keys) => {
      children.delete(table)
      for (const key of keys) tables.remove(table, key, rev)
    },
    restore: (deletionId) => restoreRows(tables, { of: findRev(deletionId) ?? -1, put }),
    skip: (taskId, reason) => {
      skipped.push({ taskId, reason })
    },
  }
  return { tx, skipped }
}

type Restoring = {
  readonly of: Rev
  readonly put: <Name extends TableName>(table: Name, row: Rows[Name], scope: Scope) => void
}

/** Restores what was deleted at a revision, as far as parents exist and places are free. */
function restoreRows(tables: MemoryTables, { of, put }: Restoring): void {
  const graves = tables.graves(of)
  let restored = 0
  // Parents before children.
  for (const table of tableNames) {
    const taken = new Set(tables.list(table).map((row) => placeOf(table, row)))
    for (const grave of graves.filter((candidate) => candidate.table === table)) {
      const isThere = tables.find(table, grave.key) !== undefined
      if (isThere || isOrphan(tables, grave) || taken.has(placeOf(table, grave.row))) continue
      // A grave holds a row of its own table.
      put(table, grave.row as Rows[typeof table], grave.scope)
      tables.forget(grave)
      restored += 1
    }
  }
  if (restored > 0) return
  const code = graves.length === 0 ? 'not-found' : 'conflict'
  throw new AppError(code, messages[code])
}

function isOrphan(tables: MemoryTables, { table, row }: Tombstone): boolean {
  const { belongsTo } = describe(table)
  if (belongsTo === undefined) return false
  // Descriptions name existing tables.
  return tables.find(belongsTo.table as TableName, String(valuesOf(row)[belongsTo.field])) === undefined
}

/** Returns the unique fields of a row besides its key: a task's cell, an item's slug. */
function placeOf(table: TableName, row: object): string {
  const { unique } = describe(table)
  const values = valuesOf(row)
  return JSON.stringify(unique === undefined ? values : unique.map((field) => values[field]))
}

function valuesOf(row: object): Readonly<Record<string, unknown>> {
  return { ...row }
}
