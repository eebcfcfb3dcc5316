import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatFrameRate,
  frameAtTime,
  frameCountOf,
  frameOfTimestamp,
  frameRates,
  framesPerSecond,
  parseFrameRate,
  seekTimeOf,
  toFrameRate,
} from './frame-rate.ts'

const rate = fc.constantFrom(...frameRates)
const frame = fc.nat({ max: 60 * 60 * 60 * 24 })

test('seeking to a frame lands in that frame, even if the player rounds to milliseconds', () => {
  fc.assert(
    fc.property(frame, rate, (wanted, fps) => {
      const seconds = seekTimeOf(wanted, fps)
      expect(frameAtTime(seconds, fps)).toBe(wanted)
      expect(frameAtTime(Math.floor(seconds * 1000) / 1000, fps)).toBe(wanted)
      expect(frameAtTime(Math.ceil(seconds * 1000) / 1000, fps)).toBe(wanted)
    }),
  )
})

test('a timestamp identifies its frame, even if its container rounds to micro- or milliseconds', () => {
  fc.assert(
    fc.property(frame, rate, fc.constantFrom(1e3, 1e6, 9e4), (wanted, fps, clock) => {
      const seconds = (wanted * fps.denominator) / fps.numerator
      expect(frameOfTimestamp(Math.floor(seconds * clock) / clock, fps)).toBe(wanted)
    }),
  )
})

test('the exact start of a frame is in that frame', () => {
  fc.assert(
    fc.property(frame, rate, (wanted, fps) => {
      expect(frameAtTime((wanted * fps.denominator) / fps.numerator, fps)).toBe(wanted)
    }),
  )
})

test('every usual rate is recognised, even if measured slightly off', () => {
  fc.assert(
    fc.property(rate, fc.double({ min: -0.011, max: 0.011, noNaN: true }), (allowed, error) => {
      expect(toFrameRate(framesPerSecond(allowed) + error)).toBe(allowed)
    }),
  )
})

test('stored rates are parsed', () => {
  for (const allowed of frameRates) expect(parseFrameRate(`${allowed.numerator}/${allowed.denominator}`)).toBe(allowed)
  expect(['29.97', '25', '', '24/0', 'fast'].map((text) => parseFrameRate(text).label)).toEqual([
    '29.97',
    '25',
    '24',
    '24',
    '24',
  ])
})

test.each([
  ['47.952', '48000/1001'],
  ['48', '48/1'],
  ['119.88', '120000/1001'],
  ['120', '120/1'],
  ['12', '12/1'],
  ['12.5', '25/2'],
  ['28', '28/1'],
  ['15', '15/1'],
])('%s frames per second keep their own rate, measured or stored', (label, stored) => {
  const read = parseFrameRate(stored)

  expect([read.label, formatFrameRate(read)]).toEqual([label, stored])
  expect(formatFrameRate(toFrameRate(framesPerSecond(read)))).toBe(stored)
  expect(formatFrameRate(parseFrameRate(label))).toBe(stored)
})

test('an unusual stored rate is kept exactly', () => {
  expect(formatFrameRate(parseFrameRate('10000/417'))).toBe('24000/1001')
  expect(formatFrameRate(parseFrameRate('1000/77'))).toBe('1000/77')
  expect(formatFrameRate(parseFrameRate('96/2'))).toBe('48/1')
})

test('a missing or impossible rate is 24', () => {
  for (const odd of [undefined, Number.NaN, 0, -24, 1e9, Number.POSITIVE_INFINITY])
    expect(toFrameRate(odd).label).toBe('24')
  expect(toFrameRate(23.98).label).toBe('23.976')
  expect(toFrameRate(1e-9).numerator).toBe(1)
})

test('a duration is converted to frames', () => {
  expect(frameCountOf(10.01, toFrameRate(23.976))).toBe(240)
  expect(frameCountOf(0, toFrameRate(24))).toBe(1)
})
