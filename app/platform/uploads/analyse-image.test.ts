import { afterEach, expect, test, vi } from 'vitest'
import { analyseImage } from './analyse-image.ts'

afterEach(() => vi.unstubAllGlobals())

/** Mocks a browser; returns a log of the sizes it decodes and draws at. */
function aBrowser() {
  const log: string[] = []
  vi.stubGlobal('createImageBitmap', async (_body: Blob, { resizeWidth = 640, resizeHeight = 480 } = {}) => {
    log.push(`decode ${resizeWidth} ${resizeHeight}`)
    return await Promise.resolve({ width: resizeWidth, height: resizeHeight, close: () => undefined })
  })
  const draw = (_image: unknown, ...[, , width, height]: readonly number[]) => void log.push(`draw ${width} ${height}`)
  class Canvas {
    getContext = () => ({ drawImage: draw })
    convertToBlob = async () => await Promise.resolve(new Blob(['picture']))
  }
  vi.stubGlobal('OffscreenCanvas', Canvas)
  return log
}

/** Returns the first bytes of a PNG of a size. */
function aPng(width: number, height: number): Blob {
  const head = new DataView(new ArrayBuffer(40_000))
  head.setUint32(0, 0x89504e47)
  head.setUint32(16, width)
  head.setUint32(20, height)
  return new Blob([head])
}

test('a huge picture is decoded once, at its poster’s size, and reports its full size', async () => {
  const log = aBrowser()
  const told: unknown[] = []
  const { details, pictures } = await analyseImage(aPng(20_000, 15_000), 'plate', (size) => void told.push(size))

  expect(log).toEqual(['decode 1280 960', 'draw 1280 960', 'draw 256 192'])
  expect(pictures.map(({ fileName }) => fileName)).toEqual(['plate-poster.webp', 'plate-thumbnail.webp'])
  expect(details).toEqual({ width: 20_000, height: 15_000 })
  expect(told).toEqual([details])
})

test('a smaller picture is decoded at its own size', async () => {
  const log = aBrowser()

  expect((await analyseImage(aPng(640, 480), 'plate')).details).toEqual({ width: 640, height: 480 })
  expect(log).toEqual(['decode 640 480', 'draw 256 192'])
})
