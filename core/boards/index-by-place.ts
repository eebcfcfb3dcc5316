import { boundsOf, overlaps, unionOf, type Box, type Placed } from './geometry.ts'

/** Finds what lies in a part of a board without looking at the rest. */
export type BoardIndex<Item> = {
  /** In the order the items were given in. */
  readonly within: (box: Box) => readonly Item[]
  /** Around everything; of no size where there is nothing. */
  readonly bounds: Box
}

const cellSide = 1024
/** A view over more cells than this sees nearly everything: looking at each thing is quicker then. */
const manyCells = 256

/** An index over squares of the board; made anew when something moves. */
export function makeBoardIndex<Item extends Placed>(items: readonly Item[]): BoardIndex<Item> {
  const bounds = items.map(boundsOf)
  const cells = new Map<string, number[]>()
  bounds.forEach((box, place) => {
    for (const key of cellsOf(box) ?? ['far']) {
      const cell = cells.get(key)
      if (cell === undefined) cells.set(key, [place])
      else cell.push(place)
    }
  })
  const look = (places: Iterable<number>, view: Box): readonly Item[] => {
    const found: Item[] = []
    for (const place of places) {
      const [item, box] = [items[place], bounds[place]]
      if (item !== undefined && box !== undefined && overlaps(box, view)) found.push(item)
    }
    return found
  }
  return {
    bounds: unionOf(bounds) ?? { x: 0, y: 0, width: 0, height: 0 },
    within: (view) => {
      const keys = cellsOf(view)
      if (keys === undefined) return look(items.keys(), view)
      const places = new Set<number>()
      for (const key of [...keys, 'far']) for (const place of cells.get(key) ?? []) places.add(place)
      return look(
        [...places].sort((one, other) => one - other),
        view,
      )
    },
  }
}

/** The squares a box touches; absent where they are too many to name. */
function cellsOf({ x, y, width, height }: Box): readonly string[] | undefined {
  const [left, top] = [Math.floor(x / cellSide), Math.floor(y / cellSide)]
  const [right, bottom] = [Math.floor((x + width) / cellSide), Math.floor((y + height) / cellSide)]
  if ((right - left + 1) * (bottom - top + 1) > manyCells) return undefined
  const keys: string[] = []
  for (let column = left; column <= right; column += 1) {
    for (let row = top; row <= bottom; row += 1) keys.push(`${column}:${row}`)
  }
  return keys
}
