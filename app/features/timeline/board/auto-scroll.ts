/**
 * How near the edge of the window, or of the board within it, a drag begins to scroll: a move as document 2, section 9 has it; the
 * end of a bar only at the very side, where nothing is left to drag it to.
 */
export const edgePixels = { move: 250, stretch: 48 } as const

const maxPixelsPerMillisecond = 1.3
/** How long the pointer stays near an edge until scrolling is as fast as it gets. */
const rampMilliseconds = 1500
/** What one frame counts at most: after a pause nothing jumps. */
const maxFrameMilliseconds = 34

/** How near the edge, from -1 at the first to 1 at the last; 0 in the middle. */
export function edgePull(position: number, size: number, edge: number): number {
  // On a small window the two edges would meet.
  const width = Math.min(edge, size / 3)
  const before = Math.max(0, width - position) / width
  const after = Math.max(0, position - (size - width)) / width
  // Squared: far from the edge it crawls, so that what is already in sight can still be hit.
  return Math.min(1, after) ** 2 - Math.min(1, before) ** 2
}

/** Pixels to scroll in a frame, `nearMs` after the pointer came near the edge: slowly at first, so that a touch of it moves little. */
export function scrollDistance(pull: number, { nearMs, frameMs }: { nearMs: number; frameMs: number }): number {
  const speed = maxPixelsPerMillisecond * Math.min(1, nearMs / rampMilliseconds) ** 2
  return pull * speed * Math.min(frameMs, maxFrameMilliseconds)
}

type Point = { readonly x: number; readonly y: number }

/** One direction of a drag: since when it pulls, and what is left of a pixel. */
class Axis {
  readonly #edge: number
  readonly #start: number
  #hasLeft = false
  #nearMs = 0
  #rest = 0

  constructor(edge: number, start: number) {
    this.#edge = edge
    this.#start = start
  }

  /** Whole pixels to scroll now; a drag that begins near an edge does not scroll before it has gone somewhere. */
  step(place: { at: number; begin: number; size: number }, frameMs: number): number {
    this.#hasLeft ||= Math.abs(place.at - this.#start) > 24
    const pull = this.#hasLeft ? edgePull(place.at - place.begin, place.size, this.#edge) : 0
    if (pull === 0) {
      this.#nearMs = 0
      return 0
    }
    // Time that nobody saw pass is not time near the edge: after a pause it goes on as slowly as before.
    this.#nearMs += Math.min(frameMs, maxFrameMilliseconds)
    this.#rest += scrollDistance(pull, { nearMs: this.#nearMs, frameMs })
    const whole = Math.trunc(this.#rest)
    this.#rest -= whole
    return whole
  }
}

type Following = {
  readonly scroller: HTMLElement
  /** How near an edge scrolls, in pixels. */
  readonly edge: number
  readonly getPoint: () => Point
  readonly onMoved: () => void
  /** What frames are told by; the browser's own unless a test sets it. */
  readonly clock?: FrameClock
}

/** Frames as a clock gives them: the time now, the next frame with its time, and giving that up. */
export type FrameClock = {
  readonly now: () => number
  readonly request: (onFrame: (now: number) => void) => number
  readonly cancel: (frame: number) => void
}

const browserClock: FrameClock = {
  now: () => performance.now(),
  request: (onFrame) => requestAnimationFrame(onFrame),
  cancel: (frame) => cancelAnimationFrame(frame),
}

/** Follows a pointer frame by frame, scrolls while it is near an edge, and calls back after what moved. Answers how to stop. */
export function followPointer({ scroller, edge, getPoint, onMoved, clock = browserClock }: Following): () => void {
  const start = getPoint()
  const [across, down] = [new Axis(edge, start.x), new Axis(edge, start.y)]
  let seen: Point | undefined
  let last = clock.now()
  let frame = clock.request(function step(now) {
    frame = clock.request(step)
    const frameMs = now - last
    last = now
    const point = getPoint()
    // The board ends where the window does, but for the queue and the bars at its top: over those nothing scrolls.
    const { left, top, width, height } = scroller.getBoundingClientRect()
    const isInside = point.x >= left && point.y >= top
    const dx = isInside ? across.step({ at: point.x, begin: left, size: width }, frameMs) : 0
    const dy = isInside ? down.step({ at: point.y, begin: top, size: height }, frameMs) : 0
    const { scrollLeft, scrollTop } = scroller
    if (dx !== 0 || dy !== 0) scroller.scrollBy(dx, dy)
    const hasMoved = point !== seen || scroller.scrollLeft !== scrollLeft || scroller.scrollTop !== scrollTop
    seen = point
    if (hasMoved) onMoved()
  })
  return () => clock.cancel(frame)
}
