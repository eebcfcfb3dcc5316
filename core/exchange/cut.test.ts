import { expect, test } from 'vitest'
import { toShots, type CutClip } from './cut.ts'
import { parseEdl } from './edl.ts'
import type { LeftOut } from './import-row.ts'
import { parseOtio } from './otio.ts'
import { toRationalRate } from './rational-rate.ts'

/** Summarises a file's shots, or why there are none. */
function read(clips: ReturnType<typeof parseOtio>) {
  if (!clips.ok) return clips.error.message
  const shots = toShots(clips.value, { collection: undefined, firstFrame: undefined, handles: undefined })
  const wrong = shots.find(({ problem }) => problem !== undefined)
  if (wrong !== undefined) return `${wrong.line}: ${wrong.problem}`
  return shots.map(({ title, item, externalIds }) => {
    const { frameIn, frameOut, handleIn, handleOut, frameRate } = item
    return [title, `${frameIn}-${frameOut}`, `+${handleIn}+${handleOut}`, frameRate, externalIds]
  })
}

const time = (value: number, rate: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value })
const range = (start: number, frames: number, rate = 24) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: time(start, rate),
  duration: time(frames, rate),
})
const clip = (name: string, frames: object, more: object = {}) => ({
  OTIO_SCHEMA: 'Clip.2',
  name,
  source_range: frames,
  ...more,
})
const nest = (schema: 'Stack.1' | 'Track.1', children: readonly object[], more: object = {}) => ({
  OTIO_SCHEMA: schema,
  children,
  ...more,
})
const timeline = (...children: readonly object[]) =>
  JSON.stringify({ OTIO_SCHEMA: 'Timeline.1', name: 'cut', tracks: nest('Stack.1', children) }, undefined, 1)

test('clips in nested stacks and tracks are found in order; sound, gaps and transitions are no shots', () => {
  const inner = nest('Stack.1', [
    nest('Track.1', [clip('0020', range(5, 10)), { OTIO_SCHEMA: 'Gap.1', source_range: range(0, 5) }]),
    nest('Track.1', [nest('Stack.1', [clip('0030', range(0, 4))])]),
  ])
  const dissolve = { OTIO_SCHEMA: 'Transition.1', transition_type: 'SMPTE_Dissolve', in_offset: time(6, 24) }
  const text = timeline(
    nest('Track.1', [clip('0010', range(1001, 48)), { ...dissolve, out_offset: time(6, 24) }, inner], {
      kind: 'Video',
    }),
    nest('Track.1', [clip('music', range(0, 62))], { kind: 'Audio' }),
  )

  expect(read(parseOtio(text))).toEqual([
    ['0010', '1001-1054', '+undefined+undefined', '24/1', {}],
    ['0020', '5-14', '+undefined+undefined', '24/1', {}],
    ['0030', '0-3', '+undefined+undefined', '24/1', {}],
  ])
})

test('trimming a track or stack trims its clips to the frame and drops what is hidden', () => {
  const media = { media_reference: { OTIO_SCHEMA: 'ExternalReference.1', available_range: range(1001, 100) } }
  const shots = [clip('0010', range(1001, 10), media), clip('0020', range(1011, 20), media), clip('0030', range(5, 8))]
  const gap = { OTIO_SCHEMA: 'Gap.1', source_range: range(0, 4) }
  const dissolve = { OTIO_SCHEMA: 'Transition.1', in_offset: time(6, 24), out_offset: time(6, 24) }
  const track = nest('Track.1', [shots[0] ?? {}, gap, dissolve, ...shots.slice(1)])
  const sound = nest('Track.1', [clip('music', {})], { kind: 'Audio' })
  const read20 = (frames: string, handles: string) => ['0020', frames, handles, '24/1', {}]

  // The track spans frames 0 to 41: 0010 is at 0 to 9, 0020 at 14 to 33, 0030 at 34 to 41.
  const trimmed = nest('Stack.1', [track, sound], { source_range: range(16, 20) })
  const twice = nest('Stack.1', [trimmed], { source_range: range(1, 5) })
  const beyond = nest('Stack.1', [nest('Track.1', [twice], { source_range: range(2, 100) })])

  expect(read(parseOtio(timeline(trimmed)))).toEqual([
    read20('1013-1030', '+12+70'),
    ['0030', '5-6', '+undefined+undefined', '24/1', {}],
  ])
  expect(read(parseOtio(timeline(twice)))).toEqual([read20('1014-1018', '+13+82')])
  expect(read(parseOtio(timeline(beyond)))).toEqual([read20('1016-1018', '+15+82')])
  expect(read(parseOtio(timeline(nest('Track.1', [{ ...trimmed, source_range: range(10, 4) }, clip('0040', range(0, 2))]))))).toEqual([['0040', '0-1', '+undefined+undefined', '24/1', {}]]) // prettier-ignore
})

