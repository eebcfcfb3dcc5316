import { writePsdBuffer } from 'ag-psd'
import { expect, test, vi } from 'vitest'
import { developPicture } from '#core/revisions/develop-picture.ts'
import { readRawPicture } from './read-raw-picture.ts'

const one = 0x3c00

/**
 * An uncompressed EXR with its rows from the top: halves of blue, green and red, the order in which channels are
 * stored.
 */
function anExr(rows: readonly (readonly (readonly [number, number, number])[])[]): ArrayBuffer {
  const [width, height] = [rows[0]?.length ?? 0, rows.length]
  const text = (value: string): number[] => [...Buffer.from(`${value}\0`)]
  const int = (...values: readonly number[]): number[] =>
    values.flatMap((value) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >> 24) & 255])
  const float = (value: number): number[] => [...new Uint8Array(Float32Array.of(value).buffer)]
  const attribute = (name: string, type: string, bytes: readonly number[]): number[] => [
    ...text(name),
    ...text(type),
    ...int(bytes.length),
    ...bytes,
  ]
  const channel = (name: string): number[] => [...text(name), ...int(1, 0, 1, 1)]
  const box = int(0, 0, width - 1, height - 1)
  const head = [
    0x76,
    0x2f,
    0x31,
    0x01,
    2,
    0,
    0,
    0,
    ...attribute('channels', 'chlist', [...channel('B'), ...channel('G'), ...channel('R'), 0]),
    ...attribute('compression', 'compression', [0]),
    ...attribute('dataWindow', 'box2i', box),
    ...attribute('displayWindow', 'box2i', box),
    ...attribute('lineOrder', 'lineOrder', [0]),
    ...attribute('pixelAspectRatio', 'float', float(1)),
    ...attribute('screenWindowCenter', 'v2f', [...float(0), ...float(0)]),
    ...attribute('screenWindowWidth', 'float', float(1)),
    0,
  ]
  const lineBytes = 8 + width * 6
  const lines = rows.flatMap((row, y) => [
    ...int(y, width * 6),
    ...[2, 1, 0].flatMap((of) =>
      row.flatMap((pixel) => [pixel[of] ?? 0, (pixel[of] ?? 0) >> 8].map((byte) => byte & 255)),
    ),
  ])
  const offsets = rows.flatMap((_, y) => int(head.length + height * 8 + y * lineBytes, 0))
  return Uint8Array.from([...head, ...offsets, ...lines]).buffer
}

const shown = async (bytes: ArrayBuffer, type: string) => {
  const picture = await readRawPicture(bytes, type)
  const pixels = [...developPicture(picture, { exposure: 0, channel: 'colour' })]
  return { width: picture.width, height: picture.height, pixels }
}

test('an EXR is read the right way up, with its colours in place', async () => {
  const rows = [
    [
      [one, 0, 0],
      [0, one, 0],
    ],
    [
      [0, 0, one],
      [0, 0, 0],
    ],
  ] as const

  expect(await shown(anExr(rows), 'image/x-exr')).toEqual({
    width: 2,
    height: 2,
    pixels: [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 255],
  })
})

test('a PSD is read flattened, as saved', async () => {
  vi.stubGlobal(
    'ImageData',
    class {
      readonly data: Uint8ClampedArray
      readonly width: number
      readonly height: number
      constructor(width: number, height: number) {
        this.width = width
        this.height = height
        this.data = new Uint8ClampedArray(width * height * 4)
      }
    },
  )
  const data = Uint8ClampedArray.from([255, 0, 0, 255, 0, 128, 0, 255])
  const psd = writePsdBuffer({ width: 2, height: 1, imageData: { width: 2, height: 1, data } })

  expect(await shown(Uint8Array.from(psd).buffer, 'image/vnd.adobe.photoshop')).toEqual({
    width: 2,
    height: 1,
    pixels: [255, 0, 0, 255, 0, 128, 0, 255],
  })
})

test('a damaged file is rejected with an error', async () => {
  const whole = anExr([[[one, one, one]]])

  await expect(readRawPicture(whole.slice(0, 60), 'image/x-exr')).rejects.toBeInstanceOf(Error)
  await expect(readRawPicture(new ArrayBuffer(40), 'image/x-exr')).rejects.toBeInstanceOf(Error)
  await expect(readRawPicture(new ArrayBuffer(40), 'image/vnd.adobe.photoshop')).rejects.toBeInstanceOf(Error)
})
