/** The pixels of a picture as its file has them, four to a pixel: halves of scene light, or bytes as they are shown. */
export type RawPicture = {
  readonly width: number
  readonly height: number
  readonly pixels:
    | { readonly kind: 'half'; readonly data: Uint16Array; readonly perPixel: 1 | 4 }
    | { readonly kind: 'bytes'; readonly data: Uint8Array | Uint8ClampedArray }
}

/** What is looked at of a picture: its colours, or one of its channels in grey. */
export const pictureChannels = ['colour', 'red', 'green', 'blue', 'alpha'] as const
export type PictureChannel = (typeof pictureChannels)[number]

/** How a picture is looked at: `exposure` in stops, 0 as it is. */
export type PictureLook = { readonly exposure: number; readonly channel: PictureChannel }

/** Stops either way. */
export const mostExposure = 10

/** A picture as a screen shows it, four bytes a pixel, opaque: exposure brightens the light, then sRGB brings it to the screen. */
export function developPicture(
  { width, height, pixels }: RawPicture,
  look: PictureLook,
): Uint8ClampedArray<ArrayBuffer> {
  const shown = new Uint8ClampedArray(width * height * 4)
  const { kind, data } = pixels
  const perPixel = kind === 'half' ? pixels.perPixel : 4
  const light = kind === 'half' ? halvesToScreen(look.exposure) : bytesToScreen(look.exposure)
  const plain = kind === 'half' ? halvesAsTheyAre : undefined
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

/** A half as the number it stands for (IEEE 754): a sign, five bits of power, ten of fraction. */
export function halvesAsTheyAre(half: number): number {
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

// One table for each kind of number there is: a picture has more pixels than there are halves.
const halfCount = 65_536
let halves: Float32Array | undefined
const tables = new Map<string, Uint8Array>()
const mostTables = 8

function halvesToScreen(exposure: number): Uint8Array {
  halves ??= Float32Array.from({ length: halfCount }, (_, half) => halvesAsTheyAre(half))
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

/** The curve of sRGB (IEC 61966-2-1); what is brighter than a screen is white, what is no number black. */
function toScreen(light: number): number {
  if (!(light > 0)) return 0
  if (light >= 1) return 1
  return light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
}

function toLight(shown: number): number {
  return shown <= 0.040_45 ? shown / 12.92 : ((shown + 0.055) / 1.055) ** 2.4
}
