/** Shortens texts to the pixels there are, each text, font and width measured once. */
export type TextFitter = (text: string, maxWidth: number, font: string) => string

const ellipsis = '…'
const maxKept = 20_000

/** A fitter that measures with a canvas. */
export function makeTextFitter(measure: (text: string, font: string) => number): TextFitter {
  const fitted = new Map<string, string>()
  return (text, maxWidth, font) => {
    const width = Math.floor(maxWidth / 4) * 4
    const key = `${font}\u0000${width}\u0000${text}`
    const known = fitted.get(key)
    if (known !== undefined) return known
    if (fitted.size > maxKept) fitted.clear()
    const made = fit(text, width, (part) => measure(part, font))
    fitted.set(key, made)
    return made
  }
}

function fit(text: string, width: number, measure: (text: string) => number): string {
  if (width <= 0) return ''
  if (measure(text) <= width) return text
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (measure(text.slice(0, middle) + ellipsis) <= width) low = middle
    else high = middle - 1
  }
  return low === 0 ? '' : text.slice(0, low).trimEnd() + ellipsis
}
