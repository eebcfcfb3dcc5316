type Tiff = {
  /** Red, green, blue and alpha of each block of 16 × 16 pixels, side by side. */
  readonly pixels: readonly (readonly number[])[]
  /** The meaning of the fourth sample: 1 means colours are premultiplied by it, 2 they are not. */
  readonly extra?: number
  readonly profile?: Buffer | undefined
}

const block = 16

/** Creates a TIFF as image editors write it: 8-bit RGBA, uncompressed, with a colour profile. */
export function aTiff({ pixels, extra = 2, profile }: Tiff): Buffer {
  const width = pixels.length * block
  const row = Buffer.from(pixels.flatMap((pixel) => Array.from({ length: block }, () => pixel).flat()))
  const strip = Buffer.concat(Array.from({ length: block }, () => row))
  const bits = Buffer.alloc(8)
  for (const at of [0, 2, 4, 6]) bits.writeUInt16LE(8, at)
  const [bitsAt, stripAt] = [8, 16]
  const profileAt = stripAt + strip.length
  const [short, long, bytes] = [3, 4, 7]
  const tags: readonly (readonly [number, number, number, number])[] = [
    [256, long, 1, width],
    [257, long, 1, block],
    [258, short, 4, bitsAt],
    [259, short, 1, 1],
    [262, short, 1, 2],
    [273, long, 1, stripAt],
    [277, short, 1, 4],
    [278, long, 1, block],
    [279, long, 1, strip.length],
    [338, short, 1, extra],
    ...(profile === undefined ? [] : [[34_675, bytes, profile.length, profileAt] as const]),
  ]
  const directory = Buffer.alloc(2 + tags.length * 12 + 4)
  directory.writeUInt16LE(tags.length, 0)
  for (const [at, [tag, type, count, value]] of tags.entries()) {
    directory.writeUInt16LE(tag, 2 + at * 12)
    directory.writeUInt16LE(type, 4 + at * 12)
    directory.writeUInt32LE(count, 6 + at * 12)
    directory.writeUInt32LE(value, 10 + at * 12)
  }
  const even = Buffer.alloc((profile?.length ?? 0) % 2)
  const head = Buffer.from('II*\0\0\0\0\0', 'latin1')
  head.writeUInt32LE(profileAt + (profile?.length ?? 0) + even.length, 4)
  return Buffer.concat([head, bits, strip, profile ?? Buffer.alloc(0), even, directory])
}

const fixed = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), at * 4)
  return bytes
}

/** The profile of Display P3: its colorants under D50, and the curve of sRGB. */
export function aP3Profile(): Buffer {
  const named = Buffer.from('Display P3\0', 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(named.length)
  const xyz = (...values: readonly number[]): Buffer =>
    Buffer.concat([Buffer.from('XYZ \0\0\0\0', 'latin1'), fixed(...values)])
  const curve = Buffer.concat([
    Buffer.from('para\0\0\0\0\0\x03\0\0', 'latin1'),
    fixed(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45),
  ])
  const parts: readonly (readonly [string, Buffer])[] = [
    ['desc', Buffer.concat([Buffer.from('desc\0\0\0\0', 'latin1'), length, named, Buffer.alloc(80)])],
    ['rXYZ', xyz(0.515_12, 0.2412, -0.001_05)],
    ['gXYZ', xyz(0.291_98, 0.692_25, 0.041_89)],
    ['bXYZ', xyz(0.1571, 0.066_57, 0.784_07)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const table = Buffer.alloc(4 + parts.length * 12)
  table.writeUInt32BE(parts.length)
  let at = 128 + table.length
  const padded = parts.map(([tag, data], index) => {
    table.write(tag, 4 + index * 12, 'latin1')
    table.writeUInt32BE(at, 8 + index * 12)
    table.writeUInt32BE(data.length, 12 + index * 12)
    const filled = Buffer.concat([data, Buffer.alloc(-data.length & 3)])
    at += filled.length
    return filled
  })
  const header = Buffer.alloc(128)
  header.write('mntrRGB XYZ ', 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  header.writeUInt32BE(at, 0)
  header.writeUInt32BE(0x02_40_00_00, 8)
  return Buffer.concat([header, table, ...padded])
}
