const FAMILY = "'Inter Variable', system-ui, sans-serif"
const LIMIT = 4000

/** A font of the style sheet: weight, size in pixels, and the space between letters. */
export type CanvasFont = { readonly css: string; readonly size: number; readonly spacing: string }

export function aFont(weight: number, size: number, spacing = -0.039): CanvasFont {
  return { css: `${weight} ${size}px ${FAMILY}`, size, spacing: `${spacing}px` }
}

/** Where a browser puts the base line in a line of this height: it rounds what the font has above and below. */
export function baselineOf({ size }: CanvasFont, lineHeight: number): number {
  const [above, below] = [Math.round(size * 0.96875), Math.round(size * 0.2412)]
  return Math.round((lineHeight - above - below) / 2) + above
}

/** Takes a font up; the canvas element itself has the features that the page's text has. */
export function takeFont(context: CanvasRenderingContext2D, font: CanvasFont): void {
  context.font = font.css
  context.letterSpacing = font.spacing
}

/** Texts measured for one painter, each once. */
export type CanvasTexts = {
  /** The width of a text in the font that is taken up. */
  readonly widthOf: (context: CanvasRenderingContext2D, font: CanvasFont, text: string) => number
  /** As much of a text as fits, with three dots where some of it does not. */
  readonly fit: (
    context: CanvasRenderingContext2D,
    request: { readonly font: CanvasFont; readonly text: string; readonly room: number },
  ) => string
  /** What was measured before the font had arrived is not true any more. */
  readonly clear: () => void
}

/** Nothing is measured yet. */
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

/** Begins where letters of the same width would end: most texts are cut a letter or two from there. */
function cut(context: CanvasRenderingContext2D, { text, room, width }: Cut): string {
  const fits = (length: number): boolean => context.measureText(`${text.slice(0, length)}…`).width <= room
  let length = Math.min(text.length - 1, Math.floor((text.length * room) / width))
  while (length > 0 && !fits(length)) length -= 1
  while (length + 1 < text.length && fits(length + 1)) length += 1
  return length === 0 ? '' : `${text.slice(0, length)}…`
}
