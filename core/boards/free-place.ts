import { overlaps, type Box, type Point } from './geometry.ts'

/** The gap left between neighbours, in board pixels. */
const gap = 20
const mostRings = 100
const mostSteps = 100

/**
 * Finds a place for a box that overlaps no others: its own where that is free, else the nearest free one, to the right
 * rather than below; under everything where the board is full around it.
 */
export function findFreePlace(box: Box, others: readonly Box[]): Point {
  const isFree = ({ x, y }: Point): boolean => {
    const wanted = { x: x - gap, y: y - gap, width: box.width + 2 * gap, height: box.height + 2 * gap }
    return !others.some((other) => overlaps(wanted, other))
  }
  // Its own place needs no gap: objects laid close together are meant to be.
  if (!others.some((other) => overlaps(box, other))) return { x: box.x, y: box.y }
  // The search goes in steps, coarser for larger boxes.
  const step = Math.max(gap, Math.min(box.width, box.height) / 4)
  for (let ring = 1; ring <= mostRings; ring += 1) {
    const free = ringOf(ring)
      .map(({ x, y }) => ({ x: box.x + x * step, y: box.y + y * step }))
      .find(isFree)
    if (free !== undefined) return free
  }
  return { x: box.x, y: Math.max(...others.map(({ y, height }) => y + height)) + gap }
}

/**
 * Moves a box aside that was added where somebody else has added something first: to the right of everything it would
 * cover, or under everything after too many attempts. The database's `private.step_aside` follows the same rule.
 */
export function stepAside(box: Box, others: readonly Box[]): Point {
  let x = box.x
  for (let step = 0; step < mostSteps; step += 1) {
    const at = { ...box, x }
    const covered = others.filter((other) => overlaps(at, other))
    if (covered.length === 0) return { x, y: box.y }
    x = Math.max(...covered.map((other) => other.x + other.width)) + gap
  }
  return { x: box.x, y: Math.max(...others.map(({ y, height }) => y + height)) + gap }
}

/** Lists the steps at one distance around the middle, the nearest first. */
function ringOf(distance: number): readonly Point[] {
  const sides = Array.from({ length: 2 * distance + 1 }, (_, index) => index - distance)
  const steps = sides.flatMap((along) => [
    { x: distance, y: along },
    { x: along, y: distance },
    { x: -distance, y: along },
    { x: along, y: -distance },
  ])
  return steps.toSorted((one, other) => Math.hypot(one.x, one.y) - Math.hypot(other.x, other.y))
}
