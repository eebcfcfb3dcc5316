type Table = {
  readonly header: readonly string[]
  readonly lines: readonly (readonly string[])[]
  /** The maximum line width; undefined for no limit. */
  readonly width: number | undefined
  readonly isColored: boolean
}

const gap = '  '
const minColumn = 6

/**
 * Formats aligned columns under a header, or nothing without rows; if the terminal is too narrow, cuts the widest
 * columns.
 */
export function toTable({ header, lines, width, isColored }: Table): string {
  if (lines.length === 0) return ''
  const titles = header.map(toTitle)
  const natural = titles.map((title, at) => Math.max(...[title, ...lines.map((line) => line[at] ?? '')].map(widthOf)))
  const widths = width === undefined ? natural : shrink(natural, width)
  const print = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => fit(cell, widths[at] ?? 0))
      .join(gap)
      .trimEnd()
  const title = print(titles)
  return [isColored ? `\u001b[1m${title}\u001b[22m` : title, ...lines.map(print), ''].join('\n')
}

/** Returns a text's width in terminal columns: wide characters and emoji take two. */
function widthOf(text: string): number {
  let width = 0
  for (const segment of graphemesOf(text)) width += isWide(segment) ? 2 : 1
  return width
}

/** Plain ASCII needs no segmenter, which is slow to create. */
function graphemesOf(text: string): Iterable<string> {
  if (/^[ -~]*$/.test(text)) return text
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
}

function isWide(segment: string): boolean {
  return /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u.test(
    segment,
  )
}

/** Converts `estimatedHours` to `ESTIMATED HOURS`. */
function toTitle(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').toUpperCase()
}

function shrink(natural: readonly number[], width: number): readonly number[] {
  const widths = [...natural]
  const room = width - gap.length * (widths.length - 1)
  for (;;) {
    const total = widths.reduce((sum, each) => sum + each, 0)
    const widest = widths.indexOf(Math.max(...widths))
    if (total <= room || (widths[widest] ?? 0) <= minColumn) return widths
    widths[widest] = (widths[widest] ?? 0) - 1
  }
}

/** Pads or cuts a text to a width; paths keep their end, which distinguishes them. */
function fit(text: string, width: number): string {
  const own = widthOf(text)
  if (own <= width) return text + ' '.repeat(width - own)
  const isPath = text.includes('/')
  const all = [...graphemesOf(text)]
  const kept: string[] = []
  let used = 0
  for (const segment of isPath ? all.toReversed() : all) {
    const next = used + (isWide(segment) ? 2 : 1)
    if (next > width - 1) break
    kept.push(segment)
    used = next
  }
  const filling = ' '.repeat(width - used - 1)
  return isPath ? `…${kept.toReversed().join('')}${filling}` : `${kept.join('')}…${filling}`
}
