import { expect, test } from 'vitest'
import { developPicture, decodeHalfFloat, type PictureLook, type RawPicture } from './develop-picture.ts'

const half = {
  none: 0,
  fifth: 0x3266,
  middle: 0x31c3,
  one: 0x3c00,
  four: 0x4400,
  minus: 0xbc00,
  infinite: 0x7c00,
  nan: 0x7e00,
}
const plain: PictureLook = { exposure: 0, channel: 'colour' }
const ofHalves = (...data: readonly number[]): RawPicture => ({
  width: data.length / 4,
  height: 1,
  pixels: { kind: 'half', data: Uint16Array.from(data), perPixel: 4 },
})
const shown = (picture: RawPicture, look: Partial<PictureLook> = {}) => [
  ...developPicture(picture, { ...plain, ...look }),
]

test('half floats become the numbers they encode', () => {
  expect([0x3c00, 0x4400, 0xbc00, 1, 0x7bff].map(decodeHalfFloat)).toEqual([1, 4, -1, 2 ** -24, 65_504])
  expect(decodeHalfFloat(half.infinite)).toBe(Infinity)
})

test('scene light is encoded by sRGB and clipped to white and black', () => {
  expect(shown(ofHalves(half.none, half.one, half.four, half.one))).toEqual([0, 255, 255, 255])
  expect(shown(ofHalves(half.minus, half.nan, half.infinite, half.none))).toEqual([0, 0, 255, 255])
  // 0.18 is the middle grey of a scene: 46 % on the screen.
  expect(shown(ofHalves(half.middle, half.middle, half.middle, half.one))[0]).toBe(118)
})

test('a stop more doubles the light, and one less halves it', () => {
  const [dark, , bright] = [-2, 0, 2].map(
    (exposure) => shown(ofHalves(half.fifth, 0, 0, half.one), { exposure })[0] ?? 0,
  )

  expect(shown(ofHalves(half.four, 0, 0, half.one), { exposure: -2 })[0]).toBe(255)
  expect(shown(ofHalves(half.four, 0, 0, half.one), { exposure: -3 })[0]).toBe(188)
  expect(dark).toBeLessThan(bright ?? 0)
})

test('a channel is shown in grey, and alpha ignores the exposure', () => {
  const picture = ofHalves(half.one, half.none, half.middle, half.middle)

  expect(shown(picture, { channel: 'red' })).toEqual([255, 255, 255, 255])
  expect(shown(picture, { channel: 'green' })).toEqual([0, 0, 0, 255])
  expect(shown(picture, { channel: 'blue' })).toEqual([118, 118, 118, 255])
  expect(shown(picture, { channel: 'alpha', exposure: 5 })).toEqual([46, 46, 46, 255])
})

test('bytes stay as they are unless the exposure changes', () => {
  const picture: RawPicture = {
    width: 1,
    height: 1,
    pixels: { kind: 'bytes', data: Uint8Array.from([0, 128, 255, 90]) },
  }

  expect(shown(picture)).toEqual([0, 128, 255, 255])
  expect(shown(picture, { exposure: 1 })).toEqual([0, 176, 255, 255])
  expect(shown(picture, { channel: 'alpha' })).toEqual([90, 90, 90, 255])
})

test('a picture with one channel is grey, without alpha', () => {
  const picture: RawPicture = {
    width: 1,
    height: 1,
    pixels: { kind: 'half', data: Uint16Array.from([half.middle]), perPixel: 1 },
  }

  for (const channel of ['colour', 'red', 'blue'] as const)
    expect(shown(picture, { channel })).toEqual([118, 118, 118, 255])
  expect(shown(picture, { channel: 'alpha' })).toEqual([255, 255, 255, 255])
})
