import type { GridRow } from '#core/items/grid-layout.ts'

type Heights = { readonly item: number; readonly collection: number }

const heightOf = (row: GridRow, heights: Heights): number => (row.kind === 'item' ? heights.item : heights.collection)

/**
 * Returns how far the visible rows have moved between two layouts, measured at the first of them that still exists:
 * rows added or removed above it count, those below do not.
 */
export function shiftOfRowsInSight(
  before: readonly GridRow[],
  after: readonly GridRow[],
  view: { readonly scrollTop: number; readonly heights: Heights },
): number {
  const { scrollTop, heights } = view
  const tops = new Map<string, number>()
  let next = 0
  for (const row of after) {
    tops.set(row.id, next)
    next += heightOf(row, heights)
  }
  let top = 0
  for (const row of before) {
    const bottom = top + heightOf(row, heights)
    const now = bottom > scrollTop ? tops.get(row.id) : undefined
    if (now !== undefined) return now - top
    top = bottom
  }
  return 0
}