test('a trim at another rate is converted to the clip’s, to the nearest frame, and reported', () => {
  const clips = [clip('0010', range(100, 48)), clip('0020', range(0, 50, 25))]
  const track = nest('Track.1', clips, { source_range: range(25, 50, 25) })
  const shots = parseOtio(timeline(track))

  // Two seconds each, trimmed to the second and third second.
  expect(read(shots)).toEqual([
    ['0010', '124-147', '+undefined+undefined', '24/1', {}],
    ['0020', '0-24', '+undefined+undefined', '25/1', {}],
  ])
  expect(shots.ok && shots.value.map(({ left }) => left)).toEqual([
    ['Cut at another frame rate: the range is rounded to whole frames.'],
    undefined,
  ])
})

test('timeline contents besides shots are reported: disabled clips, sound, dissolves, markers', () => {
  const left: LeftOut[] = []
  const off = { ...clip('off', range(0, 5)), enabled: false }
  const sound = nest('Track.1', [clip('x.wav', range(0, 5))], { name: 'A1', kind: 'Audio' })
  const marked = { ...clip('0010', range(0, 5)), markers: [{}, {}] }
  parseOtio(timeline(nest('Track.1', [marked, { OTIO_SCHEMA: 'Transition.1' }, off]), sound), left)

  expect(left.map((each) => ('part' in each ? `${each.part}: ${each.reason}` : ''))).toEqual([
    'Clip "off": Disabled.',
    'Track "A1": No picture.',
    'Each of 2 markers: Shots have no markers.',
    'A transition: The frames of a transition belong to both of its shots.',
  ])
})

test('each clip keeps its own rate; media at another rate gives no handles', () => {
  const media = { media_reference: { OTIO_SCHEMA: 'ExternalReference.1', available_range: range(1, 200, 48) } }
  const rates = [24, 25, 23.976_023_976_023_98, 29.97, 59.94, 60]
  const clips = rates.map((rate, at) => clip(`00${at}0`, range(100, 10, rate), media))

  expect(read(parseOtio(timeline(nest('Track.1', clips))))).toEqual(
    ['24/1', '25/1', '24000/1001', '30000/1001', '60000/1001', '60/1'].map((rate, at) => [
      `00${at}0`,
      '100-109',
      '+undefined+undefined',
      rate,
      {},
    ]),
  )
})

test('a shot at two rates, and a clip with start and duration at different rates, are refused', () => {
  const both = timeline(nest('Track.1', [clip('0010', range(0, 5)), clip('0020', range(0, 5)), clip('0010', range(0, 5, 25))])) // prettier-ignore
  const mixed = { start_time: time(0, 24), duration: time(5, 25) }

  expect(read(parseOtio(both))).toMatch(/^\d+: "0010" appears in this cut at 24\/1 and at 25\/1 fps\.$/)
  expect(read(parseOtio(timeline(nest('Track.1', [clip('x', mixed)]))))).toContain('two different frame rates')
})

test('ids in a clip’s metadata are kept as written, for any system', () => {
  const metadata = {
    kitsu: { id: '0007', name: 'shot' },
    ShotGrid: { id: 1177 },
    resolve: { color: 'teal' },
    cmx_3600: 'reel',
  }
  const again = { metadata: { flow: { id: 'f-1' }, kitsu: { id: 'another' } } }
  const text = timeline(nest('Track.1', [clip('0007', range(1, 2), { metadata }), clip('0007', range(3, 2), again)]))

  expect(read(parseOtio(text))).toEqual([
    ['0007', '1-4', '+undefined+undefined', '24/1', { kitsu: '0007', ShotGrid: '1177', flow: 'f-1' }],
  ])
})

test('the handles of a shot cut twice are the media outside both clips', () => {
  const media = { media_reference: { OTIO_SCHEMA: 'ExternalReference.1', available_range: range(1001, 100) } }
  const text = timeline(nest('Track.1', [clip('0010', range(1041, 20), media), clip('0010', range(1011, 10), media)]))

  expect(read(parseOtio(text))).toEqual([['0010', '1011-1060', '+10+40', '24/1', {}]])
})

const ntsc: CutClip['rate'] = { numerator: 30_000, denominator: 1001 }

test('drop-frame mode may change between EDL events; speed changes and notes are not events', () => {
  const list = [
    'TITLE: MIXED',
    'FCM: DROP FRAME',
    '001  0001  V  C  00:09:59;28 00:10:00;02 01:00:00;00 01:00:00;04',
    'M2   0001       048.0                00:09:59;28',
    '* SOURCE FILE: 0001',
    'FCM: NON-DROP FRAME',
    '002  0002  V  C  00:10:00:00 00:10:00:04 01:00:00:04 01:00:00:08',
    '* FROM CLIP NAME: 0002_v003.MOV',
    'FCM: DROP FRAME',
    '003  0003  B  W001  010 00:01:00;02 00:01:00;12 01:00:00;08 01:00:00;18',
    '* TO CLIP NAME: 0003',
  ]

  // At 29.97 the tenth minute begins with frame 17,982 in drop-frame and 18,000 in non-drop-frame timecode.
  for (const end of ['\n', '\r\n', '\r'])
    expect(read(parseEdl(list.join(end), ntsc))).toMatchObject([
      ['0001', '17980-17983', expect.anything(), '30000/1001', {}],
      ['0002_v003', '18000-18003', expect.anything(), '30000/1001', {}],
      ['0003', '1800-1809', expect.anything(), '30000/1001', {}],
    ])
})

