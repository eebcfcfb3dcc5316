import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId, type MediaId } from '#core/lib/ids.ts'
import { drawingColors } from './drawing-colors.ts'
import {
  findShapeAt,
  readDrawings,
  replaceDrawing,
  simplifyStroke,
  toDrawingPoint,
  type Drawing,
  type DrawingShape,
} from './drawing.ts'

const mediaId = newId<MediaId>()
const color = drawingColors[0]
const box: DrawingShape = { kind: 'box', color, from: { x: 0.2, y: 0.2 }, to: { x: 0.6, y: 0.8 } }
const word: DrawingShape = { kind: 'text', color, at: { x: 0.5, y: 0.5 }, text: 'softer' }
const aDrawing = (changes: Partial<Drawing> = {}): Drawing => ({ mediaId, frame: 59, shapes: [box], ...changes })

const unit = fc.double({ min: 0, max: 1, noNaN: true })
const point = fc.tuple(unit, unit).map(([x, y]) => toDrawingPoint(x, y))

test('stored drawings are read back, without malformed ones', () => {
  const kept: unknown = JSON.parse(JSON.stringify([aDrawing({ shapes: [box, word] })]))

  expect(readDrawings(kept)).toEqual([aDrawing({ shapes: [box, word] })])
  expect(readDrawings('no list')).toEqual([])
  expect(readDrawings([aDrawing({ frame: 0.5 }), { ...aDrawing(), mediaId: 'film' }, null])).toEqual([])
  expect(readDrawings([{ ...aDrawing(), shapes: [box, { ...box, color: 'red' }, { kind: 'pen', color }] }])).toEqual([
    aDrawing(),
  ])
})

test('drawings that were read contain only known fields', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      for (const { shapes } of readDrawings(value))
        for (const shape of shapes) expect(['pen', 'arrow', 'box', 'text']).toContain(shape.kind)
    }),
  )
})

test('a frame has one drawing, and none without shapes', () => {
  const [here, there] = [aDrawing(), aDrawing({ frame: 60 })]

  expect(replaceDrawing([here, there], aDrawing({ shapes: [word] }))).toEqual([there, aDrawing({ shapes: [word] })])
  expect(replaceDrawing([here, there], aDrawing({ shapes: [] }))).toEqual([there])
})

test('a simplified stroke keeps its ends and its course', () => {
  fc.assert(
    fc.property(fc.array(point, { minLength: 2, maxLength: 60 }), (points) => {
      const short = simplifyStroke(points, 0.01)
      expect(short[0]).toEqual(points[0])
      expect(short.at(-1)).toEqual(points.at(-1))
      expect(short.length).toBeLessThanOrEqual(points.length)
      const line: DrawingShape = { kind: 'pen', color, points: short }
      for (const each of points) expect(findShapeAt([line], each, 0.0101)).toBe(line)
    }),
  )
})

test('a straight stroke is reduced to its two ends', () => {
  const points = Array.from({ length: 30 }, (_, index) => ({ x: index / 30, y: index / 60 }))

  expect(simplifyStroke(points)).toHaveLength(2)
})

test('shapes are found by their lines, not their areas, topmost first', () => {
  expect(findShapeAt([box], { x: 0.2, y: 0.5 })).toBe(box)
  expect(findShapeAt([box], { x: 0.4, y: 0.5 })).toBeUndefined()
  expect(findShapeAt([box, word], { x: 0.55, y: 0.49 })).toBe(word)
})
