import type { StillNature } from './still-nature.ts'

const full = 65_535

/** Encodes linear light for screens, both 0 to 1: the sRGB curve. */
const encode = (light: number): number => (light <= 0.003_130_8 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055)

/** Converts 16-bit pixels (red, green, blue, alpha) to sRGB in 8 bits: blue, green, red, alpha. */
export function develop(pixels: Uint16Array, { isLight, alpha, profile }: StillNature): Buffer {
  const shown = Buffer.alloc(pixels.length)
  const isOpaque = alpha === 'none' || isEmpty(pixels)
  const screen = Uint8Array.from({ length: full + 1 }, (_, value) => Math.round(encode(value / full) * 255))
  const plain = Uint8Array.from({ length: full + 1 }, (_, value) => Math.round((value / full) * 255))
  const curves = profile?.curves.map((curve) =>
    Float32Array.from({ length: full + 1 }, (_, at) => curve(at / full) * full),
  )
  const matrix = profile?.matrix
  const under = alpha === 'on white' ? full : 0
  const colour = [0, 0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    const cover = isOpaque ? full : (pixels[at + 3] ?? full)
    for (let channel = 0; channel < 3; channel += 1) {
      const value = pixels[at + channel] ?? 0
      const isMixed = alpha !== 'straight' && cover > 0 && cover < full
      const alone = isMixed ? clip(((value - under) * full) / cover + under) : value
      colour[channel] = curves?.[channel]?.[alone] ?? alone
    }
    const [red = 0, green = 0, blue = 0] = colour
    for (let channel = 0; channel < 3; channel += 1) {
      const light =
        matrix === undefined
          ? (colour[channel] ?? 0)
          : (matrix[channel * 3] ?? 0) * red +
            (matrix[channel * 3 + 1] ?? 0) * green +
            (matrix[channel * 3 + 2] ?? 0) * blue
      shown[at + 2 - channel] = (isLight || profile !== undefined ? screen : plain)[clip(light)] ?? 0
    }
    shown[at + 3] = plain[cover] ?? 255
  }
  return shown
}

/** Whether the picture would be fully transparent: a fourth channel that nobody filled in. */
function isEmpty(pixels: Uint16Array): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 0) return false
  return true
}

function clip(value: number): number {
  return Math.max(0, Math.min(full, Math.round(value)))
}
