import { expect, test } from 'vitest'
import { fitView, panTowards, makeImageZoom, panBy, pinch, zoomAt } from './image-zoom.ts'

test('zooming keeps the point under the pointer in place', () => {
  const view = zoomAt(fitView, 2, { x: 100, y: -40 })

  // The point under the pointer, in picture coordinates, is unchanged.
  expect((100 - view.x) / view.scale).toBe(100)
  expect((-40 - view.y) / view.scale).toBe(-40)
})

test('zooming out stops at the fitted view, centred', () => {
  expect(zoomAt({ scale: 1.2, x: 30, y: 10 }, 0.5, { x: 5, y: 5 })).toEqual(fitView)
})

test('keys pan towards an edge, a quarter of the frame at a time', () => {
  const zoom = makeImageZoom()
  zoom.set({ scale: 3, x: 0, y: 0 })
  const frame = { width: 800, height: 400 }

  panTowards(zoom, 'right', frame)
  expect(zoom.get()).toEqual({ scale: 3, x: -200, y: 0 })
  panTowards(zoom, 'up', frame)
  expect(zoom.get()).toEqual({ scale: 3, x: -200, y: 100 })
  for (let press = 0; press < 20; press += 1) panTowards(zoom, 'left', frame)

  expect(zoom.get()).toEqual({ scale: 3, x: 800, y: 100 })
})

test("panning stops at the picture's edge", () => {
  const view = panBy({ scale: 2, x: 0, y: 0 }, { x: 5000, y: -10 }, { width: 800, height: 400 })

  expect(view).toEqual({ scale: 2, x: 400, y: -10 })
})

test('a pinch zooms by the change in distance, and the picture stays under the fingers', () => {
  const frame = { width: 400, height: 300 }
  const still = { x: -50, y: 0 }

  const view = pinch({ scale: 1, x: 0, y: 0 }, { still, from: { x: 50, y: 0 }, to: { x: 150, y: 0 } }, frame)

  expect(view.scale).toBeCloseTo(2, 10)
  expect(view.x).toBeCloseTo(50, 10)
  expect(pinch(view, { still, from: { x: 150, y: 0 }, to: { x: 50, y: 0 } }, frame).scale).toBe(1)
})