test('59.94 drops four numbers a minute; 23.976 has no drop-frame', () => {
  const list = 'FCM: DROP FRAME\n001 0001 V C 00:00:59;59 00:01:00;08 00:00:00;00 00:00:00;05\n'
  const fast = toRationalRate(59.94)
  const slow = toRationalRate(23.976)

  expect(fast && read(parseEdl(list, fast))).toMatchObject([['0001', '3599-3603', expect.anything(), '60000/1001', {}]])
  expect(slow && read(parseEdl(list, slow))).toContain('Drop-frame timecode exists only at 29.97 and 59.94')
})

test('a transition extends both its clips, within what the trimmed track shows', () => {
  const media = { media_reference: { OTIO_SCHEMA: 'ExternalReference.1', available_range: range(1001, 100) } }
  const dissolve = { OTIO_SCHEMA: 'Transition.1', in_offset: time(10, 24), out_offset: time(14, 24) }
  const inPal = { OTIO_SCHEMA: 'Transition.1', in_offset: time(25, 25), out_offset: time(0, 25) }
  const clips = [clip('0010', range(1009, 48), media), dissolve, clip('0020', range(1021, 24), media)]
  const last = clip('0030', range(100, 24))
  const read2 = (more: object) => read(parseOtio(timeline(nest('Track.1', clips, more))))

  // 0010 continues 14 frames past the cut, 0020 begins 10 before it: both show 24 frames.
  expect(read2({})).toEqual([
    ['0010', '1009-1070', '+8+30', '24/1', {}],
    ['0020', '1011-1044', '+10+56', '24/1', {}],
  ])
  // When shots play one after another, each frame of the dissolve plays once.
  const clipsOf = parseOtio(timeline(nest('Track.1', clips)))
  const options = { collection: 'a', firstFrame: undefined, handles: undefined, isPlayed: true }
  expect((clipsOf.ok ? toShots(clipsOf.value, options) : []).map(({ item }) => [item.frameIn, item.frameOut])).toEqual([
    [1009, 1056],
    [1021, 1044],
  ])
  // The track is trimmed 4 frames after the cut, so 0010 is extended by only those.
  expect(read2({ source_range: range(0, 52) })).toEqual([
    ['0010', '1009-1060', '+8+40', '24/1', {}],
    ['0020', '1011-1024', '+10+76', '24/1', {}],
  ])
  expect(read(parseOtio(timeline(nest('Track.1', [...clips, inPal, last]))))).toContainEqual([
    '0030',
    '76-123',
    '+undefined+undefined',
    '24/1',
    {},
  ])
})

test('the outgoing clip of an EDL dissolve is visible as long as the dissolve lasts', () => {
  const lines = [
    '001  AX       V     C        00:00:01:00 00:00:04:00 01:00:00:00 01:00:03:00',
    '* FROM CLIP NAME: sh0010.mov',
    '002  AX       V     C        00:00:04:00 00:00:04:00 01:00:03:00 01:00:03:00',
    '002  AX       V     D    024 00:00:20:00 00:00:23:12 01:00:03:00 01:00:06:12',
    '* FROM CLIP NAME: sh0010.mov',
    '* TO CLIP NAME: sh0020.mov',
    '003  AX       V     C        00:00:23:12 00:00:23:12 01:00:06:12 01:00:06:12',
    '003  BL       V     D    012 00:00:00:00 00:00:00:12 01:00:06:12 01:00:07:00',
    '* FROM CLIP NAME: sh0020.mov',
    '004  AX       V     C        00:00:09:00 00:00:09:00 01:00:07:00 01:00:07:00',
    '* FROM CLIP NAME: sh0030.mov',
  ]
  const left: LeftOut[] = []
  const clips = parseEdl(lines.join('\n'), { numerator: 24, denominator: 1 }, { left })
  const shots = clips.ok ? toShots(clips.value, { collection: 'a', firstFrame: undefined, handles: undefined }) : []

  const options = { collection: 'a', firstFrame: undefined, handles: undefined, isPlayed: true }
  const played = clips.ok ? toShots(clips.value, options) : []

  // Played in sequence, the dissolve shows the incoming clip, and the fade to black its only clip.
  expect(played.map(({ title, item }) => [title, item.frameIn, item.frameOut])).toEqual([
    ['sh0010', 24, 95],
    ['sh0020', 480, 575],
  ])
  // 24–95 plus 24 frames; 480–563 plus 12.
  expect(shots.map(({ title, item, left: said }) => [title, item.frameIn, item.frameOut, said])).toEqual([
    ['sh0010', 24, 119, undefined],
    ['sh0020', 480, 575, undefined],
  ])
  expect(left).toEqual([
    { line: 8, reason: 'Black or bars.' },
    { line: 10, reason: 'No duration.' },
  ])
})
