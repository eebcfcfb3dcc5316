import { describe, expect, test } from 'vitest'
import { toShots, type CutClip } from './cut.ts'
import { decodeText } from './decode-text.ts'
import { parseEdl } from './edl.ts'
import { parseOtio } from './otio.ts'
import { toRationalRate } from './rational-rate.ts'
import { findImportFormat } from './read-import-file.ts'
import { parseXmeml } from './xmeml.ts'

/** Summarises a cut's shots or their problems, or why there are none. */
function read(clips: ReturnType<typeof parseOtio>) {
  if (!clips.ok) return `${clips.error.line}:${clips.error.column} ${clips.error.message}`
  const shots = toShots(clips.value, { collection: undefined, firstFrame: undefined, handles: undefined })
  return shots.map(({ title, item, problem }) => problem ?? `${title} ${item.frameIn}-${item.frameOut}`)
}

const rateOf = (rate: number): CutClip['rate'] => toRationalRate(rate) ?? { numerator: 1, denominator: 1 }
const list = (rate: number, ...lines: readonly string[]) => read(parseEdl(lines.join('\n'), rateOf(rate)))

/** Counts timecode up number by number, as a reference independent of the implementation. */
function* countTimecode(base: number, isDrop: boolean): Generator<string> {
  const two = (value: number): string => String(value).padStart(2, '0')
  for (let minute = 0; minute < 140; minute += 1)
    for (let second = 0; second < 60; second += 1)
      for (let frame = 0; frame < base; frame += 1)
        if (!isDrop || minute % 10 === 0 || second > 0 || frame >= base / 15)
          yield [Math.floor(minute / 60), minute % 60, second].map(two).join(':') + (isDrop ? ';' : ':') + two(frame)
}

describe('an EDL', () => {
  test.each([
    { rate: 29.97, base: 30, isDrop: true },
    { rate: 29.97, base: 30, isDrop: false },
    { rate: 59.94, base: 60, isDrop: true },
    { rate: 23.976, base: 24, isDrop: false },
    { rate: 25, base: 25, isDrop: false },
  ])('has the frames that counting timecode gives at $rate, drop-frame: $isDrop', ({ rate, base, isDrop }) => {
    const events: string[] = []
    const counted: string[] = []
    let [at, before] = [0, '']
    for (const timecode of countTimecode(base, isDrop)) {
      // Steps that hit every second and minute without an event per frame.
      if (at % 797 === 1) {
        events.push(`001  r${at}  V  C  ${before} ${timecode} ${before} ${timecode}`)
        counted.push(`r${at} ${at - 1}-${at - 1}`)
      }
      ;[at, before] = [at + 1, timecode]
    }

    expect(list(rate, ...events)).toEqual(counted)
    expect(events.length).toBeGreaterThan(250)
  })

  test('is drop-frame on lines with a semicolon, whatever its header says', () => {
    expect(list(29.97, '001 a V C 00:10:00;00 00:10:00;10 01:00:00;00 01:00:00;10')).toEqual(['a 17982-17991'])
    expect(list(29.97, 'FCM: DROP FRAME', '001 a V C 00:10:00:00 00:10:00:10 01:00:00;00 01:00:00;10')).toEqual(['a 18000-18009']) // prettier-ignore
    expect(list(29.97, 'FCM: DROP FRAME', '001 a V C 00:10:00:00 00:10:00:10 01:00:00:00 01:00:00:10')).toEqual(['a 17982-17991']) // prettier-ignore
    // 25 has no drop-frame, so the semicolon means nothing.
    expect(list(25, '001 a V C 00:10:00;00 00:10:00;10 01:00:00;00 01:00:00;10')).toEqual(['a 15000-15009'])
  })

  test('may play backwards, freeze and pass midnight', () => {
    expect(
      list(
        24,
        '001  rev   V  C  00:00:02:00 00:00:01:00 01:00:00:00 01:00:01:00',
        'M2   rev   -024.0                00:00:02:00',
        '002  still V  C  00:00:05:00 00:00:05:00 01:00:01:00 01:00:03:00',
        'M2   still 000.0                 00:00:05:00',
        '003  night V  C  23:59:59:12 00:00:00:12 01:00:03:00 01:00:04:00',
        '004  fast  V  C  00:00:10:00 00:00:12:00 01:00:04:00 01:00:05:00',
        'M2   fast  048.0                 00:00:10:00',
      ),
    ).toEqual(['rev 24-47', 'still 120-167', 'night 2073588-2073611', 'fast 240-287'])
    expect(list(24, '001 a V C 00:00:02:00 00:00:01:00 01:00:00:00 01:00:01:00')).toBe(
      '1:23 The source ends before it begins.',
    )
  })

  test('may have long, spaced or missing reels, tabs, keys, bars, and event numbers that restart after 999', () => {
    const many = Array.from({ length: 1000 }, (_, at) => {
      const number = String((at % 999) + 1).padStart(3, '0')
      return `${number}\tTAPE ${at}\tV\tC\t00:00:0${at % 9}:00\t00:00:0${(at % 9) + 1}:00\t01:00:00:00\t01:00:01:00`
    })

    expect(list(24, ...many)).toHaveLength(1000)
    expect(
      list(
        24,
        '001  A001_C002_0815XY_a_very_long_name_indeed V     C        00:00:01:00 00:00:02:00 01:00:00:00 01:00:01:00',
        '* FROM CLIP NAME:  Café – sh0010_[1001-1024].exr',
        '002                                          V     C        00:00:01:00 00:00:02:00 01:00:01:00 01:00:02:00',
        '*FROM CLIP NAME: sh0020.MOV',
        '003  AX  V  K B (F)  012 00:00:01:00 00:00:02:00 01:00:02:00 01:00:03:00',
        '004  BARS V C 00:00:01:00 00:00:02:00 01:00:03:00 01:00:04:00',
        '* 005 this is nothing but a remark: 00:00:01:00',
      ),
    ).toEqual(['Café – sh0010 24-47', 'sh0020 24-47', 'AX 24-47'])
    expect(list(24, '001  V  C  00:00:01:00 00:00:02:00 01:00:00:00 01:00:01:00')).toBe(
      '1:1 This event has neither a reel nor a clip name.',
    )
  })

  test('is read with a byte order mark and carriage returns', () => {
    const bytes = new TextEncoder().encode(
      '\uFEFFTITLE: X\r\nFCM: NON-DROP FRAME\r\n\r\n001  AX  V  C  00:00:01:00 00:00:02:00 01:00:00:00 01:00:01:00  \r\n\r\n* FROM CLIP NAME: a b\r\n\x1a',
    )
    const text = decodeText(bytes)

    expect(text.ok && read(parseEdl(text.value, rateOf(24)))).toEqual(['a b 24-47'])
  })
})

