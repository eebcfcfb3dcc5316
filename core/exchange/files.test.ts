import { expect, test } from 'vitest'
import { toCsvLine } from './csv-line.ts'
import { parseCsv } from './csv.ts'
import { toShots } from './cut.ts'
import { decodeText } from './decode-text.ts'
import { parseEdl } from './edl.ts'
import { toNameExpression } from './name-expression.ts'
import { parseOtio } from './otio.ts'
import { frameOfTimecode, formatRationalRate, parseRationalRate } from './rational-rate.ts'

const film = { numerator: 24, denominator: 1 }
const ntsc = { numerator: 30_000, denominator: 1001 }

test('CSV cells keep zeros, quotes and line breaks, and records know their first line', () => {
  const sheet = parseCsv('\ufeffName;Note\r\n001;"a ""b""\r\nc"\r\n\r\n02;x;\r\n'.replace('\ufeff', ''))

  expect(sheet).toEqual({
    ok: true,
    value: {
      header: ['Name', 'Note'],
      line: 1,
      records: [
        { line: 2, cells: ['001', 'a "b"\r\nc'] },
        { line: 5, cells: ['02', 'x', ''] },
      ],
    },
  })
})

test.each([
  ['a,b\n1,"x\n2,y', { line: 2, column: 3, message: 'A quote opens here and is never closed.' }],
  ['\n \n', { line: 1, column: 1, message: 'The file is empty.' }],
])('the CSV %j is refused with its position', (text, error) => {
  expect(parseCsv(text)).toEqual({ ok: false, error })
})

test('a written CSV line reads back the same', () => {
  const cells = ['001', 'a,b', 'say "x"', 'two\nlines', ' spaces ', '']

  expect(parseCsv(`a,b,c,d,e,f\n${toCsvLine(cells)}`)).toMatchObject({ value: { records: [{ cells }] } })
})

test('text that a spreadsheet would run as a formula is guarded and reads back the same', () => {
  const cells = ['=1+1', '+a', '-5', '@sum(a)', '\tx', '\rx', '\nx', "'=x", "''-", "'quoted'", 'a=b', "'"]
  const line = toCsvLine(cells)

  expect(line.startsWith("'=1+1,'+a,'-5,'@sum(a),")).toBe(true)
  expect(parseCsv(`${cells.map((_, at) => `c${at}`).join(',')}\n${line}`)).toMatchObject({
    value: { records: [{ cells }] },
  })
})

test('text is decoded as UTF-8 or the given encoding, never guessed', () => {
  const latin = Uint8Array.from([0x61, 0x0a, 0x62, 0xe9, 0x0a])

  expect(decodeText(new TextEncoder().encode('\ufeffé'))).toEqual({ ok: true, value: 'é' })
  expect(decodeText(Uint8Array.from([0xff, 0xfe, 0x41, 0x00]))).toEqual({ ok: true, value: 'A' })
  expect(decodeText(latin)).toMatchObject({ ok: false, error: { line: 2, column: 2 } })
  expect(decodeText(latin, 'latin-1')).toEqual({ ok: true, value: 'a\nbé\n' })
  expect(decodeText(Uint8Array.from([0x61, 0x00, 0x62, 0x00]))).toMatchObject({
    ok: false,
    error: { line: 1, column: 2, message: expect.stringContaining('UTF-16') },
  })
})

test.each([
  ['24', '24/1'],
  ['25.0', '25/1'],
  ['23.976', '24000/1001'],
  ['23,98', '24000/1001'],
  ['29.97 fps', '30000/1001'],
  ['48000/2002', '24000/1001'],
  ['12.5', undefined],
  ['fast', undefined],
  ['0', undefined],
])('the rate %j is exactly %j', (text, exact) => {
  const rate = parseRationalRate(text)

  expect(rate && formatRationalRate(rate)).toBe(exact)
})

