import { normalizeSearchText } from '#core/search/text.ts'

/** One row of the create form. */
export type NewItemRow = { readonly name: string; readonly description: string }

/**
 * Returns the positions of rows whose name appears in an earlier row or among those taken; blank names are no
 * duplicates.
 */
export function findDuplicateRows(rows: readonly NewItemRow[], taken: Iterable<string>): readonly number[] {
  const seen = new Set(Array.from(taken, toNameKey))
  return rows.flatMap(({ name }, index) => {
    const key = toNameKey(name)
    if (key === '') return []
    if (seen.has(key)) return [index]
    seen.add(key)
    return []
  })
}

/**
 * Returns at most five existing names similar to the one being typed, the most similar first: same start, then
 * containing it, then similar spelling.
 */
export function suggestSimilarNames(name: string, existing: readonly string[]): readonly string[] {
  const wanted = normalizeSearchText(name)
  if (wanted === '') return []
  const distanceOf = (candidate: string): number => {
    const other = normalizeSearchText(candidate)
    if (other.startsWith(wanted)) return 0
    if (other.includes(wanted)) return 1
    return 2 + (1 - shareOfPairs(wanted, other))
  }
  return existing
    .map((candidate, index) => ({ candidate, index, distance: distanceOf(candidate) }))
    .filter(({ distance }) => distance <= 2.5)
    .sort((first, second) => first.distance - second.distance || first.index - second.index)
    .slice(0, 5)
    .map(({ candidate }) => candidate)
}

/**
 * Parses a pasted list (one name per line) or spreadsheet cells with the name in the first column and the description
 * in the second. Names stay as written, leading zeros included; rows without a name are left out.
 */
export function parsePastedRows(text: string): readonly NewItemRow[] {
  return parseCells(text)
    .map(([name = '', description = '']) => ({ name: name.trim(), description: description.trim() }))
    .filter(({ name }) => name !== '')
}

function toNameKey(name: string): string {
  return name.trim().toLowerCase()
}

// Spreadsheets quote cells that contain a tab, a line break or a quote, and double the quotes inside.
function parseCells(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', separator] of text.matchAll(
    /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"').replace(/\s+/g, ' '))
    if (separator === '') break
    if (separator !== '\t') rows.push([])
  }
  return rows
}

/** Returns the Dice coefficient of two texts' letter pairs, 0 to 1. */
function shareOfPairs(first: string, second: string): number {
  const pairsOf = (text: string) =>
    Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2))
  const pairs = pairsOf(first)
  const rest = pairsOf(second)
  const total = pairs.length + rest.length
  const shared = pairs.filter((pair) => {
    const at = rest.indexOf(pair)
    if (at !== -1) rest.splice(at, 1)
    return at !== -1
  })
  return total === 0 ? 0 : (2 * shared.length) / total
}
