import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchText } from './match-text.ts'

test('a better match position scores higher', () => {
  const scores = ['Set status', 'Go to status', 'Bistatus', 'Seven tall trees'].map((text) => matchText('st', text))

  expect(matchText('set', 'Set status')).toBe(1)
  expect(scores.every((score) => score > 0)).toBe(true)
  expect(matchText('status', 'Go to status')).toBeGreaterThan(matchText('status', 'Bistatus'))
})

test('every word counts, in any order, regardless of case and accents', () => {
  expect(matchText('status set', 'Set status')).toBeGreaterThan(0)
  expect(matchText('creme', 'Crème brûlée')).toBe(1)
  expect(matchText('set colour', 'Set status')).toBe(0)
})

test('every text matches itself, and no query causes an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(matchText(text, text)).toBeGreaterThan(0)
    }),
  )
})
