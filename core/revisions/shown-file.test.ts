import { expect, test } from 'vitest'
import { newId, type MediaId } from '#core/lib/ids.ts'
import { hasBoth, isDevelopable, shownFileOf } from './shown-file.ts'

const [id, proxyMediaId] = [newId<MediaId>(), newId<MediaId>()]

test('a proxy represents its file, unless the original is wanted and browsers can show it', () => {
  const film = { id, contentType: 'video/quicktime', proxyMediaId, frameCount: undefined }
  const mxf = { id, contentType: 'application/mxf', proxyMediaId, frameCount: undefined }
  const still = { id, contentType: 'image/x-exr', proxyMediaId, frameCount: undefined }

  expect(shownFileOf(film)).toEqual({ id: proxyMediaId, kind: 'video' })
  expect(shownFileOf(film, { isOriginal: true })).toEqual({ id, kind: 'video' })
  expect(shownFileOf(mxf, { isOriginal: true })).toEqual({ id: proxyMediaId, kind: 'video' })
  expect(shownFileOf(still, { isOriginal: true })).toEqual({ id: proxyMediaId, kind: 'image' })
})

test('a file without a proxy is shown if browsers can, else not at all', () => {
  const proxyMediaId = undefined

  expect(shownFileOf({ id, contentType: 'video/mp4', proxyMediaId, frameCount: undefined })).toEqual({
    id,
    kind: 'video',
  })
  expect(shownFileOf({ id, contentType: 'image/x-exr', proxyMediaId, frameCount: undefined })).toBeUndefined()
  expect(shownFileOf({ id, contentType: 'application/mxf', proxyMediaId, frameCount: undefined })).toBeUndefined()
})

test('numbered pictures made into one film are that film', () => {
  const first = { id, contentType: 'image/png', proxyMediaId, frameCount: 48 }

  expect(shownFileOf(first)).toEqual({ id: proxyMediaId, kind: 'video' })
  expect(shownFileOf(first, { isOriginal: true })).toEqual({ id: proxyMediaId, kind: 'video' })
  expect(shownFileOf({ ...first, proxyMediaId: undefined })).toEqual({ id, kind: 'image' })
  expect(shownFileOf({ ...first, frameCount: 1 })).toEqual({ id: proxyMediaId, kind: 'image' })
})

test('browsers read EXR and PSD unless they are too large', () => {
  expect(isDevelopable({ contentType: 'image/x-exr', sizeBytes: 1 })).toBe(true)
  expect(isDevelopable({ contentType: 'image/vnd.adobe.photoshop', sizeBytes: 400_000_000 })).toBe(false)
  expect(isDevelopable({ contentType: 'image/x-dpx', sizeBytes: 1 })).toBe(false)
})

test('a moving picture is a film that also has its original; a ZIP of pictures is one without', () => {
  const gif = { id, contentType: 'image/gif', proxyMediaId, frameCount: 12 }
  const zip = { id, contentType: 'application/zip', proxyMediaId, frameCount: 12 }

  expect(shownFileOf(gif)).toEqual({ id: proxyMediaId, kind: 'video' })
  expect(shownFileOf(gif, { isOriginal: true })).toEqual({ id, kind: 'image' })
  expect(shownFileOf({ ...gif, proxyMediaId: undefined, frameCount: 1 })).toEqual({ id, kind: 'image' })
  expect(shownFileOf(zip, { isOriginal: true })).toEqual({ id: proxyMediaId, kind: 'video' })
  expect(shownFileOf({ ...zip, proxyMediaId: undefined, frameCount: undefined })).toBeUndefined()
  expect([hasBoth(gif), hasBoth(zip)]).toEqual([true, false])
})

test('of two proxies, the larger is used only where it is wanted', () => {
  const largeProxyMediaId = newId<MediaId>()
  const film = { id, contentType: 'video/quicktime', proxyMediaId, frameCount: 24 }

  expect(shownFileOf({ ...film, largeProxyMediaId }, { isLarge: true })?.id).toBe(largeProxyMediaId)
  expect(shownFileOf({ ...film, largeProxyMediaId })?.id).toBe(proxyMediaId)
  expect(shownFileOf({ ...film, largeProxyMediaId }, { isOriginal: true, isLarge: true })?.id).toBe(id)
  expect(shownFileOf(film, { isLarge: true })?.id).toBe(proxyMediaId)
})
