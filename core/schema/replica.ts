import type { Rev } from '#core/lib/ids.ts'
import type { Scope, StudioAccess } from './scope.ts'
import type { Rows, TableName } from './tables.ts'

type Listener = () => void

/** `empty`: nothing is known yet; `ready`: rows are there, from the cache or the server; `gone`: it is out of the caller's sight. */
export type ReplicaState = 'empty' | 'ready' | 'gone'

/**
 * The rows of one scope as people see them: the server's, under their own pending writes. Rows are immutable; one that
 * changed is another object. Numbers from `getVersion` and `getRowVersion` grow with each change, for `useSyncExternalStore`.
 */
export interface Replica {
  readonly scope: Scope
  getState: () => ReplicaState
  /** The studio revision up to which the rows are complete; 0 before the first pull. */
  getRev: () => Rev
  /** What the caller may do; only in a studio's replica. */
  findAccess: () => StudioAccess | undefined
  getRows: <Name extends TableName>(table: Name) => ReadonlyMap<string, Rows[Name]>
  find: <Name extends TableName>(table: Name, key: string) => Rows[Name] | undefined
  /** Rows that hang under a row: the items of a collection, the tasks of an item. In no order. */
  getUnder: <Name extends TableName>(table: Name, parent: string) => readonly Rows[Name][]
  /** Grows when anything in the table changes, or without a table anything at all. */
  getVersion: (table?: TableName) => number
  /** Grows when the row, or one that hangs under it, changes. */
  getRowVersion: (key: string) => number
  subscribe: (listener: Listener) => () => void
  subscribeTable: (table: TableName, listener: Listener) => () => void
  subscribeRow: (key: string, listener: Listener) => () => void
}
