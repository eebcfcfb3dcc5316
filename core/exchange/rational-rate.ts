// Base rates whose NTSC variants (SMPTE ST 12-1) files write as rounded decimals.
const ntscBases = [24, 30, 48, 60, 120]

/** Frames per second as an exact fraction of integers. */
export type RationalRate = { readonly numerator: number; readonly denominator: number }

/**
 * Parses a rate: `24`, `25p`, `25.0`, `24000/1001`, or a rounded NTSC rate such as `23.976` or `29.97 df`. Undefined
 * for anything else: a rate is never rounded to a neighbouring one.
 */
export function parseRationalRate(text: string): RationalRate | undefined {
  const [, top, bottom] = /^\s*(\d{1,6})\s*\/\s*(\d{1,6})\s*$/.exec(text) ?? []
  if (top !== undefined && bottom !== undefined) return reduce(Number(top), Number(bottom))
  const [, number, words = ''] = /^\s*(\d{1,3}(?:[.,]\d+)?)\s*(fps|p|n?df)?\s*$/i.exec(text) ?? []
  const rate = number === undefined ? undefined : toRationalRate(Number.parseFloat(number.replace(',', '.')))
  const isFine = words.toLowerCase() !== 'df' || (rate !== undefined && canDropFrames(rate))
  return isFine ? rate : undefined
}

/** Returns the exact rate a decimal number stands for; undefined if there is none. */
export function toRationalRate(rate: number): RationalRate | undefined {
  if (Number.isInteger(rate)) return rate > 0 ? { numerator: rate, denominator: 1 } : undefined
  const base = ntscBases.find((each) => Math.abs((each * 1000) / 1001 - rate) < 0.006)
  return base === undefined ? undefined : { numerator: base * 1000, denominator: 1001 }
}

/** Formats a rate as it is stored: `24000/1001`. */
export function formatRationalRate({ numerator, denominator }: RationalRate): string {
  return `${numerator}/${denominator}`
}

/** Tells whether timecode at this rate can be drop-frame: 29.97 and 59.94 only. */
export function canDropFrames({ numerator, denominator }: RationalRate): boolean {
  return denominator === 1001 && (numerator === 30_000 || numerator === 60_000)
}

/**
 * Returns the frame of an `hh:mm:ss:ff` timecode (SMPTE ST 12-1), counted from midnight. With drop-frame, each minute
 * skips its first two numbers (four at 59.94), except every tenth. Undefined for no timecode, a part out of range, or a
 * skipped number.
 */
export function frameOfTimecode(text: string, rate: RationalRate, isDrop: boolean): number | undefined {
  const parts = /^(\d{1,2})[:;.](\d{2})[:;.](\d{2})[:;.](\d{2,3})$/.exec(text)?.slice(1).map(Number)
  if (parts === undefined) return undefined
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = parts
  const base = Math.round(rate.numerator / rate.denominator)
  if (minutes > 59 || seconds > 59 || frames >= base) return undefined
  const number = ((hours * 60 + minutes) * 60 + seconds) * base + frames
  if (!isDrop) return number
  const dropped = base / 15
  if (minutes % 10 !== 0 && seconds === 0 && frames < dropped) return undefined
  const allMinutes = hours * 60 + minutes
  return number - dropped * (allMinutes - Math.floor(allMinutes / 10))
}

function reduce(numerator: number, denominator: number): RationalRate | undefined {
  if (numerator === 0 || denominator === 0) return undefined
  const divisor = greatestCommonDivisor(numerator, denominator)
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

function greatestCommonDivisor(first: number, second: number): number {
  return second === 0 ? first : greatestCommonDivisor(second, first % second)
}
