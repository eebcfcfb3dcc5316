/** Ends a switch over a union: fails to compile while a case is missing, and throws if data broke the type. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}

/** Throws if an invariant does not hold; for bugs, never for user input. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${message}`)
}
