import { sumBy } from '#core/lib/collections.ts'

/** The hours offered when a revision is posted. */
export const timeSpentHourOptions = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const

/** The minutes offered when a revision is posted. */
export const timeSpentMinuteOptions = [0, 10, 20, 30, 40, 50, 60] as const

const timePattern = /^\s*(?:(\d{1,4})\s*h)?\s*(?:(\d{1,5})\s*m)?\s*$/i

/** Parses whole minutes from text such as `1h 30m`, `2h` or `90m`; absent for anything else, which callers refuse. */
export function parseTimeSpent(text: string): number | undefined {
  const [, hours, minutes] = timePattern.exec(text) ?? []
  if (hours === undefined && minutes === undefined) return undefined
  return Number(hours ?? 0) * 60 + Number(minutes ?? 0)
}

/** Formats whole minutes as `0m`, `{m}m`, `{h}h` or `{h}h {m}m`; sixty minutes and more carry into hours. */
export function formatTimeSpent(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${rest}m`
  return rest === 0 ? `${hours}h` : `${hours}h ${rest}m`
}

/** Converts hours and minutes to whole minutes; absent unless both are whole and not negative. */
export function toMinutes(time: { readonly hours: number; readonly minutes: number }): number | undefined {
  const isValid = (value: number) => Number.isSafeInteger(value) && value >= 0
  return isValid(time.hours) && isValid(time.minutes) ? time.hours * 60 + time.minutes : undefined
}

/**
 * Splits a new total over a day's revisions in proportion to their minutes. Each keeps at least one minute, so the sum
 * is the total, or the number of revisions where the total is smaller. Absent, so that nothing is written, when the
 * total or the time now logged is zero (document 3, section 4).
 */
export function rescaleMinutes(minutes: readonly number[], totalMinutes: number): readonly number[] | undefined {
  if (totalMinutes <= 0 || sumBy(minutes, (value) => value) <= 0) return undefined
  if (totalMinutes <= minutes.length) return minutes.map(() => 1)

  const shares = sharesOfAtLeastOne(minutes, totalMinutes)
  const result = shares.map(Math.floor)
  const missing = totalMinutes - sumBy(result, (value) => value)
  // Largest remainders first; the earlier revision where they are equal.
  const byRemainder = shares
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .sort((first, second) => second.remainder - first.remainder || first.index - second.index)
  for (const { index } of byRemainder.slice(0, missing)) result[index] = (result[index] ?? 0) + 1
  return result
}

/** Splits a total exactly by weight; shares below one become one, and the others split the rest. */
function sharesOfAtLeastOne(weights: readonly number[], total: number): readonly number[] {
  const pinned = new Set<number>()
  for (;;) {
    const free = weights.map((weight, index) => (pinned.has(index) ? 0 : weight))
    const freeWeight = sumBy(free, (weight) => weight)
    const perWeight = freeWeight === 0 ? 0 : (total - pinned.size) / freeWeight
    const small = weights.flatMap((weight, index) => (!pinned.has(index) && weight * perWeight < 1 ? [index] : []))
    if (small.length === 0) return weights.map((weight, index) => (pinned.has(index) ? 1 : weight * perWeight))
    for (const index of small) pinned.add(index)
  }
}
