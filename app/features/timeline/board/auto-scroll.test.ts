import fc from 'fast-check'
import { expect, test } from 'vitest'
import { edgePixels, edgePull, followPointer, scrollDistance, type FrameClock } from './auto-scroll.ts'

test('a move auto-scrolls only within 250 pixels of the edges, towards them, faster the nearer', () => {
  const { move } = edgePixels

  expect(edgePull(300, 1440, move)).toBe(0)
  expect(edgePull(1440 - 251, 1440, move)).toBe(0)
  expect(edgePull(249, 1440, move)).toBeLessThan(0)
  expect(edgePull(1440 - 249, 1440, move)).toBeGreaterThan(0)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 249 }), (position) => {
      expect(Math.abs(edgePull(position, 1440, move))).toBeGreaterThanOrEqual(
        Math.abs(edgePull(position + 1, 1440, move)),
      )
    }),
  )
})

test('resizing a bar auto-scrolls only at the very edge', () => {
  const { stretch } = edgePixels

  expect(edgePull(1440 - 60, 1440, stretch)).toBe(0)
  expect(edgePull(1440 - 10, 1440, stretch)).toBeGreaterThan(0)
})

/** How far a pointer at the very edge scrolls within a time, frame by frame. */
function scrolledAfter(milliseconds: number, frameMs: number): number {
  let sum = 0
  for (let nearMs = frameMs; nearMs <= milliseconds; nearMs += frameMs) sum += scrollDistance(1, { nearMs, frameMs })
  return sum
}

test('touching the edge scrolls less than half a day, and staying there speeds up', () => {
  const dayWidth = 50

  expect(scrolledAfter(250, 16)).toBeLessThan(dayWidth / 2)
  expect(scrolledAfter(3000, 16) - scrolledAfter(2000, 16)).toBeGreaterThan(1000)
})

test('auto-scroll goes no further at a low frame rate, and does not jump after a pause', () => {
  expect(scrolledAfter(2000, 34)).toBeLessThanOrEqual(scrolledAfter(2000, 16) * 1.05)
  expect(scrollDistance(1, { nearMs: 5000, frameMs: 4000 })).toBeLessThan(50)
})

/** A board 1000 pixels wide under a pointer that went to its right side, with frames at times the test sets. */
function holdAtSide() {
  let now = 0
  let draw: ((now: number) => void) | undefined
  const clock: FrameClock = {
    now: () => now,
    request: (onFrame) => {
      draw = onFrame
      return 1
    },
    cancel: () => (draw = undefined),
  }
  let scrolled = 0
  const scroller = Object.assign(document.createElement('div'), {
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 1000, height: 1000 }),
    scrollBy: (dx: number) => (scrolled += dx),
  })
  let point = { x: 500, y: 500 }
  followPointer({ scroller, edge: edgePixels.stretch, getPoint: () => point, onMoved: () => undefined, clock })
  point = { x: 999, y: 500 }
  const pass = (milliseconds: number, frameMs: number): number => {
    const before = scrolled
    for (const end = now + milliseconds; now < end;) {
      now += frameMs
      draw?.(now)
    }
    return scrolled - before
  }
  return { pass }
}

test('an edge held at the side scrolls slowly at first and faster with time', () => {
  const { pass } = holdAtSide()

  expect(pass(250, 16)).toBeLessThan(25)
  expect(pass(1000, 16)).toBeGreaterThan(25)
  expect(pass(1000, 16)).toBeGreaterThan(800)
})

test('a busy machine scrolls no further and no faster than it painted', () => {
  const busy = holdAtSide()

  expect(busy.pass(4000, 4000)).toBeLessThan(2)
  expect(busy.pass(250, 16)).toBeLessThan(25)
})
