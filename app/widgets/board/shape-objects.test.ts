import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import { expect, test } from 'vitest'
import { toId, type CanvasItemId } from '#core/lib/ids.ts'
import { fitText, follows } from './shape-objects.ts'

function anObject(overrides: Partial<CanvasItemRow> = {}): CanvasItemRow {
  return {
    id: toId<CanvasItemId>('thing'), type: 'text', mediaId: undefined, text: 'Warm light', x: 100, y: 100, width: 200, height: 40,
    rotation: 0, zIndex: 1, groupId: undefined, isLocked: false, opacity: 1, fontSize: 16, color: undefined, crop: undefined, ...overrides,
  } // prettier-ignore
}

/** The height of a text of so many letters, each as wide as the font is high. */
const heightOf = (letters: number) => {
  return ({ width, fontSize }: { readonly width: number; readonly fontSize: number }): number =>
    Math.ceil((letters * fontSize) / width) * fontSize * 1.5 + 16
}

test('a text scales with a frame that keeps its ratio, between 4 and 400', () => {
  const item = anObject()
  const scaled = (factor: number) => {
    const to = { ...item, width: item.width * factor, height: item.height * factor }
    return follows(item, { from: item, to, heightOf: () => 0 })
  }

  expect(scaled(2)).toMatchObject({ width: 400, height: 80, fontSize: 32 })
  expect(scaled(100).fontSize).toBe(400)
  expect(scaled(0.01).fontSize).toBe(4)
})

test('a text box is never smaller than 20 × 20', () => {
  const item = anObject()

  const shrunk = follows(item, { from: item, to: { ...item, width: 5 }, heightOf: () => 0 })
  const flat = follows(item, { from: item, to: { ...item, height: 3 }, heightOf: () => 500 })

  expect(shrunk).toMatchObject({ width: 20, fontSize: 16 })
  expect(flat).toMatchObject({ width: 200, height: 20 })
})

test('a narrowed box grows to fit its text, and a raised bottom edge stays where it was released', () => {
  const item = anObject()
  const drag = (to: Partial<CanvasItemRow>) =>
    follows(item, { from: item, to: { ...item, ...to }, heightOf: heightOf(20) })

  expect(drag({ width: 100 }).height).toBe(4 * 24 + 16)
  expect(drag({ width: 400 }).height).toBe(40)
  expect(drag({ height: 30 }).height).toBe(30)
})

test('a box that grows with its text is at least 60 high', () => {
  expect(fitText(anObject(), 40, () => 40)).toBe(40)
  expect(fitText(anObject(), 40, () => 41)).toBe(60)
  expect(fitText(anObject(), 40, () => 90)).toBe(90)
})

test('a picture keeps its ratio and ignores the text size', () => {
  const item = anObject({ type: 'image', width: 300, height: 150 })

  const resized = follows(item, { from: item, to: { ...item, width: 600, height: 300 }, heightOf: () => 999 })

  expect(resized).toMatchObject({ width: 600, height: 300, fontSize: 16 })
})
