/** Shortens a text to a width in pixels; each text, font and width is measured once. */
export type TextFitter = (text: string, maxWidth: number, font: string) => string

const ellipsis = '…'
const maxKept = 20_000

/** Makes a fitter that measures with a canvas. */
export function makeTextFitter(measure: (text: string, font: string) => number): TextFitter {
  // Nested by font, width and text: a combined key would be built hundreds of times a frame.
  const fitted = new Map<string, Map<number, Map<string, string>>>()
  let count = 0
  return (text, maxWidth, font) => {
    const width = Math.floor(maxWidth / 4) * 4
    const known = fitted.get(font)?.get(width)?.get(text)
    if (known !== undefined) return known
    if (count >= maxKept) {
      fitted.clear()
      count = 0
    }
    const made = fit(text, width, (part) => measure(part, font))
    getOrMake(getOrMake(fitted, font), width).set(text, made)
    count += 1
    return made
  }
}

function getOrMake<K, V, W>(maps: Map<K, Map<V, W>>, key: K): Map<V, W> {
  const made = maps.get(key) ?? new Map<V, W>()
  maps.set(key, made)
  return made
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
