import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeContainerClock, type FrameClock } from './frame-clock.ts'
import { frameRates } from './frame-rate.ts'

const milliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000

/** Frames of given durations in seconds, one after the other. */
function clockOf(lengths: readonly number[], round: (seconds: number) => number = (seconds) => seconds): FrameClock {
  let end = 0
  const starts = lengths.map((length) => {
    const start = end
    end += length
    return round(start)
  })
  const clock = makeContainerClock({ starts, endSeconds: end, isWhole: true })
  if (clock === undefined) throw new Error('There are frames')
  return clock
}

test('a film with a usual rate is counted by it, even if its container rounds to milliseconds', () => {
  for (const { label, numerator, denominator } of frameRates) {
    const clock = clockOf(
      Array.from({ length: 500 }, () => denominator / numerator),
      milliseconds,
    )

    expect(clock.rate.label).toBe(label)
    expect(clock.frameCount).toBe(500)
  }
})

test('23.976 and 24 are distinguished by the length of the whole film', () => {
  expect(
    clockOf(
      Array.from({ length: 240 }, () => 1001 / 24_000),
      milliseconds,
    ).rate.label,
  ).toBe('23.976')
  expect(
    clockOf(
      Array.from({ length: 240 }, () => 1 / 24),
      milliseconds,
    ).rate.label,
  ).toBe('24')
})

test('every frame of any duration can be reached, and its timestamp identifies it', () => {
  const lengths = fc.array(fc.integer({ min: 8, max: 400 }), { minLength: 2, maxLength: 200 })
  fc.assert(
    fc.property(lengths, (frames) => {
      const clock = clockOf(frames.map((length) => length / 1000))
      let start = 0
      expect(clock.frameCount).toBe(frames.length)
      for (const [frame, length] of frames.entries()) {
        expect(clock.frameAtTime(clock.seekTimeOf(frame))).toBe(frame)
        expect(clock.seekTimeOf(frame)).toBeGreaterThan(start)
        expect(clock.seekTimeOf(frame)).toBeLessThan(start + length / 1000)
        expect(clock.frameOfTimestamp(start + 0.0009)).toBe(frame)
        expect(clock.frameOfTimestamp(Math.max(0, start - 0.0009))).toBe(frame)
        start += length / 1000
      }
    }),
  )
})

test('a film with 15 frames per second keeps its own rate and frames', () => {
  const clock = clockOf(Array.from({ length: 30 }, () => 1 / 15))

  expect([clock.frameCount, clock.rate.label, clock.isVariable]).toEqual([30, '15', false])
  expect(clock.frameAtTime(clock.seekTimeOf(7))).toBe(7)
})

test('a film of which only the start was read is counted by its rate', () => {
  const starts = Array.from({ length: 240 }, (_, frame) => frame / 25)

  expect(makeContainerClock({ starts, endSeconds: 60, isWhole: false })?.frameCount).toBe(1500)
})

test('a film without frames has no clock', () => {
  expect(makeContainerClock({ starts: [], endSeconds: 0, isWhole: true })).toBeUndefined()
})

test('only a film with varying frame durations has a variable rate', () => {
  const steady = Array.from({ length: 240 }, () => 1 / 240)
  const late = makeContainerClock({ starts: [0.08, 0.12, 0.16, 0.2], endSeconds: 0.24, isWhole: true })

  expect(clockOf([0.04, 0.04, 0.1, 0.04, 0.3]).isVariable).toBe(true)
  expect(clockOf(steady, milliseconds).isVariable).toBe(false)
  expect([late?.isVariable, late?.rate.label, late?.frameCount]).toEqual([false, '25', 4])
})
