import { expect, test } from 'vitest'
import { newId, type MediaId } from '#core/lib/ids.ts'
import { isDevelopable, shownFileOf } from './shown-file.ts'

const [id, proxyMediaId] = [newId<MediaId>(), newId<MediaId>()]

test('a proxy stands for its file, unless the original is wanted and a browser may show it', () => {
  const film = { id, contentType: 'video/quicktime', proxyMediaId, frameCount: undefined }
  const mxf = { id, contentType: 'application/mxf', proxyMediaId, frameCount: undefined }
  const still = { id, contentType: 'image/x-exr', proxyMediaId, frameCount: undefined }

  expect(shownFileOf(film)).toEqual({ id: proxyMediaId, kind: 'video' })
  expect(shownFileOf(film, true)).toEqual({ id, kind: 'video' })
  expect(shownFileOf(mxf, true)).toEqual({ id: proxyMediaId, kind: 'video' })
  expect(shownFileOf(still, true)).toEqual({ id: proxyMediaId, kind: 'image' })
})

test('without a proxy a file is shown where browsers may, else not at all', () => {
  const proxyMediaId = undefined

  expect(shownFileOf({ id, contentType: 'video/mp4', proxyMediaId, frameCount: undefined })).toEqual({
    id,
    kind: 'video',
  })
  expect(shownFileOf({ id, contentType: 'image/x-exr', proxyMediaId, frameCount: undefined })).toBeUndefined()
  expect(shownFileOf({ id, contentType: 'application/mxf', proxyMediaId, frameCount: undefined })).toBeUndefined()
})

test('numbered pictures of which one film was made are that film', () => {
  const first = { id, contentType: 'image/png', proxyMediaId, frameCount: 48 }

  expect(shownFileOf(first)).toEqual({ id: proxyMediaId, kind: 'video' })
  expect(shownFileOf(first, true)).toEqual({ id: proxyMediaId, kind: 'video' })
  expect(shownFileOf({ ...first, proxyMediaId: undefined })).toEqual({ id, kind: 'image' })
  expect(shownFileOf({ ...first, frameCount: 1 })).toEqual({ id: proxyMediaId, kind: 'image' })
})

test('EXR and PSD are read by browsers, unless they are too large', () => {
  expect(isDevelopable({ contentType: 'image/x-exr', sizeBytes: 1 })).toBe(true)
  expect(isDevelopable({ contentType: 'image/vnd.adobe.photoshop', sizeBytes: 400_000_000 })).toBe(false)
  expect(isDevelopable({ contentType: 'image/x-dpx', sizeBytes: 1 })).toBe(false)
})
