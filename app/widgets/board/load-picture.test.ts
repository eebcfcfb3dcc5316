import type { MediaRow } from '#core/schema/media.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { toId, type MediaId } from '#core/lib/ids.ts'
import type { BoardModel } from './board-model.ts'
import { makeLoadPicture, sourceOf } from './load-picture.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const [original, thumbnail, poster] = ['original', 'thumbnail', 'poster'].map((name) => toId<MediaId>(name))

function aFile(contentType: string, overrides: Partial<MediaRow> = {}) {
  // Only these fields matter.
  const media = { id: original, contentType, thumbnailMediaId: thumbnail, posterMediaId: poster, ...overrides }
  return media as MediaRow
}

test('a picture loads its smallest rendition that is sharp enough, else the original', () => {
  const file = aFile('image/png')

  expect(sourceOf(file, 32)).toEqual({ id: thumbnail, isFilm: false })
  expect(sourceOf(file, 256)).toEqual({ id: thumbnail, isFilm: false })
  expect(sourceOf(file, 512)).toEqual({ id: poster, isFilm: false })
  expect(sourceOf(file, 1024)).toEqual({ id: poster, isFilm: false })
  expect(sourceOf(file, 2048)).toEqual({ id: original, isFilm: false })
})

test('a film loads its poster, or its own first frame if it has none', () => {
  expect(sourceOf(aFile('video/mp4'), 2048)).toEqual({ id: poster, isFilm: false })
  const fresh = aFile('video/mp4', { thumbnailMediaId: undefined, posterMediaId: undefined })
  expect(sourceOf(fresh, 256)).toEqual({ id: original, isFilm: true })
})

test('a picture browsers cannot show loads only its renditions', () => {
  const file = aFile('image/tiff')

  expect(sourceOf(file, 2048)).toEqual({ id: poster, isFilm: false })
  expect(sourceOf(aFile('image/tiff', { thumbnailMediaId: undefined, posterMediaId: undefined }), 32)).toBeUndefined()
})

test('only the first frame of a film without a poster is fetched', async () => {
  const film = Object.assign(document.createElement('video'), { load: vi.fn<() => void>() })
  Object.defineProperties(film, { videoWidth: { value: 64 }, videoHeight: { value: 32 } })
  vi.spyOn(document, 'createElement').mockReturnValue(film)
  vi.stubGlobal('createImageBitmap', async (image: unknown) => await Promise.resolve({ image }))
  const media = aFile('video/mp4', { thumbnailMediaId: undefined, posterMediaId: undefined })
  // Nothing else of either is used.
  const board = { findMedia: () => media } as unknown as BoardModel['board']
  const urls = { get: () => '/film' } as unknown as BoardModel['urls']

  const loading = makeLoadPicture({ board, urls })(media.id, 32)
  expect([film.preload, film.getAttribute('src')]).toEqual(['metadata', '/film'])
  film.dispatchEvent(new Event('loadedmetadata'))
  film.dispatchEvent(new Event('seeked'))

  expect(await loading).toEqual([{ image: film }])
  expect(film.hasAttribute('src')).toBe(false)
  expect(film.load).toHaveBeenCalledOnce()
})

test('a picture with too many pixels is not decoded, and one browsers cannot show is refused', async () => {
  const decode = vi.fn<() => Promise<void>>(async () => await Promise.resolve())
  const natural = { width: 20_000, height: 20_000 }
  vi.stubGlobal(
    'Image',
    class extends EventTarget {
      crossOrigin = ''
      naturalWidth = natural.width
      naturalHeight = natural.height
      decode = decode
      set src(_address: string) {
        queueMicrotask(() => this.dispatchEvent(new Event('load')))
      }
    },
  )
  const made = vi.fn<(image: unknown, options: unknown) => void>()
  vi.stubGlobal('createImageBitmap', async (image: unknown, options: unknown) => {
    made(image, options)
    return await Promise.resolve({ name: 'bitmap' })
  })
  const bare = { thumbnailMediaId: undefined, posterMediaId: undefined }
  const load = async (media: MediaRow, side: number) => {
    const board = { findMedia: () => media } as unknown as BoardModel['board']
    const urls = { get: () => '/picture' } as unknown as BoardModel['urls']
    return await makeLoadPicture({ board, urls })(media.id, side)
  }

  await expect(load(aFile('image/png', bare), 2048)).rejects.toThrow('too large')
  await expect(load(aFile('image/heic', bare), 2048)).rejects.toThrow('cannot be shown')
  const known = { width: 20_000, height: 20_000 }
  expect(sourceOf(aFile('image/png', { ...bare, ...known }), 32)).toBeUndefined()
  expect(sourceOf(aFile('image/png', known), 2048)).toEqual({ id: poster, isFilm: false })
  expect(decode).not.toHaveBeenCalled()

  // Resizing the full picture blocks the page: it happens once, and smaller sizes are made from the result.
  Object.assign(natural, { width: 4000, height: 3000 })
  await load(aFile('image/png', bare), 2048)
  expect(made.mock.calls.map(([image]) => Object(image).name ?? 'whole')).toEqual(['whole', 'bitmap', 'bitmap'])
})
