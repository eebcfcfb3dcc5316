import { contrastOf, makeReadable, mixColors, parseHexColor, type HexColor } from '#core/lib/color.ts'
import { defaultStatusColor } from '#core/studios/default-statuses.ts'
import { barInks } from '#core/studios/palette.ts'
import { pillSurfaces, type Theme } from '#core/tasks/status-pill.ts'

/**
 * Colours of a timeline bar: its text has a contrast of at least 4.5 with the fill, its border one of 2 with the page.
 */
export type BarLook = {
  readonly fill: HexColor
  readonly border: HexColor
  readonly text: HexColor
  readonly detail: HexColor
}

const fillShares: Readonly<Record<Theme, number>> = { dark: 0.3, light: 0.24 }
const borderShare = 0.55
/** The most contrast a fill may have with the surface; the border carries the colour. */
const maxFillContrast: Readonly<Record<Theme, number>> = { dark: 1.75, light: 1.35 }

/** Returns the look of a bar in a colour; an unreadable colour counts as grey. */
export function makeBarLook(color: string, theme: Theme): BarLook {
  const hue = parseHexColor(color) ?? defaultStatusColor
  const [page, surface] = pillSurfaces[theme]
  const ink = barInks[theme]
  const fill = mixQuietly(surface, hue, theme)
  return {
    fill,
    border: makeReadable(mixColors(surface, hue, borderShare), [page], 2),
    text: makeReadable(ink, [fill], 4.5),
    detail: makeReadable(mixColors(ink, fill, 0.28), [fill], 4.5),
  }
}

/**
 * Mixes the theme's share of a colour into the surface, or less for a colour far from it (black on light) to keep a
 * tint.
 */
function mixQuietly(surface: HexColor, hue: HexColor, theme: Theme): HexColor {
  const steps = 16
  for (let step = steps; step > 1; step -= 1) {
    const fill = mixColors(surface, hue, (fillShares[theme] * step) / steps)
    if (contrastOf(fill, surface) <= maxFillContrast[theme]) return fill
  }
  return mixColors(surface, hue, fillShares[theme] / steps)
}
