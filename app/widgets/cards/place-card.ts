export type Direction = 'left' | 'right' | 'up' | 'down' | 'first' | 'last'

/** Returns the place one step away among `count` cards in rows of `columns`; the same place at the edges. */
export function stepPlace(
  place: number,
  direction: Direction,
  { count, columns }: { readonly count: number; readonly columns: number },
): number {
  const last = count - 1
  switch (direction) {
    case 'left':
      return Math.max(0, place - 1)
    case 'right':
      return Math.min(last, place + 1)
    case 'up':
      return place - columns < 0 ? place : place - columns
    case 'down': {
      // Above a short last row, a step down ends on its last card.
      const isLastRow = Math.floor(place / columns) === Math.floor(last / columns)
      return isLastRow ? place : Math.min(last, place + columns)
    }
    case 'first':
      return 0
    case 'last':
      return last
  }
}

/** Returns the entries with one of them moved to an index counted without it. */
export function placeAt<T extends { readonly id: string }>(
  entries: readonly T[],
  id: string,
  index: number,
): readonly T[] {
  const moved = entries.find((entry) => entry.id === id)
  return moved === undefined ? entries : entries.filter((entry) => entry.id !== id).toSpliced(index, 0, moved)
}
