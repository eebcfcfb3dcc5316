import type { RawPicture } from '#core/revisions/develop-picture.ts'

const halfFloat = 1016
const oneChannel = 1028
/** The most pixels a browser can handle: 8192 by 8192. */
const mostPixels = 67_108_864

/**
 * Reads the pixels of an EXR or PSD. Each format's reader is loaded on first use. Rejects with a sentence for what it
 * cannot read.
 */
export async function readRawPicture(bytes: ArrayBuffer, contentType: string): Promise<RawPicture> {
  const picture = contentType === 'image/x-exr' ? await readExr(bytes) : await readPsd(bytes)
  if (picture.width * picture.height > mostPixels) throw new Error('This picture is too large for a browser')
  return picture
}

async function readExr(bytes: ArrayBuffer): Promise<RawPicture> {
  const { default: parseExr } = await import('parse-exr')
  const { width, height, data, format } = parseExr(bytes, halfFloat)
  if (!(data instanceof Uint16Array)) throw new Error('This EXR does not use half floats')
  const perPixel = format === oneChannel ? 1 : 4
  return { width, height, pixels: { kind: 'half', data: upright(data, width * perPixel, height), perPixel } }
}

/** Flips the rows: the reader starts with the lowest one. */
function upright(data: Uint16Array, rowLength: number, height: number): Uint16Array {
  const turned = new Uint16Array(data.length)
  for (let row = 0; row < height; row += 1) {
    const from = (height - 1 - row) * rowLength
    turned.set(data.subarray(from, from + rowLength), row * rowLength)
  }
  return turned
}

async function readPsd(bytes: ArrayBuffer): Promise<RawPicture> {
  const { initializeCanvas, readPsd: read } = await import('ag-psd')
  initializeCanvas(
    () => {
      throw new Error('No canvas is needed here')
    },
    (width, height) => new ImageData(width, height),
  )
  const { imageData } = read(bytes, { useImageData: true, skipLayerImageData: true, skipThumbnail: true })
  if (imageData === undefined) throw new Error('This PSD was saved without a picture of all its layers')
  const { width, height, data } = imageData
  return { width, height, pixels: { kind: 'bytes', data: toBytes(data) } }
}

/** Converts to 8 bits: 16-bit channels lose their lower byte; floats are linear light, converted for display. */
function toBytes(data: Uint8Array | Uint8ClampedArray | Uint16Array | Float32Array): Uint8Array | Uint8ClampedArray {
  if (data instanceof Uint16Array) return Uint8Array.from(data, (value) => value >> 8)
  if (data instanceof Float32Array)
    return Uint8ClampedArray.from(data, (value, at) => 255 * (at % 4 === 3 ? value : Math.max(0, value) ** (1 / 2.2)))
  return data
}
