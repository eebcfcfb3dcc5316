import { formatEstimate } from '#core/tasks/estimate.ts'
import { boundWords } from './comparison-words.ts'
import type { BoundName, Bounds, Term } from './reading.ts'

type BoundsTerm = Extract<Term, { kind: 'bounds' }>

/** Tells whether a value is within bounds; no value is within none. */
export function isWithin(value: unknown, { over, least, under, most }: Bounds): boolean {
  const holds = (bound: number | string | undefined, compare: (sign: number) => boolean): boolean => {
    if (bound === undefined) return true
    // A value from before the field's kind changed cannot be compared.
    if (typeof value !== typeof bound || (typeof value !== 'number' && typeof value !== 'string')) return false
    return compare(value < bound ? -1 : value > bound ? 1 : 0)
  }
  return (
    holds(over, (sign) => sign > 0) &&
    holds(least, (sign) => sign >= 0) &&
    holds(under, (sign) => sign < 0) &&
    holds(most, (sign) => sign <= 0)
  )
}

/** Tells whether no value can be within all of some bounds. */
export function isNothingWithin(all: readonly Bounds[]): boolean {
  const lows = all.flatMap(({ over, least }) => [[over, true] as const, [least, false] as const])
  const highs = all.flatMap(({ under, most }) => [[under, true] as const, [most, false] as const])
  return lows.some(([low, isAbove]) =>
    highs.some(
      ([high, isBelow]) =>
        low !== undefined && high !== undefined && (low > high || (low === high && (isAbove || isBelow))),
    ),
  )
}

/** Returns what is compared, in words: `due`, `estimate`, or the field's name. */
export function nameOfCompared({ of }: Pick<BoundsTerm, 'of'>): string {
  return of === 'dueDate' ? 'due' : of === 'estimatedHours' ? 'estimate' : of.name
}

/** Describes bounds: `over 100 and under 200`, `after 2026-12-12`, `from 2026-11-23 to 2026-11-29`. */
export function describeBounds({ of, bounds }: Pick<BoundsTerm, 'of' | 'bounds'>): string {
  const show = (value: number | string): string =>
    of === 'estimatedHours' ? formatEstimate(Number(value)) : String(value)
  const { least, most } = bounds
  if (typeof least === 'string' && typeof most === 'string') return `from ${least} to ${most}`
  const names: readonly BoundName[] = ['over', 'least', 'under', 'most']
  return names
    .flatMap((name) => {
      const value = bounds[name]
      return value === undefined
        ? []
        : `${boundWords[typeof value === 'number' ? 'amount' : 'day'][name]} ${show(value)}`
    })
    .join(' and ')
}
