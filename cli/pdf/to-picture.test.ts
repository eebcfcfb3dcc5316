import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { toId, type MediaId } from '#core/lib/ids.ts'
import { makePictureConverter, pictureIdOf } from './save-notes-pdf.ts'

const media = path.join(import.meta.dirname, '../../supabase/seed/media')

/** Reads a PNG's size and first pixels, decoded from the row differences. */
function readPng(png: Uint8Array) {
  const bytes = Buffer.from(png)
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const at = bytes.indexOf('IDAT')
  const lines = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)))
  const stride = 1 + width * 3
  const sum = (x: number, part: number, y: number): number =>
    Array.from({ length: y + 1 }, (_, line) => lines[line * stride + 1 + x * 3 + part] ?? 0).reduce(
      (all, each) => (all + each) & 0xff,
      0,
    )
  const at3 = (x: number, y: number) => [sum(x, 0, y), sum(x, 1, y), sum(x, 2, y)]
  return { width, height, at: at3, isWhole: lines.length === stride * height }
}

test('a WebP poster becomes a picture a PDF accepts, with its size and colours', async () => {
  const picture = await makePictureConverter()(await readFile(path.join(media, 'aurora.webp')))

  const png = readPng(picture ?? new Uint8Array())
  expect(png).toMatchObject({ width: 1280, height: 536, isWhole: true })
  // Night sky above, snow below: neither grey nor upside down.
  const [sky, ground] = [png.at(640, 5), png.at(640, 520)]
  expect(Math.max(...sky)).toBeLessThan(120)
  expect(sky).not.toEqual(ground)
})

test('broken, truncated and non-picture data leaves its frame grey', async () => {
  const whole = await readFile(path.join(media, 'aurora.webp'))
  const toPicture = makePictureConverter()

  expect(await toPicture(whole.subarray(0, 400))).toBeUndefined()
  expect(await toPicture(Buffer.from('RIFF....WEBPVP8 nothing of the kind'))).toBeUndefined()
  expect(await toPicture(Buffer.from('<!doctype html>'))).toBeUndefined()
  expect(await toPicture(whole)).toBeDefined()
})

test('a film is drawn on over its poster, a picture over itself, anything else over grey', () => {
  const id = (text: string): MediaId => toId<MediaId>(text)
  const film = { id: id('film'), contentType: 'video/mp4', sizeBytes: 1, thumbnailMediaId: id('thumbnail') }

  expect(pictureIdOf({ ...film, posterMediaId: id('poster') })).toBe('poster')
  expect(pictureIdOf({ ...film, posterMediaId: undefined })).toBe('thumbnail')
  expect(pictureIdOf({ ...film, posterMediaId: undefined, contentType: 'image/webp' })).toBe('film')
  expect(pictureIdOf({ ...film, posterMediaId: undefined, thumbnailMediaId: undefined })).toBeUndefined()
})
