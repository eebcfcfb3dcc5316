import { expect, test } from 'vitest'
import { toFrameRate } from '#core/revisions/frame-rate.ts'
import { formatMoment, parseMoment } from './film-moment.ts'

const film = { rate: toFrameRate(24), firstFrame: 1001, startTimecode: '01:00:00:00' }

test('a frame is written in the chosen form, and read back from either', () => {
  expect(formatMoment(132, film, 'frame')).toBe('frame 1133')
  expect(formatMoment(132, film, 'timecode')).toBe('01:00:05:12')

  for (const text of ['1133', ' frame 1133', 'F1133', '01:00:05:12']) expect(parseMoment(text, film)).toBe(132)
  for (const text of ['fox.png', '', '1001–1010', '00:99', 'frames']) expect(parseMoment(text, film)).toBeUndefined()
})
