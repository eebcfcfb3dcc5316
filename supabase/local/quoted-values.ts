import type { Connection } from '@supabase/lite'

// lite takes the quotes off a value of `or=` and `and=` and leaves the backslashes in it, counts parentheses in it, and leaves the
// quotes where a pattern is looked for. Nobody can tell afterwards what was meant, so what has a meaning to lite goes there as
// characters of private use, and comes back as what it stood for.
const kept = new Map(['\\', '"', '(', ')', ','].map((sign, index) => [sign, String.fromCharCode(0xe000 + index)]))
const signs = new Map([...kept].map(([sign, stand]) => [stand, sign]))

/** A value in quotes, and the operator before it where that looks for a pattern. */
const quotedValue = /((?:i?like|match|imatch|fts|plfts|phfts|wfts)(?:\(\w+\))?\.)?"((?:[^"\\]|\\.)*)"/gs

/** Several patterns at once, in which lite knows `%` alone. */
const patterns = /(?<=i?like\((?:any|all)\)\.)\{[^}]*\}/gi

/** The address with the values of filters put so that lite takes them as they are meant. */
export function keepFilterValues(address: string): string {
  if (!/%22|"|like(?:\(|%28)a|[?&.](?:or|and)=/i.test(address)) return address
  const url = new URL(address)
  const entries = Array.from(url.searchParams, ([key, value]): Entry => {
    const starless = value.replaceAll(patterns, (list) => list.replaceAll('*', '%'))
    return [key, logic.test(key) ? keepQuoted(starless) : starless]
  })
  url.search = new URLSearchParams(joinLogic(entries)).toString()
  return url.href
}

type Entry = [key: string, value: string]

/** What they are about, and the word itself. */
const logic = /^(.*?\.)??((?:not\.)?(?:or|and))$/

/** Of several `or=` about the same rows lite takes one alone: they become one `and=` of all. */
function joinLogic(entries: readonly Entry[]): Entry[] {
  const said = entries.filter(([key]) => logic.test(key))
  const joined = [...Map.groupBy(said, ([key]) => logic.exec(key)?.[1] ?? '')].flatMap(([of, all]): Entry[] =>
    all.length < 2 ? all : [[`${of}and`, `(${all.map(([key, value]) => key.slice(of.length) + value).join()})`]],
  )
  return [...entries.filter(([key]) => !logic.test(key)), ...joined]
}

const keepQuoted = (value: string): string =>
  value.replaceAll(quotedValue, (_, pattern: string | undefined, text: string) =>
    pattern === undefined ? `"${keep(text)}"` : pattern + keep(text),
  )

const keep = (text: string): string => text.replaceAll(/\\?([\s\S])/g, (_, sign: string) => kept.get(sign) ?? sign)

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
  if (typeof part === 'string') return part.replaceAll(/[\ue000-\ue004]/g, (stand) => signs.get(stand) ?? stand)
  if (Array.isArray(part)) return part.map(restore)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, restore(value)]))
}
