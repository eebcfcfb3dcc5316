import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { AnyId, OperationId, StudioId, UserId } from '#core/lib/ids.ts'
import type { Permission } from '#core/schema/role-permissions.ts'
import type { Scope } from '#core/schema/scope.ts'
import type { Rows, TableName } from '#core/schema/tables.ts'
import type { SkipReason } from './mutation.ts'

/** The rows a change is calculated from: on a client those of the open scopes, on the server in memory all of them. */
export interface RowReader {
  readonly studioId: StudioId
  readonly userId: UserId
  readonly find: <Name extends TableName>(table: Name, key: string) => Rows[Name] | undefined
  /** The rows that hang under a row. */
  readonly under: <Name extends TableName>(table: Name, parent: string) => readonly Rows[Name][]
  /** Every row of a table, or of a table in one scope. */
  readonly list: <Name extends TableName>(table: Name, scope?: Scope) => readonly Rows[Name][]
  /** The scopes that hold a row. */
  readonly scopesOf: (table: TableName, key: string) => readonly Scope[]
  /** Whether the caller may, as far as is known here. */
  readonly can: (permission: Permission) => boolean
}

/** Rows of one table as a scope had them. */
export type KeptRows = { readonly scope: Scope; readonly table: TableName; readonly rows: readonly Rows[TableName][] }

/** What a change does to rows. What it reads may be the rows as they were before it began. */
export interface Transaction extends RowReader {
  readonly now: EpochMs
  /** Whether this is the last word; on a client it is what people see until the server's rows come. */
  readonly isServer: boolean
  readonly newId: <Id extends AnyId>() => Id
  /** Adds rows that are not there yet. */
  readonly add: <Name extends TableName>(scope: Scope, table: Name, rows: readonly Rows[Name][]) => void
  /** Sets the same fields on rows wherever they are open, and in a scope that may not be. */
  readonly set: <Name extends TableName>(
    at: { readonly table: Name; readonly scope?: Scope | undefined },
    keys: readonly string[],
    fields: Partial<Rows[Name]>,
  ) => void
  /** Removes rows wherever they are. */
  readonly remove: (table: TableName, keys: readonly string[]) => void
  /** Puts back what an operation deleted, or shows the rows kept of it. */
  readonly restore: (deletionId: OperationId, kept: readonly KeptRows[]) => void
  /** Says that a task is left alone. */
  readonly skip: (taskId: Rows['item_tasks']['id'], reason: SkipReason) => void
}
