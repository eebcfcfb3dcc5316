import type { Rev } from '#core/lib/ids.ts'
import type { Scope, StudioAccess } from './scope.ts'
import type { Rows, TableName } from './tables.ts'

type Listener = () => void

/**
 * `empty`: nothing is known yet; `ready`: has rows, from the cache or the server; `gone`: the caller can no longer see
 * it.
 */
export type ReplicaState = 'empty' | 'ready' | 'gone'

/**
 * The rows of one scope as people see them: the server's, overlaid with their pending writes. Rows are immutable: a
 * change makes a new object. Versions from `getVersion` and `getRowVersion` grow with each change, for
 * `useSyncExternalStore`.
 */
export interface Replica {
  readonly scope: Scope
  getState: () => ReplicaState
  /** The studio revision up to which the rows are complete; 0 before the first pull. */
  getRev: () => Rev
  /** The caller's access; only in a studio's replica. */
  findAccess: () => StudioAccess | undefined
  getRows: <Name extends TableName>(table: Name) => ReadonlyMap<string, Rows[Name]>
  find: <Name extends TableName>(table: Name, key: string) => Rows[Name] | undefined
  /** Returns a row's children, unordered: the items of a collection, the tasks of an item. */
  getUnder: <Name extends TableName>(table: Name, parent: string) => readonly Rows[Name][]
  /** Grows when anything in the table changes; without a table, when anything changes. */
  getVersion: (table?: TableName) => number
  /** Grows when the row or one of its children changes. */
  getRowVersion: (key: string) => number
  subscribe: (listener: Listener) => () => void
  subscribeTable: (table: TableName, listener: Listener) => () => void
  subscribeRow: (key: string, listener: Listener) => () => void
}
