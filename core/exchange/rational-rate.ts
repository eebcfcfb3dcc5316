// Rates of NTSC (SMPTE ST 12-1) that files write as rounded decimals.
const ntscBases = [24, 30, 48, 60, 120]

/** Frames a second as an exact fraction of whole numbers. */
export type RationalRate = { readonly numerator: number; readonly denominator: number }

/**
 * Reads a rate: `24`, `25.0`, `24000/1001`, or one of the rounded NTSC rates such as `23.976` and `29.97`. Absent for
 * anything else: a rate is never rounded to a neighbour.
 */
export function parseRationalRate(text: string): RationalRate | undefined {
  const [, top, bottom] = /^\s*(\d{1,6})\s*\/\s*(\d{1,6})\s*$/.exec(text) ?? []
  if (top !== undefined && bottom !== undefined) return reduce(Number(top), Number(bottom))
  if (!/^\s*\d{1,3}(?:[.,]\d+)?\s*(?:fps)?\s*$/i.test(text)) return undefined
  return toRationalRate(Number.parseFloat(text.replace(',', '.')))
}

/** The exact rate a decimal number stands for. */
export function toRationalRate(rate: number): RationalRate | undefined {
  if (Number.isInteger(rate)) return rate > 0 ? { numerator: rate, denominator: 1 } : undefined
  const base = ntscBases.find((each) => Math.abs((each * 1000) / 1001 - rate) < 0.006)
  return base === undefined ? undefined : { numerator: base * 1000, denominator: 1001 }
}

/** The rate as text, `24000/1001`, as it is stored. */
export function formatRationalRate({ numerator, denominator }: RationalRate): string {
  return `${numerator}/${denominator}`
}

/** Whether timecode at this rate may drop numbers: 29.97 and 59.94 only. */
export function canDropFrames({ numerator, denominator }: RationalRate): boolean {
  return denominator === 1001 && (numerator === 30_000 || numerator === 60_000)
}

/**
 * The frame that `hh:mm:ss:ff` numbers (SMPTE ST 12-1), counted from midnight. With drop-frame, minutes leave out their
 * first two numbers (four at 59.94), except every tenth. Absent for no timecode, a part too large, or a left out number.
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