const time = (value: number, rate: unknown = 24) => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value })
const range = (start: number, frames: number, rate: unknown = 24) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: time(start, rate),
  duration: time(frames, rate),
})
type Node = Readonly<Record<string, unknown>>
const clip = (name: string, more: Node): Node => ({ OTIO_SCHEMA: 'Clip.2', name, enabled: true, ...more })
const timeline = (...children: readonly Node[]): string =>
  JSON.stringify({
    OTIO_SCHEMA: 'Timeline.1',
    global_start_time: time(86_400),
    tracks: {
      OTIO_SCHEMA: 'Stack.1',
      source_range: null,
      children: [{ OTIO_SCHEMA: 'Track.1', kind: 'Video', source_range: null, children }],
    },
  })
const media = (available: unknown, more: Node = {}) => ({
  media_references: { DEFAULT_MEDIA: { OTIO_SCHEMA: 'ExternalReference.1', available_range: available, ...more } },
  active_media_reference_key: 'DEFAULT_MEDIA',
})
const otio = (...children: readonly Node[]) => read(parseOtio(timeline(...children)))

describe('an OpenTimelineIO timeline', () => {
  test('may have times without a rate, in seconds, or with a rounding error', () => {
    const mixed = (start: object | null, duration: object): Node => ({ start_time: start, duration })

    expect(
      otio(
        clip('a', { source_range: mixed(time(0, 1), time(48)) }),
        clip('b', { source_range: mixed(time(3600, 1), time(48)) }),
        clip('c', { source_range: mixed(time(24), time(2, 1)) }),
        clip('d', { source_range: mixed(time(5, 0), time(48)) }),
        clip('e', { source_range: mixed(null, time(48)) }),
        clip('f', { source_range: mixed(time(1001), { value: 47.999_999_999_7, rate: 24 }) }),
      ),
    ).toEqual(['a 0-47', 'b 86400-86447', 'c 24-71', 'd 5-52', 'e 0-47', 'f 1001-1048'])
    expect(otio(clip('a', { source_range: range(0, 5, 0) }))).toEqual(['The clip "a" has no frame rate.'])
    expect(otio(clip('a', { source_range: mixed(time(1, 1), time(5, 23.976)) }))).toEqual([
      expect.stringContaining('on a whole frame'),
    ])
    expect(otio(clip('a', { source_range: range(0, 5, 12.5) }))).toEqual([
      'The clip "a" has an invalid rate: 12.5. Set it in the edit, such as 24 or 23.976, and export again.',
    ])
  })

  test('names a clip of no length', () => {
    const left: Parameters<typeof parseOtio>[1] = []
    const clips = parseOtio(
      timeline(clip('a', { source_range: range(0, 0) }), clip('b', { source_range: range(0, 5) })),
      left,
    )

    expect([read(clips), left]).toEqual([['b 0-4'], [{ part: 'Clip "a"', reason: 'No duration.' }]])
  })

  test('gives no handles if the media has no range or an empty one', () => {
    const clips = parseOtio(
      timeline(
        clip('a', { source_range: range(0, 5), ...media(null) }),
        clip('b', { source_range: range(0, 5), ...media(range(0, 0)) }),
        clip('c', { source_range: range(0, 5), media_reference: { OTIO_SCHEMA: 'MissingReference.1' } }),
        clip('d', { source_range: null, ...media(range(7, 5)) }),
      ),
    )

    expect(clips.ok && clips.value.map(({ name, frameIn, handleIn }) => [name, frameIn, handleIn])).toEqual([
      ['a', 0, undefined],
      ['b', 0, undefined],
      ['c', 0, undefined],
      ['d', 7, 0],
    ])
  })

  test('leaves out black, bars, disabled clips and clips of no length; other generators are shots', () => {
    const generator = (kind: string): Node => ({
      media_reference: { OTIO_SCHEMA: 'GeneratorReference.1', generator_kind: kind },
      source_range: range(0, 24),
    })

    expect(
      otio(
        clip('', generator('black')),
        clip('bars', generator('SMPTEBars')),
        clip('title', generator('Text')),
        clip('off', { source_range: range(0, 5), enabled: false }),
        clip('none', { source_range: range(9, 0), ...media(range(0, 100)) }),
        { OTIO_SCHEMA: 'Track.1', kind: 'Video', enabled: false, children: [clip('x', { source_range: range(0, 1) })] },
        { OTIO_SCHEMA: 'Track.1', kind: 'Subtitle', children: [clip('hello', { source_range: range(0, 1) })] },
      ),
    ).toEqual(['title 0-23'])
  })

  test('names a clip without a name after its media, and drops the file ending', () => {
    expect(
      otio(
        clip('', { source_range: range(1, 2), ...media(null, { name: 'sh0010' }) }),
        clip(' ', { source_range: range(1, 2), ...media(null, { target_url: 'file:///a/sh0020.mov' }) }),
        clip('sh0030.[1001-1100].exr', { source_range: range(1, 2) }),
      ),
    ).toEqual(['sh0010 1-2', 'sh0020 1-2', 'sh0030 1-2'])
  })

  test('may hold NaN in its metadata, and several timelines in a collection', () => {
    const note = { source_range: range(1, 2), metadata: { app: { gain: '@@', text: 'NaN, Infinity "x"' } } }
    const text = timeline(clip('a', note)).replace('"@@"', '[NaN, -Infinity, Infinity]')
    const many = `{"OTIO_SCHEMA":"SerializableCollection.1","children":[${text},${timeline(clip('b', note))}]}`

    expect(read(parseOtio(text))).toEqual(['a 1-2'])
    expect(read(parseOtio(many))).toEqual(['a 1-2', 'b 1-2'])
  })

  test('gives each of thousands of clips its own line', () => {
    const clips = Array.from({ length: 3000 }, (_, at) => clip(`sh${at}`, { source_range: range(at, 2) }))
    const text = JSON.stringify(JSON.parse(timeline(...clips)), undefined, 4)
    const lines = text.split('\n')
    const found = parseOtio(text)

    expect(found.ok && found.value.every(({ name, line }) => lines[line - 1]?.includes(`"${name}"`))).toBe(true)
  })
})

test('the XML of Final Cut Pro X is refused with what to export instead, whatever its ending', async () => {
  const file = '<?xml version="1.0"?><!DOCTYPE fcpxml><fcpxml version="1.10"><resources/><library/></fcpxml>'

  expect(findImportFormat('fcpxml')).toBe('xml')
  expect(parseXmeml(file)).toMatchObject({
    ok: false,
    error: {
      message: expect.stringMatching(/^This is the XML of Final Cut Pro X, .* Final Cut Pro 7 XML, OpenTimelineIO/),
    },
  })
})
