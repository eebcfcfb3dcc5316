import { expect, test } from 'vitest'
import { describePreview } from './previews.ts'

const file = {
  filename: 'a.mov',
  contentType: 'video/quicktime',
  sizeBytes: 1000,
  isStored: true,
  posterMediaId: undefined,
  thumbnailMediaId: undefined,
  proxyMediaId: undefined,
}
const nothing = {
  ...file,
  previewPercent: undefined,
  previewProblem: undefined,
  previewWaits: false,
  previewNote: undefined,
}

test('the state of a file’s preview is described', () => {
  expect(describePreview(nothing)).toBeUndefined()
  expect(describePreview({ ...nothing, previewWaits: true })).toBe('waiting for its turn')
  expect(describePreview({ ...nothing, previewPercent: 40 })).toBe('making a preview, 40 %')
  expect(describePreview({ ...nothing, previewProblem: 'This film is damaged' })).toBe(
    'no preview could be made: This film is damaged',
  )
  expect(describePreview({ ...nothing, previewNote: '1 of 48 frames is missing (1004).' })).toBe(
    '1 of 48 frames is missing (1004).',
  )
  expect(describePreview({ ...nothing, filename: 'a.heic', contentType: 'image/heic' })).toMatch(
    /^It has no preview: .*HEIC/,
  )
})
