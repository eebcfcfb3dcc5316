/**
 * How well a query fits a text, 0 for not at all: every word of the query must be found, at the start of a word best,
 * inside one less, as scattered letters of one word least.
 */
export function matchText(query: string, text: string): number {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return 1
  const target = fold(text)
  let total = 0
  for (const word of words) {
    const score = matchWord(word, target)
    if (score === 0) return 0
    total += score
  }
  return total / words.length
}

function matchWord(word: string, target: string): number {
  const at = target.indexOf(word)
  if (at === 0) return 1
  if (at > 0 && /[\s\-_./]/.test(target.charAt(at - 1))) return 0.9
  const later = target.search(new RegExp(`[\\s\\-_./]${escapeForRegExp(word)}`))
  if (later >= 0) return 0.9
  if (at > 0) return 0.6
  return word.length > 1 && isSubsequence(word, target) ? 0.3 : 0
}

/** The letters in their order, the first of them at the start of a word: 'ss' finds 'set status'. */
function isSubsequence(word: string, target: string): boolean {
  const starts = [...target.matchAll(/(?:^|[\s\-_./])(\S)/g)].map((match) => match.index + match[0].length - 1)
  return starts.some((start) => {
    let position = start
    for (const letter of word) {
      const found = target.indexOf(letter, position)
      if (found < 0 || (position === start && found !== start)) return false
      position = found + 1
    }
    return true
  })
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}

function escapeForRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)
}
