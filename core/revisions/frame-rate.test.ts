import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatFrameCounter,
  frameAtTime,
  frameCountOf,
  frameOfTimestamp,
  frameRates,
  framesPerSecond,
  parseFrameRate,
  parseTimecode,
  seekTimeOf,
  snapFrameRate,
  toShortTimecode,
  toTimecode,
} from './frame-rate.ts'

const rate = fc.constantFrom(...frameRates)
const frame = fc.nat({ max: 60 * 60 * 60 * 24 })

test('seeking to a frame lands in that frame, however the player rounds to milliseconds', () => {
  fc.assert(
    fc.property(frame, rate, (wanted, fps) => {
      const seconds = seekTimeOf(wanted, fps)
      expect(frameAtTime(seconds, fps)).toBe(wanted)
      expect(frameAtTime(Math.floor(seconds * 1000) / 1000, fps)).toBe(wanted)
      expect(frameAtTime(Math.ceil(seconds * 1000) / 1000, fps)).toBe(wanted)
    }),
  )
})

test('a timestamp names its frame, rounded to micro- or milliseconds by its container', () => {
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

test('timecode and frames turn into each other, and every frame has its own', () => {
  fc.assert(
    fc.property(frame, rate, (wanted, fps) => {
      expect(parseTimecode(toTimecode(wanted, fps), fps)).toBe(wanted)
      expect(toTimecode(wanted, fps)).not.toBe(toTimecode(wanted + 1, fps))
    }),
  )
  expect(parseTimecode(toShortTimecode(5000, frameRates[1]!), frameRates[1]!)).toBe(5000)
})

test('timecode counts at the rounded rate and drops nothing', () => {
  const ntsc = snapFrameRate(29.97)

  expect([toTimecode(1799, ntsc), toTimecode(1800, ntsc)]).toEqual(['00:00:59:29', '00:01:00:00'])
  expect(toTimecode(24 * 3661 + 5, snapFrameRate(23.976))).toBe('01:01:01:05')
  expect(toShortTimecode(24 * 3661 + 5, snapFrameRate(24))).toBe('61:01:05')
})

test('refuses timecodes that name no frame', () => {
  for (const wrong of ['', '12', '00:61:00:00', '00:00:60:00', '00:00:00:24', '0:0', '-1:00:00', 'a:b:c'])
    expect(parseTimecode(wrong, snapFrameRate(24))).toBeUndefined()
})

test('every allowed rate snaps to itself, also when measured a little off', () => {
  fc.assert(
    fc.property(rate, fc.double({ min: -0.011, max: 0.011, noNaN: true }), (allowed, error) => {
      expect(snapFrameRate(framesPerSecond(allowed) + error)).toBe(allowed)
    }),
  )
})

test('reads rates as stored with a file', () => {
  for (const allowed of frameRates) expect(parseFrameRate(`${allowed.numerator}/${allowed.denominator}`)).toBe(allowed)
  expect(['29.97', '25', '', '24/0', 'fast'].map((text) => parseFrameRate(text).label)).toEqual([
    '29.97',
    '25',
    '24',
    '24',
    '24',
  ])
})

test('a rate that is absent or far from all others is 24', () => {
  for (const odd of [undefined, Number.NaN, 0, -24, 12, 120, Number.POSITIVE_INFINITY])
    expect(snapFrameRate(odd).label).toBe('24')
  expect(snapFrameRate(23.98).label).toBe('23.976')
  expect(snapFrameRate(28).label).toBe('29.97')
})

test('the counter starts at one and keeps its width', () => {
  expect(formatFrameCounter(0, 240)).toBe('0001 / 0240')
  expect(formatFrameCounter(239, 240)).toBe('0240 / 0240')
  expect(frameCountOf(10.01, snapFrameRate(23.976))).toBe(240)
  expect(frameCountOf(0, snapFrameRate(24))).toBe(1)
})
