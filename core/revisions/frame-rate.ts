/** Frames per second as an exact fraction, so that frames are never derived from rounded seconds. */
export type FrameRate = { readonly label: string; readonly numerator: number; readonly denominator: number }

// The rate used if none is known.
const defaultFrameRate: FrameRate = { label: '24', numerator: 24, denominator: 1 }

/** The usual rates of films (document 3, section 9); the fractional ones are NTSC's (SMPTE 170M). */
export const frameRates: readonly FrameRate[] = [
  { label: '23.976', numerator: 24_000, denominator: 1001 },
  defaultFrameRate,
  { label: '25', numerator: 25, denominator: 1 },
  { label: '29.97', numerator: 30_000, denominator: 1001 },
  { label: '30', numerator: 30, denominator: 1 },
  { label: '50', numerator: 50, denominator: 1 },
  { label: '59.94', numerator: 60_000, denominator: 1001 },
  { label: '60', numerator: 60, denominator: 1 },
]

// A film within this share of a usual rate has that rate: short films and coarse clocks cannot be measured more
// precisely.
const usualTolerance = 0.005
// For other rates, a whole number or an NTSC rate within this share is meant.
const wholeTolerance = 0.0004
const fastest = 1000
const ntsc = 1001

/**
 * Returns the frame rate for a measured one, in frames per second: a usual rate if it is near, else its own; 24 if
 * there is none.
 */
export function toFrameRate(measured: number | undefined): FrameRate {
  if (measured === undefined || !(measured > 0 && measured <= fastest)) return defaultFrameRate
  const usual = nearestTo(measured, frameRates)
  if (isNear(usual, measured, usualTolerance)) return usual
  const [whole, doubled] = [Math.round(measured), Math.round((measured * ntsc) / 1000)]
  const plain = nearestTo(measured, [makeRate(whole, 1), makeRate(doubled * 1000, ntsc)])
  return isNear(plain, measured, wholeTolerance) ? plain : makeRate(Math.round(measured * 1000), 1000)
}

/** Parses a stored rate such as `24000/1001`, `48/1` or `25`: exactly as written, unless near a usual one. */
export function parseFrameRate(text: string): FrameRate {
  const [, numerator, denominator = '1'] = /^(\d+(?:\.\d+)?)(?:\/(\d+))?$/.exec(text) ?? []
  const [upper, lower] = [Number(numerator), Number(denominator)]
  const rate = toFrameRate(upper / lower)
  if (frameRates.includes(rate) || !Number.isSafeInteger(upper) || !(upper / lower <= fastest)) return rate
  return makeRate(upper, lower)
}

/** Formats a rate for storage: `24000/1001`. */
export function formatFrameRate({ numerator, denominator }: FrameRate): string {
  return `${numerator}/${denominator}`
}

function makeRate(upper: number, lower: number): FrameRate {
  const divisor = findDivisor(Math.max(1, upper), lower)
  const [numerator, denominator] = [Math.max(1, upper) / divisor, lower / divisor]
  return { label: String(Number((numerator / denominator).toFixed(3))), numerator, denominator }
}

function findDivisor(first: number, second: number): number {
  return second === 0 ? first : findDivisor(second, first % second)
}

function nearestTo(measured: number, rates: readonly FrameRate[]): FrameRate {
  const distance = (rate: FrameRate): number => Math.abs(framesPerSecond(rate) - measured)
  return rates.reduce((best, rate) => (distance(rate) < distance(best) ? rate : best), rates[0] ?? defaultFrameRate)
}

function isNear(rate: FrameRate, measured: number, tolerance: number): boolean {
  return Math.abs(framesPerSecond(rate) - measured) <= framesPerSecond(rate) * tolerance
}

/** Returns the rate as a decimal, for display and comparison only. */
export function framesPerSecond(rate: FrameRate): number {
  return rate.numerator / rate.denominator
}

/**
 * Returns the whole frame, from 0, on screen at a position in seconds; a position just short of a frame by rounding
 * counts as in it.
 */
export function frameAtTime(seconds: number, rate: FrameRate): number {
  return Math.max(0, Math.floor((seconds * rate.numerator) / rate.denominator + 1e-4))
}

/**
 * Returns the frame, from 0, that starts at a presentation timestamp in seconds, which containers round by up to a
 * millisecond.
 */
export function frameOfTimestamp(seconds: number, rate: FrameRate): number {
  return Math.max(0, Math.round((seconds * rate.numerator) / rate.denominator))
}

/**
 * Returns the position in seconds to seek to for a frame: the middle of its interval, where rounding cannot reach a
 * neighbour.
 */
export function seekTimeOf(frame: number, rate: FrameRate): number {
  return ((frame + 0.5) * rate.denominator) / rate.numerator
}

/** Returns how many frames a duration in seconds has; at least 1. */
export function frameCountOf(durationSeconds: number, rate: FrameRate): number {
  return Math.max(1, Math.round((durationSeconds * rate.numerator) / rate.denominator))
}
