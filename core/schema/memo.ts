import type { Replica } from './replica.ts'
import type { TableName } from './tables.ts'

/** A value made from whole tables, made again only after one of them changed; the same object until then. */
export function memoByVersion<T>(replica: Replica, tables: readonly TableName[], make: () => T): () => T {
  let seen = -1
  let value: T
  return () => {
    // Asked for each cell that is drawn: nothing is made for the question.
    let version = 0
    for (const table of tables) version = Math.max(version, replica.getVersion(table))
    if (version !== seen) {
      seen = version
      value = make()
    }
    return value
  }
}
