/** Memoizes a value until one of its sources is another object. */
export function memoBySources<T>(sources: () => readonly unknown[], make: () => T): () => T {
  let seen: readonly unknown[] | undefined
  let value: T
  return () => {
    const now = sources()
    if (seen === undefined || now.length !== seen.length || now.some((source, index) => source !== seen?.[index])) {
      seen = now
      value = make()
    }
    return value
  }
}
