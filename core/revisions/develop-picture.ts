/** A picture's pixels as in its file: half floats of scene light, or display bytes, four to a pixel. */
export type RawPicture = {
  readonly width: number
  readonly height: number
  readonly pixels:
    | { readonly kind: 'half'; readonly data: Uint16Array; readonly perPixel: 1 | 4 }
    | { readonly kind: 'bytes'; readonly data: Uint8Array | Uint8ClampedArray }
}

/** The channels of a picture: all colours, or a single channel in grey. */
export const pictureChannels = ['colour', 'red', 'green', 'blue', 'alpha'] as const
export type PictureChannel = (typeof pictureChannels)[number]

/** How a picture is displayed: `exposure` in stops, 0 for none. */
export type PictureLook = { readonly exposure: number; readonly channel: PictureChannel }

/** The most stops in either direction. */
export const mostExposure = 10

/** Converts a picture for the screen, in opaque RGBA bytes: exposure scales the light, then sRGB encodes it. */
export function developPicture(
  { width, height, pixels }: RawPicture,
  look: PictureLook,
): Uint8ClampedArray<ArrayBuffer> {
  const shown = new Uint8ClampedArray(width * height * 4)
  const { kind, data } = pixels
  const perPixel = kind === 'half' ? pixels.perPixel : 4
  const light = kind === 'half' ? halvesToScreen(look.exposure) : bytesToScreen(look.exposure)
  const plain = kind === 'half' ? decodeHalfFloat : undefined
  const only = pictureChannels.indexOf(look.channel) - 1
  for (let from = 0, to = 0; to < shown.length; from += perPixel, to += 4) {
    if (only === -1 && perPixel === 4) {
      shown[to] = light[data[from] ?? 0] ?? 0
      shown[to + 1] = light[data[from + 1] ?? 0] ?? 0
      shown[to + 2] = light[data[from + 2] ?? 0] ?? 0
    } else {
      const value = data[from + (perPixel === 4 ? Math.max(0, only) : 0)] ?? 0
      const grey = only === 3 ? alphaOf(perPixel, plain, value) : (light[value] ?? 0)
      shown[to] = grey
      shown[to + 1] = grey
      shown[to + 2] = grey
    }
    shown[to + 3] = 255
  }
  return shown
}

function alphaOf(perPixel: number, plain: ((half: number) => number) | undefined, value: number): number {
  if (perPixel === 1) return 255
  return plain === undefined ? value : Math.round(Math.min(1, Math.max(0, plain(value))) * 255)
}

/** Converts a half float to a number (IEEE 754): a sign, five bits of exponent, ten of fraction. */
export function decodeHalfFloat(half: number): number {
  const power = (half >> 10) & 31
  const fraction = half & 1023
  const size =
    power === 0
      ? fraction * 2 ** -24
      : power === 31
        ? fraction === 0
          ? Infinity
          : NaN
        : (1024 + fraction) * 2 ** (power - 25)
  return half >= 0x8000 ? -size : size
}

// One table per kind of number: a picture has more pixels than there are half floats.
const halfCount = 65_536
let halves: Float32Array | undefined
const tables = new Map<string, Uint8Array>()
const mostTables = 8

function halvesToScreen(exposure: number): Uint8Array {
  halves ??= Float32Array.from({ length: halfCount }, (_, half) => decodeHalfFloat(half))
  const light = halves
  return tableOf(`half ${exposure}`, halfCount, (half) => (light[half] ?? 0) * 2 ** exposure)
}

function bytesToScreen(exposure: number): Uint8Array {
  return tableOf(`bytes ${exposure}`, 256, (byte) => toLight(byte / 255) * 2 ** exposure)
}

function tableOf(name: string, length: number, lightOf: (value: number) => number): Uint8Array {
  const known = tables.get(name)
  if (known !== undefined) return known
  const table = Uint8Array.from({ length }, (_, value) => Math.round(toScreen(lightOf(value)) * 255))
  tables.set(name, table)
  const [oldest] = tables.keys()
  if (tables.size > mostTables && oldest !== undefined) tables.delete(oldest)
  return table
}

/** Applies the sRGB curve (IEC 61966-2-1); brighter than the screen becomes white, NaN black. */
function toScreen(light: number): number {
  if (!(light > 0)) return 0
  if (light >= 1) return 1
  return light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
}

function toLight(shown: number): number {
  return shown <= 0.040_45 ? shown / 12.92 : ((shown + 0.055) / 1.055) ** 2.4
}
