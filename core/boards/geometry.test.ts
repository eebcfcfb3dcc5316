import fc from 'fast-check'
import { expect, test } from 'vitest'
import { align, distribute, readingOrder, restack, tidy } from './arrange.ts'
import {
  centreOn,
  clampZoom,
  fill,
  fit as fitInto,
  panBy,
  pinch,
  reveal,
  toBoard,
  toScreen,
  viewOf,
  zoomAt,
} from './camera.ts'
import { boundsOf, centreOf, initialSize, isOn, overlaps, reshape, snap, unionOf } from './geometry.ts'
import { makeBoardIndex } from './index-by-place.ts'

const length = fc.integer({ min: -4000, max: 4000 })
const side = fc.integer({ min: 1, max: 900 })
const anItem = fc.record({
  id: fc.uuid(),
  x: length,
  y: length,
  width: side,
  height: side,
  rotation: fc.constantFrom(0, 0, 0, 30, 90, -45),
  zIndex: fc.integer({ min: -50, max: 50 }),
})
const items = (minLength = 1) => fc.uniqueArray(anItem, { minLength, maxLength: 25, selector: ({ id }) => id })
const aCamera = fc.record({ x: length, y: length, zoom: fc.double({ min: 0.05, max: 4, noNaN: true }) })
const aPoint = fc.record({ x: length, y: length })
const window = { width: 1200, height: 800 }

const move = (moves: ReadonlyMap<string, { x: number; y: number }>) => {
  return <Item extends { id: string; x: number; y: number }>(item: Item): Item => ({ ...item, ...moves.get(item.id) })
}

test('board and screen coordinates convert into each other', () => {
  fc.assert(
    fc.property(aCamera, aPoint, (camera, point) => {
      const back = toBoard(camera, toScreen(camera, point))
      expect(back.x).toBeCloseTo(point.x, 5)
      expect(back.y).toBeCloseTo(point.y, 5)
    }),
  )
})

test('zooming keeps the point under the pointer in place, and panning moves it along', () => {
  fc.assert(
    fc.property(aCamera, aPoint, aCamera, (camera, at, { zoom }) => {
      const before = toBoard(camera, at)
      const after = toBoard(zoomAt(camera, at, zoom), at)
      expect(after.x).toBeCloseTo(before.x, 5)
      expect(after.y).toBeCloseTo(before.y, 5)
      const moved = toScreen(panBy(camera, { x: 7, y: -3 }), before)
      expect(moved.x).toBeCloseTo(at.x + 7, 5)
      expect(moved.y).toBeCloseTo(at.y - 3, 5)
    }),
  )
})

test('zoom stays between 0.05 and 4, and a pinch between 0.1 and 3', () => {
  fc.assert(
    fc.property(aCamera, aPoint, fc.double({ min: 0.01, max: 100, noNaN: true }), (camera, at, scale) => {
      expect(clampZoom(camera.zoom * scale)).toBeGreaterThanOrEqual(0.05)
      expect(clampZoom(camera.zoom * scale)).toBeLessThanOrEqual(4)
      const { zoom } = pinch({ ...camera, zoom: 1 }, { from: at, to: at, scale })
      expect(zoom).toBeGreaterThanOrEqual(0.1)
      expect(zoom).toBeLessThanOrEqual(3)
    }),
  )
})

test('fit shows everything in the window with its margin, as far as the zoom allows', () => {
  fc.assert(
    fc.property(items(), (all) => {
      const box = unionOf(all.map(boundsOf))
      if (box === undefined) throw new Error('there is something')
      const camera = fitInto(box, window, 50)
      const [from, to] = [toScreen(camera, box), toScreen(camera, { x: box.x + box.width, y: box.y + box.height })]
      expect(camera.zoom).toBeLessThanOrEqual(1)
      if (camera.zoom > 0.05) {
        expect(from.x).toBeGreaterThanOrEqual(50 - 1e-6)
        expect(from.y).toBeGreaterThanOrEqual(50 - 1e-6)
        expect(to.x).toBeLessThanOrEqual(1150 + 1e-6)
        expect(to.y).toBeLessThanOrEqual(750 + 1e-6)
      }
      // `fill` enlarges the selection as far as there is room around it, up to 4.
      const filled = fill(box, window, 100)
      const free = Math.min(1200 - box.width * filled.zoom, 800 - box.height * filled.zoom)
      if (filled.zoom > 0.05) expect(free).toBeGreaterThanOrEqual(200 - 1e-6)
      if (filled.zoom > 0.05 && filled.zoom < 4) expect(free).toBeCloseTo(200, 5)
      const middle = toBoard(centreOn(box, window, 2), { x: 600, y: 400 })
      expect(middle.x).toBeCloseTo(centreOf(box).x, 5)
    }),
  )
})

