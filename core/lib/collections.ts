/** Groups values by a key, keeping keys in first-seen order and values in their order within each group. */
export function groupBy<T, K>(values: Iterable<T>, keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

/** Adds up what `amountOf` reads from each value; 0 for none. */
export function sumBy<T>(values: Iterable<T>, amountOf: (value: T) => number): number {
  let total = 0
  for (const value of values) total += amountOf(value)
  return total
}

/** Splits values into lists of a given size; the last may be shorter. */
export function chunk<T>(values: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) => values.slice(at * size, (at + 1) * size))
}
