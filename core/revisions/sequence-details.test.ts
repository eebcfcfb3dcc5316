import { expect, test } from 'vitest'
import { toSequenceDetails } from './sequence-details.ts'

const frames = [1003, 1001, 1002, 1004, 1005].map((number) => `sh010.${number}.exr`)

test('the file of a sequence, and a ZIP, get the wanted rate and first frame', () => {
  const files = ['notes.pdf', ...frames, 'plates.zip']

  expect(toSequenceDetails(files, { rate: '23.976', firstFrame: '1' })).toEqual({
    ok: true,
    value: new Map([
      ['sh010.1001.exr', { frameRate: '24000/1001', firstFrame: 1 }],
      ['plates.zip', { frameRate: '24000/1001', firstFrame: 1 }],
    ]),
  })
  expect(toSequenceDetails(files, { rate: '', firstFrame: ' ' })).toEqual({ ok: true, value: new Map() })
  expect(toSequenceDetails(['sh010.mov'], { rate: '25', firstFrame: '' })).toEqual({ ok: true, value: new Map() })
})

test('an invalid rate or number is refused with a message', () => {
  const refused = toSequenceDetails(frames, { rate: 'fast', firstFrame: '' })

  expect(refused).toMatchObject({
    ok: false,
    error: { code: 'invalid-input', message: expect.stringContaining('23.976') },
  })
  expect(toSequenceDetails(frames, { rate: '', firstFrame: '-1' }).ok).toBe(false)
  expect(toSequenceDetails(frames, { rate: '0', firstFrame: '' }).ok).toBe(false)
})
