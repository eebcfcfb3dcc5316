import type { Replica } from './replica.ts'
import type { TableName } from './tables.ts'

/** Memoises a value made from whole tables; it stays the same object until one of them changes. */
export function memoByVersion<T>(replica: Replica, tables: readonly TableName[], make: () => T): () => T {
  let seen = -1
  let value: T
  return () => {
    // Called for each drawn cell, so the check allocates nothing.
    let version = 0
    for (const table of tables) version = Math.max(version, replica.getVersion(table))
    if (version !== seen) {
      seen = version
      value = make()
    }
    return value
  }
}
