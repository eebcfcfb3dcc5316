/** Parses JSON; undefined if there is no text, or it is not JSON. */
export function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns whether a value is an object that is not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a value that is text; undefined for any other. */
export function findText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Returns a value that is text; empty for any other. */
export function textOf(value: unknown): string {
  return findText(value) ?? ''
}
