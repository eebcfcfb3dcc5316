/** Reads a stored text; undefined also where the browser refuses storage. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Lists the stored keys with a prefix; none where the browser refuses storage. */
export function listStored(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Stores a text where the browser allows it; otherwise a preference still holds for this visit. */
export function writeStored(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage is full or switched off.
  }
}
