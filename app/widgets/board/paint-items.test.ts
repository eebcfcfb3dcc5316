import { expect, test } from 'vitest'
import { newId, type CanvasItemId, type MediaId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { paintGrid, paintItems, type Brush } from './paint-items.ts'

/** Counts the lines drawn over a window of 200 × 100. */
function countLines(zoom: number): number {
  let count = 0
  const canvas = new Proxy({}, { get: (_, name) => () => (count += name === 'moveTo' ? 1 : 0), set: () => true })
  // Painting the grid uses nothing else of a canvas.
  const drawn = canvas as unknown as CanvasRenderingContext2D
  paintGrid(drawn, { camera: { x: 0, y: 0, zoom }, pixelRatio: 1, size: { width: 200, height: 100 }, color: '#222' })
  return count
}

test('the grid appears from zoom 0.5, with a line every 20 pixels', () => {
  expect(countLines(0.49)).toBe(0)
  expect(countLines(0.5)).toBe(20 + 10)
  expect(countLines(1)).toBe(10 + 5)
  expect(countLines(2)).toBe(5 + 3)
})

test('a file that cannot be shown has its name drawn, shortened to its box', () => {
  const said: string[] = []
  const canvas = new Proxy(
    { measureText: (text: string) => ({ width: text.length * 8 }), fillText: (text: string) => said.push(text) },
    { get: (target, name) => Reflect.get(target, name) ?? (() => undefined), set: () => true },
  )
  const item = newRow('canvas_items', {
    id: newId<CanvasItemId>(),
    type: 'image',
    mediaId: newId<MediaId>(),
    x: 0,
    y: 0,
    width: 200,
    height: 100,
    rotation: 0,
    zIndex: 1,
    isLocked: false,
    opacity: 1,
    fontSize: 16,
  })
  const paint = (unshown: string | undefined): readonly string[] => {
    said.length = 0
    const brush = { findPicture: () => undefined, findUnshown: () => unshown, palette: {} }
    // Painting uses nothing else of a canvas and a palette.
    const [drawn, look] = [canvas as unknown as CanvasRenderingContext2D, brush as unknown as Brush]
    paintItems(drawn, [item], { brush: look, camera: { x: 0, y: 0, zoom: 1 }, pixelRatio: 1 })
    return [...said]
  }

  expect(paint(undefined)).toEqual([])
  expect(paint('photo.heic')).toEqual(['photo.heic', 'No preview'])
  expect(paint('a very long name of a photograph.heic')[0]).toBe('a very long…ograph.heic')
})
