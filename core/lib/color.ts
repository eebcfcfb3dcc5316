/** An opaque sRGB colour as `#rrggbb`, lower case. */
export type HexColor = `#${string}`

type Triple = readonly [number, number, number]

/** Parses `#rgb` or `#rrggbb` in any case; undefined for anything else. */
export function parseHexColor(text: string): HexColor | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase()
  if (digits === undefined) return undefined
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
}

/** Returns the WCAG 2.2 contrast of two colours, 1 to 21, in either order. */
export function contrastOf(first: HexColor, second: HexColor): number {
  const lighter = Math.max(luminanceOf(first), luminanceOf(second))
  const darker = Math.min(luminanceOf(first), luminanceOf(second))
  return (lighter + 0.05) / (darker + 0.05)
}

/** Returns black or white, whichever contrasts more; at least 4.5:1 on any colour. */
export function textColorOn(background: HexColor): '#000000' | '#ffffff' {
  return contrastOf(background, '#000000') >= contrastOf(background, '#ffffff') ? '#000000' : '#ffffff'
}

/** Mixes colours in oklab as CSS `color-mix` does: share 0 is `base`, share 1 is `color`. */
export function mixColors(base: HexColor, color: HexColor, share: number): HexColor {
  const from = toOklab(base)
  const to = toOklab(color)
  const at = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share
  return fromOklab([at(0), at(1), at(2)])
}

/**
 * Returns the colour itself if it reaches a contrast with every background, else the nearest mix with white or black
 * that does. Backgrounds must be all dark or all light, or there may be no such mix.
 */
export function makeReadable(color: HexColor, backgrounds: readonly HexColor[], minContrast: number): HexColor {
  const isReadable = (candidate: HexColor) =>
    backgrounds.every((background) => contrastOf(candidate, background) >= minContrast)
  const pole = textColorOn(backgrounds[0] ?? '#000000')
  for (let step = 0; step < 32; step += 1) {
    const candidate = mixColors(color, pole, step / 32)
    if (isReadable(candidate)) return candidate
  }
  return pole
}

function channelsOf(color: HexColor): Triple {
  const at = (start: number) => Number.parseInt(color.slice(start, start + 2), 16) / 255
  return [at(1), at(3), at(5)]
}

// WCAG 2.2 relative luminance; IEC 61966-2-1 transfer function.
function luminanceOf(color: HexColor): number {
  const [red, green, blue] = linear(channelsOf(color))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear([red, green, blue]: Triple): Triple {
  const decode = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
  return [decode(red), decode(green), decode(blue)]
}

// Björn Ottosson's oklab matrices, as in CSS Color 4.
function toOklab(color: HexColor): Triple {
  const [red, green, blue] = linear(channelsOf(color))
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ]
}

function fromOklab([lightness, a, b]: Triple): HexColor {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const rgb = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
  return `#${rgb.map(toHexByte).join('')}`
}

function toHexByte(linearChannel: number): string {
  const channel = Math.min(1, Math.max(0, linearChannel))
  const encoded = channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}
