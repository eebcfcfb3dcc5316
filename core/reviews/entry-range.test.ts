import { expect, test } from 'vitest'
import { frameNumberText, spanOf } from './entry-range.ts'

const none = { handleIn: 0, handleOut: 0, cutIn: undefined, cutOut: undefined }

test('a frame’s burn-in has the first and the last number', () => {
  expect(frameNumberText(12, 1, 96)).toBe('13 / 1–96')
  expect(frameNumberText(12, 1001, 96)).toBe('1013 / 1001–1096')
})

test.each([
  ['without a place in the cut the whole film', none, { from: 0, to: 95 }],
  ['the cut without its handles', { ...none, cutIn: 1009, cutOut: 1088 }, { from: 8, to: 87 }],
  [
    'the handles that are wanted',
    { ...none, cutIn: 1009, cutOut: 1088, handleIn: 4, handleOut: 2 },
    { from: 4, to: 89 },
  ],
  ['no more than there is', { ...none, cutIn: 1009, cutOut: 2000, handleIn: 99 }, { from: 0, to: 95 }],
  ['a film of another numbering whole', { ...none, cutIn: 5000, cutOut: 5010 }, { from: 0, to: 95 }],
])('a session’s range is %s', (_, entry, span) => {
  expect(spanOf(entry, { frameIn: 1009, handleIn: 8 }, 96)).toEqual(span)
})
