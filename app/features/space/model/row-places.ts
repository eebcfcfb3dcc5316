import { lastAtOrBelow, type GridLayout, type GridSection } from '#core/items/grid-layout.ts'

/** The positions of a grid's rows, in pixels from the first one's top. */
export type RowPlaces = {
  readonly count: number
  readonly height: number
  readonly topOf: (index: number) => number
  /** Returns the row at a height; the first or last beyond the ends. */
  readonly indexAt: (y: number) => number
}

/** Places rows of known heights: stores one number per section and computes places inside it on demand. */
export function placeRows(
  { sections, rowCount }: Pick<GridLayout, 'sections' | 'rowCount'>,
  sizes: { readonly item: number; readonly collection: number },
): RowPlaces {
  const offsetOf = ({ hasHeading }: GridSection, row: number): number =>
    hasHeading && row > 0 ? sizes.collection + (row - 1) * sizes.item : row * sizes.item
  const tops = new Float64Array(sections.length)
  let height = 0
  for (const [at, section] of sections.entries()) {
    tops[at] = height
    height += offsetOf(section, section.rowCount)
  }
  const topAt = (at: number): number => tops[at] ?? height
  return {
    count: rowCount,
    height,
    topOf: (index) => {
      const at = lastAtOrBelow(sections.length, (other) => sections[other]?.firstRow ?? 0, index)
      const section = sections[at]
      if (section === undefined || index >= rowCount) return height
      return topAt(at) + offsetOf(section, index - section.firstRow)
    },
    indexAt: (y) => {
      const at = lastAtOrBelow(sections.length, topAt, y)
      const section = sections[at]
      if (section === undefined) return 0
      const below = y - topAt(at) - offsetOf(section, 1)
      const row = below < 0 ? 0 : 1 + Math.floor(below / sizes.item)
      return section.firstRow + Math.min(row, section.rowCount - 1)
    },
  }
}
