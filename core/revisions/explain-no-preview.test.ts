import { expect, test } from 'vitest'
import { newId, type MediaId } from '#core/lib/ids.ts'
import { isTooLargeToPreview, explainNoPreview } from './explain-no-preview.ts'

const none = { isStored: true, posterMediaId: undefined, thumbnailMediaId: undefined, proxyMediaId: undefined }
const aFile = (filename: string, contentType: string, sizeBytes = 1000) => ({
  ...none,
  filename,
  contentType,
  sizeBytes,
})

test.each([
  ['plate.heic', 'image/heic', 'HEIC'],
  ['plate.cr3', 'application/octet-stream', 'CR3'],
  ['plate.dng', 'image/x-adobe-dng', 'DNG'],
  ['logo.svg', 'image/svg+xml', 'SVG'],
])('%s has no preview, with the reason', (filename, contentType, ending) => {
  expect(explainNoPreview(aFile(filename, contentType))).toBe(
    `It has no preview: neither browsers nor media workers read ${ending} pictures. Download it, or post a JPEG or PNG of it.`,
  )
  expect(explainNoPreview({ ...aFile(filename, contentType), posterMediaId: newId<MediaId>() })).toBeUndefined()
})

test('a picture too large for an automatic preview says so until it has one', () => {
  const wall = aFile('wall.png', 'image/png', 80_000_000)

  expect(explainNoPreview(wall)).toBe('It has no preview: pictures above 64 MB get one only on request.')
  expect(isTooLargeToPreview(wall)).toBe(true)
  expect(explainNoPreview({ ...wall, posterMediaId: newId<MediaId>() })).toBeUndefined()
  expect(isTooLargeToPreview({ ...wall, sizeBytes: 60_000_000 })).toBe(false)
})

test('pictures that browsers draw or media workers convert, and other files, need no explanation', () => {
  for (const file of [
    aFile('a.png', 'image/png'),
    aFile('a.tif', 'image/tiff', 90_000_000),
    aFile('a.exr', 'image/x-exr'),
    aFile('a.mov', 'video/quicktime', 90_000_000),
    aFile('a.blend', 'application/octet-stream'),
  ])
    expect(explainNoPreview(file)).toBeUndefined()
})
