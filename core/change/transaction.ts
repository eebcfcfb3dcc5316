import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { AnyId, OperationId, StudioId, UserId } from '#core/lib/ids.ts'
import type { Permission } from '#core/schema/role-permissions.ts'
import type { Scope } from '#core/schema/scope.ts'
import type { Rows, TableName } from '#core/schema/tables.ts'
import type { SkipReason } from './mutation.ts'

/** The rows that a change is planned on: on a client those of the open scopes, in the in-memory server all of them. */
export interface RowReader {
  readonly studioId: StudioId
  readonly userId: UserId
  readonly find: <Name extends TableName>(table: Name, key: string) => Rows[Name] | undefined
  /** Returns a row's children. */
  readonly under: <Name extends TableName>(table: Name, parent: string) => readonly Rows[Name][]
  /** Returns every row of a table, or those in one scope. */
  readonly list: <Name extends TableName>(table: Name, scope?: Scope) => readonly Rows[Name][]
  /** Returns the scopes that hold a row. */
  readonly scopesOf: (table: TableName, key: string) => readonly Scope[]
  /** Tells whether the caller has a permission, as far as is known here. */
  readonly can: (permission: Permission) => boolean
}

/** Rows of one table, as they were in a scope. */
export type KeptRows = { readonly scope: Scope; readonly table: TableName; readonly rows: readonly Rows[TableName][] }

/** The writes of a change. Its reads may return the rows as they were before it began. */
export interface Transaction extends RowReader {
  readonly now: EpochMs
  /** Whether the result is final; on a client it is shown only until the server's rows arrive. */
  readonly isServer: boolean
  readonly newId: <Id extends AnyId>() => Id
  /** Adds rows that do not exist yet. */
  readonly add: <Name extends TableName>(scope: Scope, table: Name, rows: readonly Rows[Name][]) => void
  /** Sets the same fields on rows in every open scope that has them, and in the named scope even if it is not open. */
  readonly set: <Name extends TableName>(
    at: { readonly table: Name; readonly scope?: Scope | undefined },
    keys: readonly string[],
    fields: Partial<Rows[Name]>,
  ) => void
  /** Removes rows from every scope. */
  readonly remove: (table: TableName, keys: readonly string[]) => void
  /** Restores what an operation deleted, or shows the rows kept from it. */
  readonly restore: (deletionId: OperationId, kept: readonly KeptRows[]) => void
  /** Reports a task as skipped. */
  readonly skip: (taskId: Rows['item_tasks']['id'], reason: SkipReason) => void
}
