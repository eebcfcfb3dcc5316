/** Returns the name most likely meant by a misspelt one: within one edit, two in long words; undefined if none is. */
export function nearest(written: string, names: readonly string[]): string | undefined {
  const word = written.slice(0, 60).toLowerCase()
  const allowed = word.length > 5 ? 2 : Number(word.length > 2)
  let found: { readonly name: string; readonly slips: number } | undefined
  for (const name of names) {
    if (Math.abs(name.length - word.length) > allowed) continue
    const slips = countSlips(word, name.toLowerCase())
    if (slips <= allowed && (found === undefined || slips < found.slips)) found = { name, slips }
  }
  return found?.name
}

/** The edit distance between two words: letters added, removed, changed or swapped with the next. */
function countSlips(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1]
      const isSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      const changed = (last[at - 1] ?? 0) + (isSame ? 0 : 1)
      const least = Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, changed)
      next.push(isSwapped && row > 1 && at > 1 ? Math.min(least, (before[at - 2] ?? 0) + 1) : least)
    }
    ;[before, last] = [last, next]
  }
  return last[other.length] ?? 0
}
