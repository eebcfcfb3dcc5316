import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameRates, toFrameRate } from './frame-rate.ts'
import { formatTimecode, makeFilmTimecode, parseTimecode } from './timecode.ts'

const rate = fc.constantFrom(...frameRates, toFrameRate(48), toFrameRate(120))

test('frames and timecode convert both ways, and every frame has its own', () => {
  fc.assert(
    fc.property(fc.nat({ max: 60 * 60 * 23 * 24 }), rate, (wanted, fps) => {
      const timecode = makeFilmTimecode(fps)

      expect(timecode.parse(timecode.format(wanted))).toBe(wanted)
      expect(timecode.format(wanted)).not.toBe(timecode.format(wanted + 1))
    }),
  )
})

test('every frame of a drop-frame film is found by its timecode, through every tenth minute', () => {
  fc.assert(
    fc.property(fc.nat({ max: 30 * 60 * 30 }), fc.constantFrom(30, 60), (wanted, base) => {
      const count = { base, isDropFrame: true }
      expect(parseTimecode(formatTimecode(wanted, count), count)).toBe(wanted)
    }),
  )
})

test('timecode counts at the rounded rate, and is drop-frame only if the film is', () => {
  const ntsc = toFrameRate(29.97)
  const plain = makeFilmTimecode(ntsc)

  expect([plain.format(1799), plain.format(1800)]).toEqual(['00:00:59:29', '00:01:00:00'])
  expect(makeFilmTimecode(toFrameRate(23.976)).format(24 * 3661 + 5)).toBe('01:01:01:05')
  expect(makeFilmTimecode(toFrameRate(120)).format(125)).toBe('00:00:01:005')
  expect(makeFilmTimecode(ntsc, '00:00:00;00').format(1800)).toBe('00:01:00;02')
})

test('a film’s timecode starts at its own first one', () => {
  const dropped = makeFilmTimecode(toFrameRate(29.97), '00:59:58;12')

  expect([dropped.format(0), dropped.format(47), dropped.format(48)]).toEqual([
    '00:59:58;12',
    '00:59:59;29',
    '01:00:00;00',
  ])
  expect(dropped.parse('01:00:00;00')).toBe(48)
  expect(makeFilmTimecode(toFrameRate(24), '01:00:00:00').format(25)).toBe('01:00:01:01')
  // An impossible timecode in a container counts from 0, and a whole rate is never drop-frame.
  expect(makeFilmTimecode(toFrameRate(24), 'later').format(1)).toBe('00:00:00:01')
  expect(makeFilmTimecode(toFrameRate(24), '00:00:10;00').format(0)).toBe('00:00:10:00')
})

test('timecodes that name no frame are refused', () => {
  const timecode = makeFilmTimecode(toFrameRate(24))
  for (const wrong of ['', '12', '01:61:00:00', '00:00:60:00', '00:00:00:24', '0:0', '-1:00:00', 'a:b:c'])
    expect(timecode.parse(wrong)).toBeUndefined()
  expect(makeFilmTimecode(toFrameRate(29.97), '00:00:00;00').parse('00:01:00;00')).toBeUndefined()
})
