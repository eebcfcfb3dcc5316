/** The heights of the grid's parts in pixels, as in the style sheet. */
export type RowSizes = { readonly item: number; readonly collection: number; readonly header: number }

const wide: RowSizes = { item: 36, collection: 32, header: 40 }
const compact: RowSizes = { item: 28, collection: 28, header: 40 }
const touch: RowSizes = { item: 44, collection: 44, header: 44 }

/**
 * Returns the row sizes; touch has the same in both densities. The same object each time, so that nothing is laid out
 * needlessly.
 */
export function rowSizes(isCompact: boolean): RowSizes {
  if (window.matchMedia('(pointer: coarse)').matches) return touch
  return isCompact ? compact : wide
}
