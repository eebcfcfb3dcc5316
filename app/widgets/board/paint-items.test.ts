import { expect, test } from 'vitest'
import { paintGrid } from './paint-items.ts'

/** How many lines are drawn over a window of 200 × 100. */
function countLines(zoom: number): number {
  let count = 0
  const canvas = new Proxy({}, { get: (_, name) => () => (count += name === 'moveTo' ? 1 : 0), set: () => true })
  // Of a canvas, painting the grid calls methods and sets fields, nothing else.
  const drawn = canvas as unknown as CanvasRenderingContext2D
  paintGrid(drawn, { camera: { x: 0, y: 0, zoom }, pixelRatio: 1, size: { width: 200, height: 100 }, color: '#222' })
  return count
}

test('the grid is shown from zoom 0.5 on, with a line every 20', () => {
  expect(countLines(0.49)).toBe(0)
  expect(countLines(0.5)).toBe(20 + 10)
  expect(countLines(1)).toBe(10 + 5)
  expect(countLines(2)).toBe(5 + 3)
})
