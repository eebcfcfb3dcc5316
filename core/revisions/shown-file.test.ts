import { expect, test } from 'vitest'
import { newId, type MediaId } from '#core/lib/ids.ts'
import { shownFileOf } from './shown-file.ts'

const [id, proxyMediaId] = [newId<MediaId>(), newId<MediaId>()]

test('a proxy stands for its file, unless the original is wanted and a browser may show it', () => {
  const film = { id, contentType: 'video/quicktime', proxyMediaId }
  const mxf = { id, contentType: 'application/mxf', proxyMediaId }
  const still = { id, contentType: 'image/x-exr', proxyMediaId }

  expect(shownFileOf(film)).toEqual({ id: proxyMediaId, kind: 'video' })
  expect(shownFileOf(film, true)).toEqual({ id, kind: 'video' })
  expect(shownFileOf(mxf, true)).toEqual({ id: proxyMediaId, kind: 'video' })
  expect(shownFileOf(still, true)).toEqual({ id: proxyMediaId, kind: 'image' })
})

test('without a proxy a file is shown where browsers may, else not at all', () => {
  const proxyMediaId = undefined

  expect(shownFileOf({ id, contentType: 'video/mp4', proxyMediaId })).toEqual({ id, kind: 'video' })
  expect(shownFileOf({ id, contentType: 'image/x-exr', proxyMediaId })).toBeUndefined()
  expect(shownFileOf({ id, contentType: 'application/mxf', proxyMediaId })).toBeUndefined()
})
