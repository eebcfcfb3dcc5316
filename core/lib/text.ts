/** Orders texts by their code units, the same on every machine. */
export function compareText(first: string, second: string): number {
  return first < second ? -1 : Number(first > second)
}

/** A number and what it counts: `1 task`, `4 tasks`, `2 entries`. The plural takes an s unless it is given. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
