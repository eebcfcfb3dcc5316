import type { SessionStorage } from '#core/gateway/ports.ts'

/**
 * Stores the session in local storage, for all tabs and the next start; in memory for this visit if that is refused.
 */
export function makeSessionStorage(storage: () => Storage = () => localStorage): SessionStorage {
  const visit = new Map<string, string>()
  return {
    getItem: (key) => {
      try {
        return storage().getItem(key) ?? visit.get(key) ?? null
      } catch {
        return visit.get(key) ?? null
      }
    },
    setItem: (key, value) => {
      visit.set(key, value)
      try {
        storage().setItem(key, value)
      } catch {
        // Storage is full or disabled.
      }
    },
    removeItem: (key) => {
      visit.delete(key)
      try {
        storage().removeItem(key)
      } catch {
        // As above.
      }
    },
  }
}
