/** Returns a function that makes a value on its first call and returns the same one from then on. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
