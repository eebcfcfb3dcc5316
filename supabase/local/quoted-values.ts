import type { Connection } from '@supabase/lite'

// lite takes the quotes off a value of `or=` or `and=` and leaves the backslashes in it. Nobody can tell afterwards which of them
// were escapes, so they go to lite as two characters of private use, and come back as what they stood for.
const [backslash, quote] = ['\uE000', '\uE001']

/** The address with the escapes in quoted values of `or=` and `and=` put so that lite keeps them. */
export function keepQuotedValues(address: string): string {
  if (!/%5C|\\/i.test(address)) return address
  const url = new URL(address)
  for (const [key, value] of Array.from(url.searchParams)) {
    if (!/(^|\.)(or|and)$/.test(key)) continue
    const kept = value.replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) =>
      quoted.replaceAll('\\\\', backslash).replaceAll('\\"', quote),
    )
    url.searchParams.set(key, kept)
  }
  return url.href
}

/** The parts of lite's reading of a request that matter here. */
type Reading = { where?: unknown; select?: unknown[] }

/** Puts back what the escapes stood for, once lite has read the request. */
export function restoreQuotedValues(connection: Connection): void {
  const read = connection.onPostgrestAST.bind(connection)
  connection.onPostgrestAST = async (...request) => {
    const ast = await read(...request)
    // lite's own type is a union of all kinds of requests, each with some of these parts.
    restoreIn(ast as Reading)
    return ast
  }
}

function restoreIn(reading: Reading): void {
  if (reading.where !== undefined) reading.where = restore(reading.where)
  for (const entry of reading.select ?? []) {
    if (typeof entry !== 'object' || entry === null) continue
    for (const part of Object.values(entry)) if (typeof part === 'object' && part !== null) restoreIn(part as Reading)
  }
}

function restore(part: unknown): unknown {
  if (typeof part === 'string') return part.replaceAll(backslash, '\\').replaceAll(quote, '"')
  if (Array.isArray(part)) return part.map(restore)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, restore(value)]))
}
