/** A colour profile of three curves and a matrix, or of one curve for greys. */
export type ColorProfile = {
  readonly name: string
  /** Linear light of a value, both 0 to 1, for red, green and blue. */
  readonly curves: readonly [Curve, Curve, Curve]
  /** Converts linear red, green and blue to sRGB's, row by row; absent for greys. */
  readonly matrix: readonly number[] | undefined
}

type Curve = (value: number) => number
type Tags = ReadonlyMap<string, Buffer>

/** From XYZ under D50, the profile connection space (ICC.1), to linear sRGB: by Bradford. */
const toSrgb = [
  3.133_856_1, -1.616_866_7, -0.490_614_6, -0.978_768_4, 1.916_141_5, 0.033_454, 0.071_945_3, -0.228_991_4, 1.405_242_7,
]

/** Reads a profile; undefined if it works by lookup tables, or cannot be read. */
export function readColorProfile(profile: Buffer): ColorProfile | undefined {
  try {
    const tags = readTags(profile)
    const name = readName(tags.get('desc'))
    const grey = tags.get('kTRC')
    if (grey !== undefined && profile.toString('latin1', 16, 20) === 'GRAY') {
      const curve = readCurve(grey)
      return { name, curves: [curve, curve, curve], matrix: undefined }
    }
    const [red, green, blue] = ['rXYZ', 'gXYZ', 'bXYZ'].map((tag) => readXyz(tags.get(tag)))
    const curves = ['rTRC', 'gTRC', 'bTRC'].map((tag) => tags.get(tag))
    const [first, second, third] = curves
    if (!red || !green || !blue || !first || !second || !third) return undefined
    const columns = [red, green, blue]
    const matrix = toSrgb.map((_, at) => {
      const row = Math.floor(at / 3) * 3
      return [0, 1, 2].reduce((sum, xyz) => sum + (toSrgb[row + xyz] ?? 0) * (columns[at % 3]?.[xyz] ?? 0), 0)
    })
    return { name, curves: [readCurve(first), readCurve(second), readCurve(third)], matrix }
  } catch {
    return undefined
  }
}

/** Returns the name of a profile, also of one that is not supported. */
export function nameOfProfile(profile: Buffer): string {
  try {
    return readName(readTags(profile).get('desc'))
  } catch {
    return ''
  }
}

function readTags(profile: Buffer): Tags {
  const count = Math.min(100, profile.readUInt32BE(128))
  return new Map(
    Array.from({ length: count }, (_, at) => {
      const entry = 132 + at * 12
      const from = profile.readUInt32BE(entry + 4)
      const tag = profile.toString('latin1', entry, entry + 4)
      return [tag, profile.subarray(from, from + profile.readUInt32BE(entry + 8))] as const
    }),
  )
}

function readName(tag: Buffer | undefined): string {
  if (tag === undefined) return ''
  if (tag.toString('latin1', 0, 4) !== 'mluc')
    return tag.toString('latin1', 12, 12 + Math.max(0, tag.readUInt32BE(8) - 1))
  const from = tag.readUInt32BE(24)
  return Buffer.from(tag.subarray(from, from + tag.readUInt32BE(20)))
    .swap16()
    .toString('utf16le')
}

const fixed = (tag: Buffer, at: number): number => tag.readInt32BE(at) / 65_536

function readXyz(tag: Buffer | undefined): readonly number[] | undefined {
  return tag && [fixed(tag, 8), fixed(tag, 12), fixed(tag, 16)]
}

function readCurve(tag: Buffer): Curve {
  if (tag.toString('latin1', 0, 4) === 'para') return readFormula(tag)
  const count = tag.readUInt32BE(8)
  if (count === 0) return (value) => value
  if (count === 1) {
    const gamma = tag.readUInt16BE(12) / 256
    return (value) => value ** gamma
  }
  const table = Array.from({ length: count }, (_, at) => tag.readUInt16BE(12 + at * 2) / 65_535)
  return (value) => {
    const place = value * (count - 1)
    const below = table[Math.floor(place)] ?? 0
    return below + ((table[Math.ceil(place)] ?? below) - below) * (place % 1)
  }
}

/** How many parameters each of the five formulas takes. */
const formulaLengths = [1, 3, 4, 5, 7]

function readFormula(tag: Buffer): Curve {
  const kind = tag.readUInt16BE(8)
  const length = formulaLengths[kind]
  if (length === undefined) throw new Error('This formula is none')
  const numbers = Array.from({ length }, (_, at) => fixed(tag, 12 + at * 4))
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers
  if (kind === 0) return (value) => value ** g
  const power = (value: number): number => Math.max(0, a * value + b) ** g
  if (kind === 1) return (value) => (value >= -b / a ? power(value) : 0)
  if (kind === 2) return (value) => (value >= -b / a ? power(value) + c : c)
  return (value) => (value >= d ? power(value) + e : c * value + f)
}
