/** The width of each picture in a filmstrip, in pixels. */
const TILE_WIDTH = 160

export type StripSize = { readonly width: number; readonly height: number }

/** Finds the picture for a position in the film, from 0 to 1, and its offset in the filmstrip. */
export function findTile(part: number, strip: StripSize): { readonly index: number; readonly left: number } {
  const count = Math.max(1, Math.round(strip.width / TILE_WIDTH))
  const index = Math.min(count - 1, Math.max(0, Math.floor(part * count)))
  return { index, left: -index * TILE_WIDTH }
}