// Known values of drop-frame timecode (SMPTE ST 12-1).
test.each([
  { timecode: '01:00:00:00', rate: film, isDrop: false, frame: 86_400 },
  { timecode: '00:00:59;29', rate: ntsc, isDrop: true, frame: 1799 },
  { timecode: '00:01:00;02', rate: ntsc, isDrop: true, frame: 1800 },
  { timecode: '00:01:00;00', rate: ntsc, isDrop: true, frame: undefined },
  { timecode: '00:10:00;00', rate: ntsc, isDrop: true, frame: 17_982 },
  { timecode: '01:00:00;00', rate: ntsc, isDrop: true, frame: 107_892 },
  { timecode: '01:00:00:00', rate: ntsc, isDrop: false, frame: 108_000 },
  { timecode: '00:01:00;04', rate: { numerator: 60_000, denominator: 1001 }, isDrop: true, frame: 3600 },
  { timecode: '00:00:00:24', rate: film, isDrop: false, frame: undefined },
  { timecode: '00:60:00:00', rate: film, isDrop: false, frame: undefined },
])('$timecode is frame $frame at $rate.numerator/$rate.denominator, drop-frame: $isDrop', (given) => {
  const { timecode, rate, isDrop, frame } = given

  expect(frameOfTimecode(timecode, rate, isDrop)).toBe(frame)
})

test('a clip with unknown frames becomes a row with a problem, and the others are imported', () => {
  const clips = parseOtio(
    timeline([
      { OTIO_SCHEMA: 'Clip.1', name: 'half', source_range: range(1.5, 3) },
      { OTIO_SCHEMA: 'Clip.1', name: 'none' },
      { OTIO_SCHEMA: 'Clip.1', name: 'good', source_range: range(1, 3) },
      { OTIO_SCHEMA: 'Clip.1', name: 'two', source_range: range(1, 3) },
      { OTIO_SCHEMA: 'Clip.1', name: 'two', source_range: range(1, 3, 25) },
    ]),
  )
  const shots = toShots(clips.ok ? clips.value : [], { collection: 'A', firstFrame: undefined, handles: undefined })

  expect(shots.map(({ title, problem }) => [title, problem])).toEqual([
    ['half', 'The clip "half" does not begin or end on a whole frame.'],
    ['none', 'The clip "none" has no range.'],
    ['good', undefined],
    ['two', '"two" appears in this cut at 24000/1001 and at 25/1 fps.'],
  ])
})

test('a clip pattern gives shot and collection; a clip that does not match is a row with a problem', () => {
  const clips = parseEdl(
    ['sq010_sh0010_v003.mov', 'sq010_sh0010_v004', 'sq020_sh0010_v1', 'leader']
      .map(
        (name, at) =>
          `00${at} AX V C 00:00:0${at}:00 00:00:0${at + 1}:00 01:00:00:00 01:00:01:00\n* FROM CLIP NAME: ${name}`,
      )
      .join('\n'),
    film,
  )
  const match = toNameExpression('{collection}_{item}_v*')
  const shots = toShots(clips.ok ? clips.value : [], {
    collection: 'A',
    firstFrame: undefined,
    handles: undefined,
    match,
  })

  expect(shots.map(({ collection, title, item, problem }) => [collection, title, item.frameOut, problem])).toEqual([
    ['sq010', 'sh0010', 47, undefined],
    ['sq020', 'sh0010', 71, undefined],
    ['A', 'leader', 95, '"leader" does not match “Names of the clips”.'],
  ])
})

const edl = `TITLE: REEL 1
FCM: NON-DROP FRAME

001  TAPE1    V     C        01:00:00:00 01:00:04:00 01:00:00:00 01:00:04:00
* FROM CLIP NAME: sh0010.mov
002  TAPE2    A     C        01:00:00:00 01:00:04:00 01:00:00:00 01:00:04:00
003  TAPE1    V     C        01:00:04:00 01:00:04:00 01:00:04:00 01:00:04:00
003  TAPE3    V     D    024 03:00:00:00 03:00:02:00 01:00:04:00 01:00:06:00
* FROM CLIP NAME: sh0010
* TO CLIP NAME: sh0020
004  BL       V     C        00:00:00:00 00:00:01:00 01:00:06:00 01:00:07:00
005  007      V     C        00:00:00:12 00:00:01:00 01:00:07:00 01:00:07:12
006  TAPE1    V     C        01:00:06:00 01:00:07:00 01:00:08:00 01:00:09:00
* FROM CLIP NAME: sh0010
`

