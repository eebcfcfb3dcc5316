/** Ends a switch over a union: does not compile while a case is missing, and throws if data broke the type. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}

/** Throws when a condition that the code relies on does not hold; for bugs, never for a person's input. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${message}`)
}
