import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scrollStep } from './auto-scroll.ts'

test('a drag scrolls within 250 pixels of the edges only, towards them, faster the nearer', () => {
  expect(scrollStep(300, 1440)).toBe(0)
  expect(scrollStep(1440 - 251, 1440)).toBe(0)
  expect(scrollStep(249, 1440)).toBeLessThan(0)
  expect(scrollStep(1440 - 249, 1440)).toBeGreaterThan(0)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 249 }), (position) => {
      expect(Math.abs(scrollStep(position, 1440))).toBeGreaterThanOrEqual(Math.abs(scrollStep(position + 1, 1440)))
    }),
  )
})
