import type { CanvasItemRow } from '#core/schema/canvas-items.ts'

/** What a text's line breaks depend on. */
export type TextBox = Pick<CanvasItemRow, 'text' | 'width' | 'fontSize'>
type Measured = { readonly key: string; readonly lines: readonly string[] }
type Canvas = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** The space between a text and the edge of its box, in board pixels; the text field has the same. */
export const textPadding = 8
const lineHeightOf = (fontSize: number): number => fontSize * 1.5

// Rows are replaced when they change, which drops their measurement too.
const measured = new WeakMap<TextBox, Measured>()

/** Breaks a text into lines that fit its box: at spaces, and inside words longer than a line. */
export function layOutText(canvas: Canvas, box: TextBox, font: string) {
  const { text = '', width, fontSize } = box
  const lineHeight = lineHeightOf(fontSize)
  const known = measured.get(box)
  if (known?.key === font) return { lines: known.lines, lineHeight }
  canvas.save()
  canvas.font = `${fontSize}px ${font}`
  const room = Math.max(fontSize, width - 2 * textPadding)
  const lines = text
    .split('\n')
    .flatMap((paragraph) => breakLine(paragraph, (part) => canvas.measureText(part).width <= room))
  canvas.restore()
  measured.set(box, { key: font, lines })
  return { lines, lineHeight }
}

/** Returns a function that measures the height of a text in its box, padding included. */
export function heightOfText(font: string): (box: TextBox) => number {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d')
  return (box) => {
    if (canvas === null) return 0
    const { lines, lineHeight } = layOutText(canvas, box, font)
    return lines.length * lineHeight + 2 * textPadding
  }
}

/** Breaks a paragraph into lines for which `fits` holds, as far as single characters allow. */
export function breakLine(paragraph: string, fits: (part: string) => boolean): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(/(?<= )/)) {
    if (fits((line + word).trimEnd())) line += word
    else {
      if (line !== '') lines.push(line.trimEnd())
      line = ''
      for (const character of word) {
        if (line !== '' && !fits(line + character)) {
          lines.push(line)
          line = ''
        }
        line += character
      }
    }
  }
  return [...lines, line.trimEnd()]
}