test('a revealed box begins in view, and the camera stays for one already in view', () => {
  fc.assert(
    fc.property(aCamera, anItem, (camera, item) => {
      const box = boundsOf(item)
      const next = reveal(camera, box, window)
      const view = viewOf(next, window)
      expect(box.x).toBeGreaterThanOrEqual(view.x - 1e-6)
      expect(box.y).toBeGreaterThanOrEqual(view.y - 1e-6)
      expect(reveal(next, { ...box, width: 0, height: 0 }, window)).toBe(next)
    }),
  )
})

test('a point hits an object at its centre and inside its bounds, and not beyond them', () => {
  fc.assert(
    fc.property(anItem, (item) => {
      const box = boundsOf(item)
      expect(isOn(centreOf(item), item)).toBe(true)
      expect(isOn({ x: box.x - 1, y: box.y - 1 }, item)).toBe(false)
      expect(centreOf(box).x).toBeCloseTo(centreOf(item).x, 5)
      expect(overlaps(box, item)).toBe(true)
    }),
  )
})

test('snapping goes to the nearest multiple of 20 and stays there', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (value) => {
      expect(Math.abs(snap(value) - value)).toBeLessThanOrEqual(10)
      expect(snap(snap(value))).toBe(snap(value))
    }),
  )
})

test('a new object keeps its ratio and is never longer than 300', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 1, max: 9000 }), (width, height) => {
      const size = initialSize({ width, height })
      expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(300)
      if (Math.min(size.width, size.height) > 1) expect(size.width / size.height).toBeCloseTo(width / height, 5)
    }),
  )
  expect(initialSize({})).toEqual({ width: 300, height: 300 })
})

test('reshaping a selection frame and reshaping it back leaves objects where they were', () => {
  fc.assert(
    fc.property(items(), anItem, fc.constantFrom(0.5, 2, 3.25), (all, target, scale) => {
      const union = unionOf(all.map(boundsOf))
      if (union === undefined) return
      const from = { ...union, rotation: 0 }
      const to = { ...target, width: from.width * scale, height: from.height * scale }
      for (const item of all) {
        const back = reshape(reshape(item, { from, to }), { from: to, to: from })
        for (const field of ['x', 'y', 'width', 'height', 'rotation'] as const)
          expect(back[field]).toBeCloseTo(item[field], 4)
        const turned = reshape(item, { from, to })
        expect(turned.width / turned.height).toBeCloseTo(item.width / item.height, 4)
      }
    }),
  )
})

test('aligning brings every edge to the same line and moves nothing along the other axis', () => {
  fc.assert(
    fc.property(items(2), (all) => {
      const left = Math.min(...all.map((item) => boundsOf(item).x))
      const moved = all.map(move(align(all, 'left')))
      for (const item of moved) expect(boundsOf(item).x).toBeCloseTo(left, 5)
      expect(moved.map(({ y }) => y)).toEqual(all.map(({ y }) => y))
      const bottoms = all.map(move(align(all, 'bottom'))).map((item) => boundsOf(item).y + boundsOf(item).height)
      for (const bottom of bottoms) expect(bottom).toBeCloseTo(Math.max(...bottoms), 5)
    }),
  )
})

