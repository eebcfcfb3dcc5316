import type { Connection } from '@supabase/lite'

// lite strips the quotes of a value in `or=` and `and=` but leaves its backslashes, counts parentheses inside it, and
// keeps the quotes of patterns. The meaning cannot be recovered afterwards, so characters with a meaning to lite are
// replaced by private-use characters before, and put back afterwards.
const kept = new Map(['\\', '"', '(', ')', ','].map((sign, index) => [sign, String.fromCharCode(0xe000 + index)]))
const signs = new Map([...kept].map(([sign, stand]) => [stand, sign]))

/** A quoted value, with the operator before it if that matches a pattern. */
const quotedValue = /((?:i?like|match|imatch|fts|plfts|phfts|wfts)(?:\(\w+\))?\.)?"((?:[^"\\]|\\.)*)"/gs

/** Several patterns at once, in which lite only knows `%`. */
const patterns = /(?<=i?like\((?:any|all)\)\.)\{[^}]*\}/gi

/** Rewrites the filter values of a URL so that lite reads them as they are meant. */
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

/** Their subject, and the word itself. */
const logic = /^(.*?\.)??((?:not\.)?(?:or|and))$/

/** lite only applies one of several `or=` on the same rows: they are joined into one `and=`. */
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

/** The parts of lite's parsed request that matter here. */
type Reading = { where?: unknown; select?: unknown[] }

/** Puts back the replaced characters, once lite has read the request. */
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
