import { rowKey, type Rows, type TableName } from '#core/schema/tables.ts'
import type { Scope } from '#core/schema/scope.ts'
import type { Rev } from '#core/lib/ids.ts'
import type { PullAnswer } from '../ports.ts'

type Stored = { readonly row: object; readonly rev: Rev; readonly scope: Scope }

/** A deleted row, with the revision of its deletion. */
export type Tombstone = {
  readonly table: TableName
  readonly key: string
  readonly row: object
  readonly rev: Rev
  readonly scope: Scope
}

/** Rows with the revision that last wrote them, as the database stores them. */
export type MemoryTables = {
  readonly find: <Name extends TableName>(table: Name, key: string) => Rows[Name] | undefined
  readonly findScope: (table: TableName, key: string) => Scope | undefined
  readonly list: <Name extends TableName>(table: Name, scope?: Scope) => readonly Rows[Name][]
  readonly put: <Name extends TableName>(table: Name, row: Rows[Name], at: { scope: Scope; rev: Rev }) => void
  readonly remove: (table: TableName, key: string, rev: Rev) => void
  /** Returns the rows deleted at a revision. */
  readonly graves: (rev: Rev) => readonly Tombstone[]
  readonly forget: (grave: Tombstone) => void
  /** Returns what changed in a scope after a revision. */
  readonly since: (scope: Scope, since: Rev) => Pick<PullAnswer, 'tables' | 'deleted'>
}

/** Makes empty tables. */
export function makeMemoryTables(): MemoryTables {
  const tables = new Map<TableName, Map<string, Stored>>()
  const graves = new Set<Tombstone>()
  const rowsOf = (table: TableName): Map<string, Stored> => {
    const rows = tables.get(table) ?? new Map<string, Stored>()
    tables.set(table, rows)
    return rows
  }
  return {
    // `put` accepts only each table's own rows.
    find: <Name extends TableName>(table: Name, key: string) => rowsOf(table).get(key)?.row as Rows[Name] | undefined,
    findScope: (table, key) => rowsOf(table).get(key)?.scope,
    list: <Name extends TableName>(table: Name, scope?: Scope) =>
      [...rowsOf(table).values()]
        .filter((stored) => scope === undefined || stored.scope === scope)
        // Same as above.
        .map((stored) => stored.row as Rows[Name]),
    put: (table, row, { scope, rev }) => {
      rowsOf(table).set(rowKey(table, row), { row, rev, scope })
    },
    remove: (table, key, rev) => {
      const stored = rowsOf(table).get(key)
      if (stored === undefined) return
      rowsOf(table).delete(key)
      graves.add({ table, key, rev, scope: stored.scope, row: stored.row })
    },
    graves: (rev) => [...graves].filter((grave) => grave.rev === rev),
    forget: (grave) => {
      graves.delete(grave)
    },
    since: (scope, since) => {
      const changed = [...tables].map(([name, rows]) => [
        name,
        [...rows.values()].filter((stored) => stored.scope === scope && stored.rev > since).map(({ row }) => row),
      ])
      const deleted = [...graves].filter((grave) => grave.scope === scope && grave.rev > since && since > 0)
      return {
        // Same as above.
        tables: Object.fromEntries(changed) as PullAnswer['tables'],
        deleted: Object.fromEntries(
          [...Map.groupBy(deleted, ({ table }) => table)].map(([table, keys]) => [table, keys.map(({ key }) => key)]),
        ),
      }
    },
  }
}
