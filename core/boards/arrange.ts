import { boundsOf, unionOf, type Box, type Placed, type Point } from './geometry.ts'

/** An object that can be arranged. */
export type Arranged<Id> = Placed & { readonly id: Id; readonly zIndex: number }
export type Moves<Id> = ReadonlyMap<Id, Point>

export const alignments = ['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const
export type Alignment = (typeof alignments)[number]

/** Returns the moves that align objects with a side of their common bounding box. */
export function align<Id>(items: readonly Arranged<Id>[], side: Alignment): Moves<Id> {
  const all = unionOf(items.map(boundsOf))
  if (all === undefined) return new Map()
  return movesTo(items, (box) => {
    switch (side) {
      case 'left':
        return { x: all.x, y: box.y }
      case 'centre':
        return { x: all.x + (all.width - box.width) / 2, y: box.y }
      case 'right':
        return { x: all.x + all.width - box.width, y: box.y }
      case 'top':
        return { x: box.x, y: all.y }
      case 'middle':
        return { x: box.x, y: all.y + (all.height - box.height) / 2 }
      case 'bottom':
        return { x: box.x, y: all.y + all.height - box.height }
    }
  })
}

export type Axis = 'x' | 'y'

/** Returns the moves that make the gaps between objects equal; the first and the last stay. */
export function distribute<Id>(items: readonly Arranged<Id>[], axis: Axis): Moves<Id> {
  const side = axis === 'x' ? 'width' : 'height'
  const sorted = items
    .map((item) => ({ item, box: boundsOf(item) }))
    .sort((one, other) => one.box[axis] - other.box[axis])
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined || sorted.length < 3) return new Map()
  const taken = sorted.reduce((sum, { box }) => sum + box[side], 0)
  const gap = (last.box[axis] + last.box[side] - first.box[axis] - taken) / (sorted.length - 1)
  let at = first.box[axis]
  const places = new Map<Id, Point>()
  for (const { item, box } of sorted) {
    places.set(item.id, axis === 'x' ? { x: at, y: box.y } : { x: box.x, y: at })
    at += box[side] + gap
  }
  return movesTo(items, (box, id) => places.get(id) ?? box)
}

const tidyGap = 20

/** Returns the moves that lay objects out in rows in reading order, without overlaps, wider than high like a window. */
export function tidy<Id>(items: readonly Arranged<Id>[]): Moves<Id> {
  const all = unionOf(items.map(boundsOf))
  if (all === undefined) return new Map()
  const boxes = readingOrder(items).map((item) => ({ id: item.id, box: boundsOf(item) }))
  const area = boxes.reduce((sum, { box }) => sum + (box.width + tidyGap) * (box.height + tidyGap), 0)
  const widest = Math.max(...boxes.map(({ box }) => box.width))
  const rowWidth = Math.max(widest, Math.sqrt(area) * 1.5)
  const places = new Map<Id, Point>()
  let [x, y, rowHeight] = [0, 0, 0]
  for (const { id, box } of boxes) {
    if (x > 0 && x + box.width > rowWidth) [x, y, rowHeight] = [0, y + rowHeight + tidyGap, 0]
    places.set(id, { x: all.x + x, y: all.y + y })
    x += box.width + tidyGap
    rowHeight = Math.max(rowHeight, box.height)
  }
  return movesTo(items, (box, id) => places.get(id) ?? box)
}

/**
 * Sorts objects in reading order: rows from the top, each from the left. An object joins a row when its middle lies
 * within the row's first object, or the other way round.
 */
export function readingOrder<Item extends Placed>(items: readonly Item[]): readonly Item[] {
  const sorted = items.map((item) => ({ item, box: boundsOf(item) })).sort((one, other) => one.box.y - other.box.y)
  const rows: { first: Box; things: typeof sorted }[] = []
  for (const thing of sorted) {
    const row = rows.at(-1)
    if (row !== undefined && isBeside(row.first, thing.box)) row.things.push(thing)
    else rows.push({ first: thing.box, things: [thing] })
  }
  return rows.flatMap(({ things }) => things.sort((one, other) => one.box.x - other.box.x).map(({ item }) => item))
}

/** Whether two boxes are in one row; `first` begins no lower than `other`. */
function isBeside(first: Box, other: Box): boolean {
  return other.y + other.height / 2 < first.y + first.height || first.y + first.height / 2 > other.y
}

export type Step = 'front' | 'forward' | 'backward' | 'back'

/**
 * Returns new `zIndex` values for the chosen objects. Forward passes the nearest unchosen object above the lowest of
 * them, backward the nearest one below the highest. `all` is ordered back to front; the chosen keep their relative
 * order.
 */
export function restack<Id>(
  all: readonly Arranged<Id>[],
  chosen: ReadonlySet<Id>,
  step: Step,
): ReadonlyMap<Id, number> {
  const isUp = step === 'front' || step === 'forward'
  const ordered = isUp ? all : all.toReversed()
  const moved = ordered.filter(({ id }) => chosen.has(id))
  const others = ordered.filter(({ id }) => !chosen.has(id))
  const firstAt = ordered.findIndex(({ id }) => chosen.has(id))
  const passable = others.findIndex((other) => ordered.indexOf(other) > firstAt)
  if (moved.length === 0 || passable < 0) return new Map()
  // A single step passes just one of the others, even where chosen objects lie further apart.
  const passed = step === 'forward' || step === 'backward' ? passable : others.length - 1
  const [below, above] = [others[passed], others[passed + 1]]
  if (below === undefined) return new Map()
  const sign = isUp ? 1 : -1
  const room = above === undefined ? moved.length + 1 : Math.abs(above.zIndex - below.zIndex)
  return new Map(moved.map(({ id }, index) => [id, below.zIndex + (sign * room * (index + 1)) / (moved.length + 1)]))
}

/** Converts target positions of bounding boxes into moves of the objects' own corners; leaves out objects that stay. */
function movesTo<Id>(items: readonly Arranged<Id>[], place: (box: Box, id: Id) => Point): Moves<Id> {
  return new Map(
    items.flatMap((item): readonly [Id, Point][] => {
      const box = boundsOf(item)
      const to = place(box, item.id)
      const moved = { x: item.x + (to.x - box.x), y: item.y + (to.y - box.y) }
      return moved.x === item.x && moved.y === item.y ? [] : [[item.id, moved]]
    }),
  )
}
