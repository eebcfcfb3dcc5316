import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillPeaks, toPeaks, toWaveformPath, formatWaveform, readWaveform } from './waveform.ts'

test('peaks are the loudest samples of each part, in either direction', () => {
  const samples = Float32Array.from([0, 0.25, -0.5, 0, 1, 0, 0, -0.125])

  expect(toPeaks(samples, 4)).toEqual([0.25, 0.5, 1, 0.125])
})

test('there are as many peaks as asked for, none above the sound’s loudest, which is among them', () => {
  fc.assert(
    fc.property(
      fc.float32Array({ min: -1, max: 1, noNaN: true, maxLength: 300 }),
      fc.integer({ min: 1, max: 50 }),
      (samples, columns) => {
        const peaks = toPeaks(samples, columns)
        const loudest = Math.max(0, ...Array.from(samples, Math.abs))
        expect(peaks).toHaveLength(columns)
        expect(Math.max(...peaks)).toBe(loudest)
      },
    ),
  )
})

test('the loudest peak fills the picture, but noise is not amplified', () => {
  expect(fillPeaks([0.1, 0.25, 0.5])).toEqual([0.2, 0.5, 1])
  expect(Math.max(...fillPeaks([0.001]))).toBeLessThan(0.1)
})

test('silence is drawn as a thin line', () => {
  expect(toWaveformPath([0, 1])).toBe('M0 -0.020L1 -1.000L1 1.000L0 0.020Z')
})

test('peaks are stored in one character each, and read back closely enough to draw', () => {
  const peaks = [0, 0.25, 0.5, 1, 1.2, -1]

  expect(formatWaveform(peaks)).toBe('09izz0')
  const read = readWaveform(formatWaveform(peaks)) ?? []
  expect(Math.abs((read[1] ?? 0) - 0.25)).toBeLessThan(1 / 60)
  expect([readWaveform(undefined), readWaveform(''), readWaveform('loud!')]).toEqual([undefined, undefined, undefined])
})
