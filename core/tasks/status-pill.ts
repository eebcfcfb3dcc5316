import { makeReadable, mixColors, parseHexColor, textColorOn, type HexColor } from '#core/lib/color.ts'
import { defaultStatusColor } from '#core/studios/default-statuses.ts'

export type Theme = 'dark' | 'light'

/**
 * The surfaces behind pills in each theme, from the page to a raised panel: the tokens `bg` and `surface-1` to `-3` in
 * sRGB.
 */
export const pillSurfaces: Readonly<Record<Theme, readonly [HexColor, HexColor, HexColor, HexColor]>> = {
  dark: ['#0b0c10', '#101317', '#181b21', '#21252b'],
  light: ['#f9fafb', '#ffffff', '#f2f3f6', '#e7e9ee'],
}

// The share of a done status's colour, the rest being the surface under it.
const doneTintShare = 0.2

/**
 * The look of a status: `outline` for the default, `tint` for done, `solid` for every other. An outline has no
 * background; a tint's is the mix over `surface-1`, and its text stays readable over the theme's other surfaces.
 */
export type StatusPill = {
  readonly kind: 'outline' | 'tint' | 'solid'
  readonly background: HexColor | undefined
  readonly text: HexColor
  readonly border: HexColor
}

type PillStatus = { readonly color: string; readonly isDone: boolean; readonly isDefault: boolean }

const textContrast = 4.5
const borderContrast = 3

/**
 * Makes a status's pill for a theme. Whatever colour the studio chose, text has a contrast of at least 4.5 with what is
 * behind it, and the border of at least 3 with every surface; an invalid colour counts as grey.
 */
export function makeStatusPill(status: PillStatus, theme: Theme): StatusPill {
  const color = parseHexColor(status.color) ?? defaultStatusColor
  const surfaces = pillSurfaces[theme]
  const border = makeReadable(color, surfaces, borderContrast)
  if (status.isDefault) {
    return { kind: 'outline', background: undefined, text: makeReadable(color, surfaces, textContrast), border }
  }
  if (!status.isDone) return { kind: 'solid', background: color, text: textColorOn(color), border }
  const tints = surfaces.map((surface) => mixColors(surface, color, doneTintShare))
  const background = mixColors(surfaces[1], color, doneTintShare)
  return { kind: 'tint', background, text: makeReadable(color, tints, textContrast), border }
}
