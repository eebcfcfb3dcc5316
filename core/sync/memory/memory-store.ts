import type { Scope } from '#core/schema/scope.ts'
import type { CachedScope, LocalStore, OutboxEntry } from '../ports.ts'

/**
 * Makes an in-memory device store that outlives the clients using it: for the CLI, which stores nothing, and for tests
 * of crashes.
 */
export function makeMemoryStore(): LocalStore {
  const scopes = new Map<Scope, CachedScope>()
  const entries = new Map<string, OutboxEntry>()
  const meta = new Map<string, unknown>()
  const soon = async <T>(value: T): Promise<T> => await Promise.resolve(value)
  return {
    loadScope: async (scope) => await soon(scopes.get(scope)),
    saveScope: async (cached) => {
      const isOlder = cached.rev < (scopes.get(cached.scope)?.rev ?? 0)
      await soon(isOlder || scopes.set(cached.scope, cached))
    },
    deleteScope: async (scope) => {
      await soon(scopes.delete(scope))
    },
    loadEntries: async () => await soon([...entries.values()]),
    saveEntry: async (entry) => {
      await soon(entries.set(entry.id, entry))
    },
    deleteEntries: async (ids) => {
      for (const id of ids) entries.delete(id)
      await soon(undefined)
    },
    loadMeta: async (key) => await soon(meta.get(key)),
    saveMeta: async (key, value) => {
      await soon(meta.set(key, value))
    },
    clear: async () => {
      scopes.clear()
      entries.clear()
      meta.clear()
      await soon(undefined)
    },
    close: async () => await soon(undefined),
  }
}
