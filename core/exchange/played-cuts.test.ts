import { expect, test } from 'vitest'
import { toShots } from './cut.ts'
import { parseOtio } from './otio.ts'
import { parseXmeml } from './xmeml.ts'

// What a review plays of a cut: each frame of a dissolve once, and all of a fade.

function play(clips: ReturnType<typeof parseOtio>) {
  const options = { collection: 'a', firstFrame: undefined, handles: undefined, isPlayed: true }
  return (clips.ok ? toShots(clips.value, options) : []).map(
    ({ title, item }) => `${title} ${item.frameIn}-${item.frameOut}`,
  )
}

const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', value, rate: 24 })
const range = (start: number, length: number) => ({ start_time: time(start), duration: time(length) })
const clip = (name: string, start: number, more: object = {}) => ({
  OTIO_SCHEMA: 'Clip.2',
  name,
  source_range: range(start, 24),
  ...more,
})
const gap = { OTIO_SCHEMA: 'Gap.1', source_range: range(0, 24) }
const dissolve = { OTIO_SCHEMA: 'Transition.1', in_offset: time(6), out_offset: time(6) }
const track = (...children: readonly object[]) =>
  parseOtio(JSON.stringify({ OTIO_SCHEMA: 'Track.1', name: 'V1', kind: 'Video', children }))

test('OpenTimelineIO: clips that fade from or to nothing play whole', () => {
  const off = clip('off', 500, { enabled: false })

  expect(play(track(clip('0010', 100), dissolve, clip('0020', 200)))).toEqual(['0010 100-123', '0020 200-223'])
  expect(play(track(gap, dissolve, clip('0010', 100), dissolve, gap))).toEqual(['0010 94-129'])
  expect(play(track(dissolve, clip('0010', 100), dissolve))).toEqual(['0010 94-129'])
  expect(play(track(clip('0010', 100), dissolve, off))).toEqual(['0010 100-129'])
})

const item = (name: string, [start, end, from, to]: readonly number[], more = '') =>
  `<clipitem><name>${name}</name><rate><timebase>24</timebase><ntsc>FALSE</ntsc></rate><start>${start}</start>` +
  `<end>${end}</end><in>${from}</in><out>${to}</out>${more}</clipitem>`
const mixed = (start: number, end: number, alignment: string) =>
  `<transitionitem><start>${start}</start><end>${end}</end><alignment>${alignment}</alignment></transitionitem>`
const cut = (...items: readonly string[]) =>
  parseXmeml(
    `<xmeml version="5"><sequence><media><video><track>${items.join('')}</track></video></media></sequence></xmeml>`,
  )

test.each([
  ['center', ['0010 0-41', '0020 106-147']],
  ['start', ['0010 0-35', '0020 100-147']],
  ['end', ['0010 0-47', '0020 112-147']],
])('Final Cut Pro 7: each frame of a dissolve aligned at its %s plays once', (alignment, played) => {
  // 48 frames each, 12 of them shared.
  const clips = cut(item('0010', [0, -1, 0, 48]), mixed(36, 48, alignment), item('0020', [-1, 84, 100, 148]))

  expect(play(clips)).toEqual(played)
})

test('Final Cut Pro 7: clips that fade from or to nothing, or to a disabled clip, play whole', () => {
  const off = item('0020', [-1, 84, 100, 148], '<enabled>FALSE</enabled>')
  const slug = '<generatoritem><name>Slug</name></generatoritem>'

  expect(play(cut(mixed(0, 12, 'start-black'), item('0010', [-1, 48, 0, 48]), mixed(36, 48, 'end-black')))).toEqual([
    '0010 0-47',
  ])
  expect(play(cut(item('0010', [0, -1, 0, 48]), mixed(36, 48, 'center'), off))).toEqual(['0010 0-47'])
  expect(play(cut(item('0010', [0, -1, 0, 48]), mixed(36, 48, 'center'), slug))).toEqual(['0010 0-47'])
})
