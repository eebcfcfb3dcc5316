import { boundsOf, unionOf, type Box, type Placed, type Point } from './geometry.ts'

/** Something that can be arranged. */
export type Arranged<Id> = Placed & { readonly id: Id; readonly zIndex: number }
export type Moves<Id> = ReadonlyMap<Id, Point>

export const alignments = ['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const
export type Alignment = (typeof alignments)[number]

/** Where things go when they are aligned with the box around them all. */
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

/** Where things go so that the gaps between them are equal; the first and the last stay. */
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

/** Where things go as rows from left to right in reading order, wider than high as windows are, none over another. */
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

/** Things as they are read: in rows from above, each from the left. A thing is in a row when its middle or that of the row's first lies within the other. */
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

/** Of two boxes, the first of which begins no lower. */
function isBeside(first: Box, other: Box): boolean {
  return other.y + other.height / 2 < first.y + first.height || first.y + first.height / 2 > other.y
}

export type Step = 'front' | 'forward' | 'backward' | 'back'

/**
 * New heights of the chosen things, or of no more others than one: a step goes past the nearest thing over or under one
 * of them that is not chosen. `all` is ordered from the back; the chosen keep their order among themselves.
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
  // In a step, those in front of the first chosen one come after just one more of the others.
  const passed = step === 'forward' || step === 'backward' ? passable : others.length - 1
  const [below, above] = [others[passed], others[passed + 1]]
  if (below === undefined) return new Map()
  const sign = isUp ? 1 : -1
  const room = above === undefined ? moved.length + 1 : Math.abs(above.zIndex - below.zIndex)
  return new Map(moved.map(({ id }, index) => [id, below.zIndex + (sign * room * (index + 1)) / (moved.length + 1)]))
}

/** Moves of things' own corners that bring their bounds to the wanted places; those that stay are left out. */
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
