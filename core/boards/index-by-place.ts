import { boundsOf, overlaps, unionOf, type Box, type Placed } from './geometry.ts'

/** Finds the objects in part of a board without looking at the rest. */
export type BoardIndex<Item> = {
  /** In the order the objects were given in. */
  readonly within: (box: Box) => readonly Item[]
  /** The box around everything; of zero size where there is nothing. */
  readonly bounds: Box
}

const cellSide = 1024
/** Above this many cells a view covers nearly everything, and checking every object is quicker. */
const manyCells = 256

/** Makes an index over squares of the board; make a new one when something moves. */
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

/** Lists the cells a box touches; absent where there are too many. */
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
