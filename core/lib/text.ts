/** Orders texts by their code units, the same on every machine. */
export function compareText(first: string, second: string): number {
  return first < second ? -1 : Number(first > second)
}

/** What is told as a sentence: with a full stop, unless it ends with a sign of its own, as a question does. */
export function asSentence(text: string): string {
  return /[.?!…]$/.test(text) ? text : `${text}.`
}

/** Whether a text has more letters than may be, counted as the database counts them: a picture is one. */
export function isLonger(text: string, most: number): boolean {
  return text.length > most && Array.from(text).length > most
}

/** A number and what it counts: `1 task`, `4 tasks`, `2 entries`. The plural takes an s unless it is given. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