test('an EDL becomes shots: picture only, the incoming clip of a dissolve, one range for a repeated shot', () => {
  const clips = parseEdl(edl, film)
  const read = clips.ok ? clips.value : []
  const shots = toShots(read, { collection: 'SQ010', firstFrame: undefined, handles: 8 })
  const renumbered = toShots(read, { collection: undefined, firstFrame: 1001, handles: undefined })

  expect(shots.map(({ title, line, item }) => [title, line, item.frameIn, item.frameOut, item.handleIn])).toEqual([
    ['sh0010', 4, 86_400, 86_567, 8],
    ['sh0020', 8, 259_200, 259_247, 8],
    ['007', 12, 12, 23, 8],
  ])
  expect(renumbered[1]?.item).toEqual({ frameIn: 1001, frameOut: 1048, frameRate: '24/1' })
})

test('drop-frame is exact, and refused at rates without it', () => {
  const list = 'FCM: DROP FRAME\n001 A V C 00:00:59;28 00:01:00;02 00:00:00;00 00:00:00;02\n* FROM CLIP NAME: s\n'

  expect(parseEdl(list, ntsc)).toMatchObject({ value: [{ frameIn: 1798, frameOut: 1799 }] })
  expect(parseEdl(list, film)).toMatchObject({ error: { line: 1, column: 1 } })
  expect(parseEdl(list.replace('00:01:00;02', '00:01:00;01'), ntsc)).toMatchObject({
    error: { line: 2, column: 23, message: expect.stringContaining('00:01:00;01') },
  })
})

test.each([
  ['001 A V C 00:00:02:00 00:00:01:00 00:00:00:00 00:00:01:00', { line: 1, column: 23 }],
  ['001 A V C 00:00:02:00 00:00:01:00', { line: 1, column: 1 }],
  ['TITLE: nothing', { line: 1, column: 1 }],
])('the EDL %j is refused with its position', (text, error) => {
  expect(parseEdl(text, film)).toMatchObject({ ok: false, error })
})

const time = (value: number, rate = 23.976_023_976) => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value })
const range = (start: number, length: number, rate?: number) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: time(start, rate),
  duration: time(length, rate),
})
const timeline = (children: readonly object[]) =>
  JSON.stringify(
    {
      OTIO_SCHEMA: 'Timeline.1',
      tracks: {
        OTIO_SCHEMA: 'Stack.1',
        children: [
          { OTIO_SCHEMA: 'Track.1', kind: 'Video', children },
          { OTIO_SCHEMA: 'Track.1', kind: 'Audio', children: [{ OTIO_SCHEMA: 'Clip.2', name: 'music' }] },
        ],
      },
    },
    undefined,
    2,
  )

test('a timeline becomes shots: ranges, handles from the media, external ids, no gaps', () => {
  const clips = parseOtio(
    timeline([
      {
        OTIO_SCHEMA: 'Clip.2',
        name: 'sh0010',
        source_range: range(1009, 48),
        media_references: { DEFAULT_MEDIA: { available_range: range(1001, 70) } },
        active_media_reference_key: 'DEFAULT_MEDIA',
        metadata: { kitsu: { id: 'k-1' } },
      },
      { OTIO_SCHEMA: 'Gap.1', source_range: range(0, 10) },
      { OTIO_SCHEMA: 'Clip.1', name: '002', media_reference: { available_range: range(5, 3, 25) } },
    ]),
  )

  expect(clips).toMatchObject({
    ok: true,
    value: [
      {
        name: 'sh0010',
        frameIn: 1009,
        frameOut: 1056,
        handleIn: 8,
        handleOut: 14,
        rate: { numerator: 24_000, denominator: 1001 },
        externalIds: { kitsu: 'k-1' },
      },
      { name: '002', frameIn: 5, frameOut: 7, handleIn: 0, handleOut: 0, rate: { numerator: 25, denominator: 1 } },
    ],
  })
})

test.each([
  ['{"a": [1,\n 2,, 3]}', 'This is not JSON'],
  ['{"a": 1}', 'no OTIO_SCHEMA'],
  [timeline([]), 'no clip'],
])('the timeline %j is refused: %s', (text, message) => {
  const read = parseOtio(text)

  expect(read).toMatchObject({ ok: false, error: { message: expect.stringContaining(message) } })
})
