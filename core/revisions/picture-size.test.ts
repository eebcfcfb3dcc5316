import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPictureSize } from './picture-size.ts'
import { bytesOf } from '#core/lib/readable-bytes.ts'

const read = async (bytes: Uint8Array) => await readPictureSize(bytesOf(new Blob([Uint8Array.from(bytes)])))
const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
const size = { width: 1920, height: 1080 }

/** A JPEG's head: Exif with an orientation, a table, and the frame. */
function aJpeg(orientation: number): Uint8Array {
  const exif = Buffer.concat([
    latin('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01'),
    Buffer.from([0, orientation, 0, 0]),
  ])
  const segment = (marker: number, body: Uint8Array): Buffer =>
    Buffer.concat([Buffer.from([0xff, marker, 0, body.length + 2]), body])
  const frame = Buffer.from([8, 1080 >> 8, 1080 & 255, 1920 >> 8, 1920 & 255, 3])
  const parts = [segment(0xe1, exif), segment(0xc4, Buffer.alloc(9)), Buffer.from([0xff]), segment(0xc2, frame)]
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts])
}

const png = Buffer.concat([latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), Buffer.from([0, 0, 7, 128, 0, 0, 4, 56])])
const gif = Buffer.concat([latin('GIF89a'), Buffer.from([128, 7, 56, 4])])
const bmp = Buffer.alloc(40)
bmp.write('BM', 'latin1')
bmp.writeInt32LE(40, 14)
bmp.writeInt32LE(1920, 18)
bmp.writeInt32LE(-1080, 22)
const lossless = Buffer.concat([latin('RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f'), Buffer.alloc(4)])
lossless.writeUInt32LE((1919 | (1079 << 14)) >>> 0, 21)

test('the sizes of a PNG, a GIF, a flipped BMP, a lossless WebP and a JPEG are read', async () => {
  for (const bytes of [png, gif, bmp, lossless, aJpeg(1)]) expect(await read(bytes)).toEqual(size)
})

test('the size of a JPEG respects its orientation', async () => {
  expect(await read(aJpeg(6))).toEqual({ width: 1080, height: 1920 })
})

test('the size of a WebP is read', async () => {
  const file = path.join(import.meta.dirname, '../../supabase/seed/media/storm.webp')

  expect(await read(readFileSync(file))).toEqual({ width: 1280, height: 536 })
})

test('the size of an AVIF is that of its largest picture, rotated as specified', async () => {
  const box = (type: string, ...content: readonly Buffer[]): Buffer => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(8 + Buffer.concat(content).length, 0)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, ...content])
  }
  const ispe = (width: number, height: number): Buffer => {
    const extents = Buffer.alloc(12)
    extents.writeUInt32BE(width, 4)
    extents.writeUInt32BE(height, 8)
    return box('ispe', extents)
  }
  const head = box('ftyp', latin('avif\0\0\0\0avifmif1miaf'))
  const withParts = (...parts: readonly Buffer[]): Buffer =>
    Buffer.concat([head, box('meta', Buffer.alloc(4), box('iprp', box('ipco', ...parts)))])
  const upright = withParts(ispe(160, 90), ispe(1920, 1080))
  const turned = withParts(ispe(160, 90), ispe(1920, 1080), box('irot', latin('\x01')))

  expect(await read(upright)).toEqual(size)
  expect(await read(turned)).toEqual({ width: 1080, height: 1920 })
  expect(await read(head)).toBeUndefined()
})

test('other files and truncated pictures have no size', async () => {
  expect(await read(latin('no picture at all'))).toBeUndefined()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(png, aJpeg(6), lossless), fc.nat(20), async (bytes, length) => {
      expect(await read(bytes.subarray(0, length))).toBeUndefined()
    }),
  )
})

test.each([
  ['none', 0, 0],
  ['more than the database keeps', 0x9f_ff_ff_ff, 1080],
  ['a side of nothing', 1920, 0],
])('a damaged picture with the size %s has none', async (_, width, height) => {
  const damaged = Buffer.from(png)
  damaged.writeUInt32BE(width, 16)
  damaged.writeUInt32BE(height, 20)
  const upsideDown = Buffer.from(bmp)
  upsideDown.writeInt32LE(-1920, 18)

  expect(await read(damaged)).toBeUndefined()
  expect(await read(upsideDown)).toBeUndefined()
})
