/** Orders texts by their code units, the same on every machine. */
export function compareText(first: string, second: string): number {
  return first < second ? -1 : Number(first > second)
}
