import { expect, test } from 'vitest'
import { fitThumbnail } from './thumbnail-limits.ts'

test('fitThumbnail shortens the longest side, keeps the shape, and leaves small pictures alone', () => {
  expect(fitThumbnail({ width: 2560, height: 1440 }, 1280)).toEqual({ width: 1280, height: 720 })
  expect(fitThumbnail({ width: 1000, height: 4000 }, 1280)).toEqual({ width: 320, height: 1280 })
  expect(fitThumbnail({ width: 400, height: 300 }, 1280)).toEqual({ width: 400, height: 300 })
  expect(fitThumbnail({ width: 10_000, height: 1 }, 1280)).toEqual({ width: 1280, height: 1 })
})
