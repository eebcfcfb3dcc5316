const FAMILY = "'Inter Variable', system-ui, sans-serif"
const LIMIT = 4000

/** A font of the style sheet: weight, size in pixels, and letter spacing. */
export type CanvasFont = { readonly css: string; readonly size: number; readonly spacing: string }

export function aFont(weight: number, size: number, spacing = -0.039): CanvasFont {
  return { css: `${weight} ${size}px ${FAMILY}`, size, spacing: `${spacing}px` }
}

/** Returns where a browser puts the baseline in a line of this height: it rounds the font's ascent and descent. */
export function baselineOf({ size }: CanvasFont, lineHeight: number): number {
  const [above, below] = [Math.round(size * 0.96875), Math.round(size * 0.2412)]
  return Math.round((lineHeight - above - below) / 2) + above
}

/** Sets a font; the canvas element itself has the font features of the page's text. */
export function takeFont(context: CanvasRenderingContext2D, font: CanvasFont): void {
  context.font = font.css
  context.letterSpacing = font.spacing
}

/** Measures texts for one painter, each once. */
export type CanvasTexts = {
  /** Returns the width of a text in the font that is set. */
  readonly widthOf: (context: CanvasRenderingContext2D, font: CanvasFont, text: string) => number
  /** Shortens a text to the room, with an ellipsis where it is cut. */
  readonly fit: (
    context: CanvasRenderingContext2D,
    request: { readonly font: CanvasFont; readonly text: string; readonly room: number },
  ) => string
  /** Drops measurements made before the font was loaded. */
  readonly clear: () => void
}

/** Makes a text measurer with an empty cache. */
export function makeCanvasTexts(): CanvasTexts {
  const widths = new Map<string, number>()
  const fitted = new Map<string, string>()
  const widthOf: CanvasTexts['widthOf'] = (context, font, text) => {
    const key = `${font.css}|${text}`
    const known = widths.get(key)
    if (known !== undefined) return known
    if (widths.size > LIMIT) widths.clear()
    const { width } = context.measureText(text)
    widths.set(key, width)
    return width
  }
  return {
    widthOf,
    fit: (context, { font, text, room }) => {
      if (text === '' || room <= 0) return ''
      const width = widthOf(context, font, text)
      if (width <= room) return text
      const key = `${font.css}|${Math.round(room)}|${text}`
      const known = fitted.get(key)
      if (known !== undefined) return known
      if (fitted.size > LIMIT) fitted.clear()
      const shown = cut(context, { text, room, width })
      fitted.set(key, shown)
      return shown
    },
    clear: () => {
      widths.clear()
      fitted.clear()
    },
  }
}

type Cut = { readonly text: string; readonly room: number; readonly width: number }

/** Starts where letters of average width would end: most texts are cut within a letter or two of it. */
function cut(context: CanvasRenderingContext2D, { text, room, width }: Cut): string {
  const fits = (length: number): boolean => context.measureText(`${text.slice(0, length)}…`).width <= room
  let length = Math.min(text.length - 1, Math.floor((text.length * room) / width))
  while (length > 0 && !fits(length)) length -= 1
  while (length + 1 < text.length && fits(length + 1)) length += 1
  return length === 0 ? '' : `${text.slice(0, length)}…`
}
