import { makeReadable, mixColors, parseHexColor, type HexColor } from './color.ts'
import { defaultStatusColor } from './default-statuses.ts'
import { barInks } from './palette.ts'
import { pillSurfaces, type Theme } from './status-pill.ts'

/** How a bar of the timeline is painted: text has a contrast of at least 4.5 with the fill, the border one of 2 with the page. */
export type BarLook = {
  readonly fill: HexColor
  readonly border: HexColor
  readonly text: HexColor
  readonly detail: HexColor
}

const fillShare = 0.3
const borderShare = 0.55

/** The look of a bar in a colour; one that cannot be read counts as grey. */
export function makeBarLook(color: string, theme: Theme): BarLook {
  const hue = parseHexColor(color) ?? defaultStatusColor
  const [page, surface] = pillSurfaces[theme]
  const ink = barInks[theme]
  const fill = mixColors(surface, hue, theme === 'dark' ? fillShare : fillShare * 0.8)
  return {
    fill,
    border: makeReadable(mixColors(surface, hue, borderShare), [page], 2),
    text: makeReadable(ink, [fill], 4.5),
    detail: makeReadable(mixColors(ink, fill, 0.28), [fill], 4.5),
  }
}
