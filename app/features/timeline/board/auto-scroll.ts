/**
 * How near an edge of the window, or of the board within it, a drag begins to scroll: for a move as in document 2,
 * section 9; for the end of a bar only at the very edge, where there is nowhere left to drag it.
 */
export const edgePixels = { move: 250, stretch: 48 } as const

const maxPixelsPerMillisecond = 1.3
/** How long the pointer stays near an edge until scrolling reaches full speed. */
const rampMilliseconds = 1500
/** The most time one frame counts: nothing jumps after a pause. */
const maxFrameMilliseconds = 34

/** Returns the pull of the edges, from -1 at the first to 1 at the last; 0 in the middle. */
export function edgePull(position: number, size: number, edge: number): number {
  // In a small window the two zones would meet.
  const width = Math.min(edge, size / 3)
  const before = Math.max(0, width - position) / width
  const after = Math.max(0, position - (size - width)) / width
  // Squared: far from the edge it crawls, so that targets in view can still be hit.
  return Math.min(1, after) ** 2 - Math.min(1, before) ** 2
}

/**
 * Returns the pixels to scroll in a frame, `nearMs` after the pointer came near the edge: slow at first, so that
 * touching the edge scrolls little.
 */
export function scrollDistance(pull: number, { nearMs, frameMs }: { nearMs: number; frameMs: number }): number {
  const speed = maxPixelsPerMillisecond * Math.min(1, nearMs / rampMilliseconds) ** 2
  return pull * speed * Math.min(frameMs, maxFrameMilliseconds)
}

type Point = { readonly x: number; readonly y: number }

/** One direction of a drag: how long it has been pulling, and fractions of a pixel left over. */
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

  /** Returns whole pixels to scroll now; a drag that begins near an edge does not scroll until it has moved. */
  step(place: { at: number; begin: number; size: number }, frameMs: number): number {
    this.#hasLeft ||= Math.abs(place.at - this.#start) > 24
    const pull = this.#hasLeft ? edgePull(place.at - place.begin, place.size, this.#edge) : 0
    if (pull === 0) {
      this.#nearMs = 0
      return 0
    }
    // Long frames are capped: after a pause, scrolling goes on as slowly as before.
    this.#nearMs += Math.min(frameMs, maxFrameMilliseconds)
    this.#rest += scrollDistance(pull, { nearMs: this.#nearMs, frameMs })
    const whole = Math.trunc(this.#rest)
    this.#rest -= whole
    return whole
  }
}

type Following = {
  readonly scroller: HTMLElement
  /** How near an edge scrolling begins, in pixels. */
  readonly edge: number
  readonly getPoint: () => Point
  readonly onMoved: () => void
  /** The source of frames; the browser's own unless a test sets it. */
  readonly clock?: FrameClock
}

/** A source of animation frames: the current time, requesting the next frame, and cancelling it. */
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

/**
 * Follows a pointer frame by frame, scrolls while it is near an edge, and calls back after moves. Returns a function
 * that stops it.
 */
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
    // The board reaches the window's right and bottom edges; over the queue and the bars at the top nothing scrolls.
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
