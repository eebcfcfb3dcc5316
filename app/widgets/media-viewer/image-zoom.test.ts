import { expect, test } from 'vitest'
import { fitView, panBy, zoomAt } from './image-zoom.ts'

test('zooms with the point under the pointer staying where it is', () => {
  const view = zoomAt(fitView, 2, { x: 100, y: -40 })

  // What lies under the pointer, in the picture's own lengths, is the same before and after.
  expect((100 - view.x) / view.scale).toBe(100)
  expect((-40 - view.y) / view.scale).toBe(-40)
})

test('never becomes smaller than fitting, and then lies in the middle', () => {
  expect(zoomAt({ scale: 1.2, x: 30, y: 10 }, 0.5, { x: 5, y: 5 })).toEqual(fitView)
})

test('moves no further than its own edge', () => {
  const view = panBy({ scale: 2, x: 0, y: 0 }, { x: 5000, y: -10 }, { width: 800, height: 400 })

  expect(view).toEqual({ scale: 2, x: 400, y: -10 })
})