test('distributing makes the gaps equal and leaves the outermost objects', () => {
  fc.assert(
    fc.property(items(3), (all) => {
      const sorted = all.map(move(distribute(all, 'x')))
      const order = all.toSorted((one, other) => boundsOf(one).x - boundsOf(other).x).map(({ id }) => id)
      const inOrder = order.flatMap((id) => sorted.filter((item) => item.id === id)).map(boundsOf)
      const gaps = inOrder
        .slice(1)
        .map((box, index) => box.x - ((inOrder[index]?.x ?? 0) + (inOrder[index]?.width ?? 0)))
      for (const gap of gaps) expect(gap).toBeCloseTo(gaps[0] ?? 0, 4)
      const firstId = order[0] ?? ''
      expect(sorted.find(({ id }) => id === firstId)).toEqual(all.find(({ id }) => id === firstId))
    }),
  )
})

test('a tidied board has no overlaps, and tidying it again changes nothing', () => {
  fc.assert(
    fc.property(items(), (all) => {
      const tidied = all.map(move(tidy(all)))
      const boxes = tidied.map(boundsOf).map((box) => ({ ...box, width: box.width - 1e-6, height: box.height - 1e-6 }))
      for (const [index, box] of boxes.entries()) {
        for (const other of boxes.slice(index + 1)) expect(overlaps(box, other)).toBe(false)
      }
      expect(readingOrder(tidied).map(({ id }) => id)).toEqual(readingOrder(all).map(({ id }) => id))
      for (const [index, again] of tidied.map(move(tidy(tidied))).entries()) {
        expect(again.x).toBeCloseTo(tidied[index]?.x ?? NaN, 5)
        expect(again.y).toBeCloseTo(tidied[index]?.y ?? NaN, 5)
      }
    }),
  )
})

test('reading order goes by rows from the top, each from the left', () => {
  const at = (id: string, x: number, y: number) => ({ id, x, y, width: 100, height: 100, rotation: 0 })
  const all = [at('d', 0, 210), at('b', 150, 12), at('a', 0, 30), at('c', 320, 0)]

  expect(readingOrder(all).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  // A tall object beside a short one is in the same row, whichever begins higher.
  for (const y of [0, 10]) {
    const mixed = [{ ...at('short', 150, 10), height: 40 }, { ...at('tall', 0, y), height: 300 }, at('next', 0, 320)]
    expect(readingOrder(mixed).map(({ id }) => id)).toEqual(['tall', 'short', 'next'])
  }
})

test('to front goes over everything, a step passes one object, and the chosen keep their order', () => {
  fc.assert(
    fc.property(items(2), fc.nat(), fc.constantFrom('front', 'forward', 'backward', 'back'), (all, seed, step) => {
      const spread = all.map((item, index) => ({ ...item, zIndex: index }))
      const chosen = new Set(spread.filter((_, index) => (seed >> (index % 20)) & 1).map(({ id }) => id))
      const heights = restack(spread, chosen, step)
      const after = spread.toSorted(
        (one, other) => (heights.get(one.id) ?? one.zIndex) - (heights.get(other.id) ?? other.zIndex),
      )
      const chosenIn = (list: typeof spread) => list.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
      const othersIn = (list: typeof spread) => list.filter(({ id }) => !chosen.has(id)).map(({ id }) => id)

      expect(othersIn(after)).toEqual(othersIn(spread))
      if (heights.size === 0) return
      expect([...heights.keys()].every((id) => chosen.has(id))).toBe(true)
      const sorted = step === 'front' || step === 'forward' ? chosenIn(after) : chosenIn(after).toReversed()
      const wanted = step === 'front' || step === 'forward' ? chosenIn(spread) : chosenIn(spread).toReversed()
      expect(sorted).toEqual(wanted)
      if (step === 'front') expect(after.slice(-chosen.size).every(({ id }) => chosen.has(id))).toBe(true)
      if (step === 'back') expect(after.slice(0, chosen.size).every(({ id }) => chosen.has(id))).toBe(true)
    }),
  )
})

test('the index finds exactly the objects in view, in their order', () => {
  fc.assert(
    fc.property(fc.array(anItem, { maxLength: 60 }), aPoint, fc.constantFrom(10, 900, 90_000), (all, at, size) => {
      const view = { ...at, width: size, height: size }
      expect(makeBoardIndex(all).within(view)).toEqual(all.filter((item) => overlaps(boundsOf(item), view)))
    }),
  )
})
