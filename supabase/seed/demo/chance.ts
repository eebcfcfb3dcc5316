import { makeNumbers } from '../painting/brush.ts'

/** Choices that look random but are the same at every seeding. */
export type Chance = {
  /** Below 1. */
  number(): number
  /** From `low` to `high`, both inclusive. */
  between(low: number, high: number): number
  happens(probability: number): boolean
  pick<Value>(values: readonly [Value, ...Value[]]): Value
}

/** Makes choices that depend on a name, so that adding one thing does not change all the others. */
export function makeChance(name: string): Chance {
  let seed = 0x811c9dc5
  for (const character of name) seed = Math.imul(seed ^ (character.codePointAt(0) ?? 0), 0x01000193)
  const number = makeNumbers(seed)
  number()
  return {
    number,
    between: (low, high) => low + Math.floor(number() * (high - low + 1)),
    happens: (probability) => number() < probability,
    pick: (values) => values[Math.floor(number() * values.length)] ?? values[0],
  }
}
