import { clamp } from '#core/lib/numbers.ts'

/** The most hours a task can be estimated at. */
export const maxEstimateHours = 999.9

// Hours in a working day.
const workingDayHours = 8

/**
 * Parses typed hours, with a point or a comma and optionally an `h`; undefined if it is not a number, so that a cell
 * ignores it.
 */
export function parseEstimateEntry(text: string): number | undefined {
  const [, digits] = /^\s*([+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+))\s*h?\s*$/i.exec(text) ?? []
  return digits === undefined ? undefined : toEstimateHours(Number(digits.replace(',', '.')))
}

/** Normalises hours for storing: NaN and negatives become 0, at most 999.9, rounded half up to one decimal. */
export function toEstimateHours(hours: number): number {
  return Number.isNaN(hours) ? 0 : roundToTenth(clamp(hours, { min: 0, max: maxEstimateHours }))
}

/** Tells whether hours can be sent as they are; the server refuses others with `estimate-out-of-range`. */
export function isEstimateHours(hours: number): boolean {
  return hours >= 0 && hours <= maxEstimateHours
}

/** Formats an estimate as `4.5h`. */
export function formatEstimate(hours: number): string {
  return `${roundToTenth(hours).toFixed(1)}h`
}

/** Formats a total as `12.5h estimated`, or `0h estimated` if there is none. */
export function formatEstimateTotal(hours: number): string {
  return hours === 0 ? '0h estimated' : `${formatEstimate(hours)} estimated`
}

/** Converts hours to working days of eight hours, with one decimal. */
export function toWorkingDays(hours: number): number {
  return roundToTenth(hours / workingDayHours)
}

function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10
}
