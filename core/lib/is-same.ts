/** Compares JSON values deeply: lists by position, objects regardless of key order, which Postgres does not keep. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (!isObject(one) || !isObject(other)) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const mine = listSaid(one)
  const theirs = new Map(listSaid(other))
  return mine.length === theirs.size && mine.every(([key, value]) => theirs.has(key) && isSame(value, theirs.get(key)))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** The entries that are not undefined: undefined is not sent, so it equals absence. */
function listSaid(value: object): readonly [string, unknown][] {
  return Object.entries(value).filter(([, each]) => each !== undefined)
}
