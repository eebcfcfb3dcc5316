import { isSame } from './operators.ts'
import type { ValueType } from './types.ts'

/** A function that evaluates a body for each value of a list. */
export type ListFunction = {
  /** The type the body must have. */
  readonly each: 'any' | 'number' | 'checkbox'
  readonly isEachOptional?: boolean
  readonly help: string
  gives(list: ValueType, each: ValueType): ValueType
  /** `each` evaluates the body for a value, or returns the value itself if there is no body. */
  of(values: readonly unknown[], each: (value: unknown) => unknown): unknown
}

const yesOrNo = (): ValueType => 'checkbox'
const aNumber = (): ValueType => 'number'

/** The list functions, called as `cast.exists(x, x.frames > 10)` or `sum(cast, x, x.frames)`. */
export const listFunctions: Readonly<Record<string, ListFunction>> = {
  all: {
    each: 'checkbox',
    help: 'all(list, x, whether)',
    gives: yesOrNo,
    of: (list, each) => list.every((value) => each(value) === true),
  },
  exists: {
    each: 'checkbox',
    help: 'exists(list, x, whether)',
    gives: yesOrNo,
    of: (list, each) => list.some((value) => each(value) === true),
  },
  exists_one: {
    each: 'checkbox',
    help: 'exists_one(list, x, whether)',
    gives: yesOrNo,
    of: (list, each) => countOf(list, each) === 1,
  },
  filter: {
    each: 'checkbox',
    help: 'filter(list, x, whether)',
    gives: (list) => ({ list }),
    of: (list, each) => list.filter((value) => each(value) === true),
  },
  map: { each: 'any', help: 'map(list, x, what)', gives: (_, list) => ({ list }), of: (list, each) => list.map(each) },
  count: { each: 'checkbox', isEachOptional: true, help: 'count(list, x, whether)', gives: aNumber, of: countOf },
  share: {
    each: 'checkbox',
    isEachOptional: true,
    help: 'share(list, x, whether): 0 to 1',
    gives: aNumber,
    of: (list, each) => (list.length === 0 ? null : countOf(list, each) / list.length),
  },
  sum: {
    each: 'number',
    isEachOptional: true,
    help: 'sum(list, x, number)',
    gives: aNumber,
    of: (list, each) => numbersOf(list, each).reduce((sum, value) => sum + value, 0),
  },
  mean: { each: 'number', isEachOptional: true, help: 'mean(list, x, number)', gives: aNumber, of: meanOf },
  min: {
    each: 'number',
    isEachOptional: true,
    help: 'min(list, x, number), min(a, b)',
    gives: aNumber,
    of: (list, each) => leastOf(numbersOf(list, each), -1),
  },
  max: {
    each: 'number',
    isEachOptional: true,
    help: 'max(list, x, number), max(a, b)',
    gives: aNumber,
    of: (list, each) => leastOf(numbersOf(list, each), 1),
  },
}

function countOf(list: readonly unknown[], each: (value: unknown) => unknown): number {
  return list.reduce<number>((count, value) => count + (isCounted(each(value)) ? 1 : 0), 0)
}

function isCounted(value: unknown): boolean {
  return value !== false && value !== null
}

function numbersOf(list: readonly unknown[], each: (value: unknown) => unknown): number[] {
  return list.map(each).filter((value) => typeof value === 'number')
}

function meanOf(list: readonly unknown[], each: (value: unknown) => unknown): number | null {
  const numbers = numbersOf(list, each)
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0) / numbers.length
}

function leastOf(numbers: readonly number[], turn: 1 | -1): number | null {
  return numbers.reduce<number | null>(
    (found, value) => (found === null || turn * value > turn * found ? value : found),
    null,
  )
}

/** Tells whether a list contains a value. */
export function containsValue(list: readonly unknown[], value: unknown): boolean {
  return list.some((other) => isSame(other, value))
}
