import { expect, test } from 'vitest'
import { findTile } from './filmstrip-tile.ts'

test('every position in a film maps to its filmstrip picture, and the end to the last one', () => {
  const strip = { width: 24 * 160, height: 90 }

  expect(findTile(0, strip)).toEqual({ index: 0, left: -0 })
  expect(findTile(0.5, strip)).toEqual({ index: 12, left: -1920 })
  expect(findTile(1, strip)).toEqual({ index: 23, left: -3680 })
  expect(findTile(0.7, { width: 160, height: 90 }).index).toBe(0)
})
