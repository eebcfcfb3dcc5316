import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findFreePlace } from './free-place.ts'
import { overlaps, type Box } from './geometry.ts'

const at = (x: number, y: number, side = 100): Box => ({ x, y, width: side, height: side })

test('a free place is kept as it is, also close to another object', () => {
  expect(findFreePlace(at(0, 0), [])).toEqual({ x: 0, y: 0 })
  expect(findFreePlace(at(0, 0), [at(101, 0)])).toEqual({ x: 0, y: 0 })
})

test('a taken place gives way to the nearest free one, to the right first', () => {
  expect(findFreePlace(at(0, 0), [at(0, 0)])).toEqual({ x: 125, y: 0 })
})

test('a free place covers nothing, whatever is on the board', () => {
  const box = fc.record({
    x: fc.integer({ min: -400, max: 400 }),
    y: fc.integer({ min: -400, max: 400 }),
    width: fc.integer({ min: 10, max: 400 }),
    height: fc.integer({ min: 10, max: 400 }),
  })
  fc.assert(
    fc.property(box, fc.array(box, { maxLength: 40 }), (wanted, others) => {
      const place = { ...wanted, ...findFreePlace(wanted, others) }
      expect(others.filter((other) => overlaps(place, other))).toEqual([])
    }),
  )
})
