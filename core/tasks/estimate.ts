import { clamp } from '#core/lib/numbers.ts'

/** The most hours a task can be estimated at. */
export const maxEstimateHours = 999.9

// Hours in a working day.
const workingDayHours = 8

/** Hours as typed, with a point or a comma and perhaps an `h`; absent for what is not a number, so that a cell ignores it. */
export function parseEstimateEntry(text: string): number | undefined {
  const [, digits] = /^\s*([+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+))\s*h?\s*$/i.exec(text) ?? []
  return digits === undefined ? undefined : toEstimateHours(Number(digits.replace(',', '.')))
}

/** Hours for storing: not a number and negatives become 0, at most 999.9, rounded half up to one decimal. */
export function toEstimateHours(hours: number): number {
  return Number.isNaN(hours) ? 0 : roundToTenth(clamp(hours, { min: 0, max: maxEstimateHours }))
}

/** Whether hours may be sent as they are; the server refuses others with `estimate-out-of-range`. */
export function isEstimateHours(hours: number): boolean {
  return hours >= 0 && hours <= maxEstimateHours
}

/** One estimate as `4.5h`. */
export function formatEstimate(hours: number): string {
  return `${roundToTenth(hours).toFixed(1)}h`
}

/** A total as `12.5h estimated`, and `0h estimated` when there is none. */
export function formatEstimateTotal(hours: number): string {
  return hours === 0 ? '0h estimated' : `${formatEstimate(hours)} estimated`
}

/** Hours as working days of eight hours, one decimal. */
export function toWorkingDays(hours: number): number {
  return roundToTenth(hours / workingDayHours)
}

function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10
}
