/** Compares texts by code unit, the same on every machine. */
export function compareText(first: string, second: string): number {
  return first < second ? -1 : Number(first > second)
}

/** Ends a text with a full stop unless it has punctuation at its end. */
export function asSentence(text: string): string {
  return /[.?!…]$/.test(text) ? text : `${text}.`
}

/** Tells whether a text exceeds a number of characters, counted by code point as the database does. */
export function isLonger(text: string, most: number): boolean {
  return text.length > most && Array.from(text).length > most
}

/** Formats a count with its noun: `1 task`, `4 tasks`, `2 entries`. The plural takes an s unless given. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Lists alternatives: `dailies, cut or client`. */
export function listWithOr(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ')
}
