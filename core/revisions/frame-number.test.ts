import { expect, test } from 'vitest'
import { firstFrameOf, formatFrameCounter, parseFirstFrame } from './frame-number.ts'

test('the frame counter starts at one and keeps its width', () => {
  expect(formatFrameCounter(0, 240)).toBe('0001 / 0240')
  expect(formatFrameCounter(239, 240)).toBe('0240 / 0240')
})

test('the frame counter starts at the given first frame', () => {
  expect(formatFrameCounter(12, 240, 1001)).toBe('1013 / 1240')
  expect(formatFrameCounter(0, 240, 0)).toBe('0000 / 0239')
  expect(formatFrameCounter(0, 2, 9999)).toBe('09999 / 10000')
})

test('an item has its own first frame, else its project’s, else 1', () => {
  const none = { firstFrame: undefined }

  expect(firstFrameOf({ firstFrame: 0 }, { firstFrame: 1001 })).toBe(0)
  expect(firstFrameOf(none, { firstFrame: 1001 })).toBe(1001)
  expect(firstFrameOf(none, none)).toBe(1)
  expect(firstFrameOf(undefined, undefined)).toBe(1)
})

test('without a first frame, the cut numbers the frames of an item’s films', () => {
  const inCut = { firstFrame: undefined, frameIn: 1009, handleIn: 8 }

  expect(firstFrameOf(inCut, undefined)).toBe(1001)
  expect(firstFrameOf({ ...inCut, handleIn: undefined }, { firstFrame: undefined })).toBe(1009)
  expect(firstFrameOf(inCut, { firstFrame: 1 })).toBe(1)
  expect(firstFrameOf({ ...inCut, firstFrame: 993 }, undefined)).toBe(993)
})

test('a typed first frame is parsed', () => {
  const read = (text: string) => {
    const result = parseFirstFrame(text)
    return result.ok ? result.value : result.error.message
  }

  expect(['1001', ' 0 ', '', '10000000'].map(read)).toEqual([1001, 0, undefined, 10_000_000])
  for (const wrong of ['-1', '1.5', '1e3', 'one', '10000001']) expect(read(wrong)).toContain(`not "${wrong}"`)
})
