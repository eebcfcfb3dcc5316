import { avGetPixFmtName, Encoder, FilterAPI, Frame } from 'node-av'
import { writeFile } from 'node:fs/promises'

export type Size = { readonly width: number; readonly height: number }

/** As browsers make them: the longer side of a poster, and of a thumbnail. */
export const posterSide = 1280
export const thumbnailSide = 256
/** The database accepts no larger poster. */
export const mostPosterBytes = 350_000

/** Returns the size that fits within the longest side; never enlarged. */
export function withinSide({ width, height }: Size, longestSide: number): Size {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const unspecified = 2
const hdHeight = 720

/**
 * Returns the scaler's options for pictures on screens; HD films that do not say otherwise are BT.709, as in browsers.
 */
export function toScreen(frame: Frame, { width, height }: Size, format: string): string {
  const isHd = frame.colorSpace === unspecified && frame.height >= hdHeight
  // The scaler mishandles floating-point pixels: they are converted to integers first.
  const isFloat = /f(?:16|32)(?:le|be)$/.test(avGetPixFmtName(frame.format) ?? '')
  return [
    ...(isFloat ? ['format=gbrp16le'] : []),
    `scale=${width}:${height}:flags=area${isHd ? ':in_color_matrix=bt709' : ''}:out_color_matrix=bt601:out_range=tv`,
    `format=${format}`,
  ].join(',')
}

type Picture = {
  readonly file: string
  readonly size: Size
  readonly turn: string
}

/** Writes a frame as WebP; if it is too large, again at lower quality. */
export async function writePicture(frame: Frame, { file, size, turn }: Picture): Promise<void> {
  await filtered(frame, `${turn}${toScreen(frame, size, 'yuv420p')}`, async (picture) => {
    await writeFile(file, await toWebp(picture, 80, mostPosterBytes))
  })
}

/** Returns what is made of a frame after some filters: the filters, and their pixels, end with it. */
export async function filtered<Made>(
  frame: Frame,
  description: string,
  take: (made: Frame) => Promise<Made> | Made,
): Promise<Made> {
  const filter = FilterAPI.create(description)
  const copy = frame.clone()
  try {
    const [made] = copy === null ? [] : [...(await filter.processAll(copy)), ...(await filter.processAll(null))]
    if (made === undefined) throw new Error('The picture could not be scaled')
    const taken = await take(made)
    made.free()
    return taken
  } finally {
    copy?.free()
    filter.close()
  }
}

// A frame does not keep its pixels from being garbage-collected.
const held = new Set<Buffer>()

/** Returns what is made of pixels in memory, wrapped as a frame. */
export async function withPixels<Made>(
  pixels: Buffer,
  about: Size & { readonly format: number },
  take: (frame: Frame) => Promise<Made>,
): Promise<Made> {
  held.add(pixels)
  const frame = Frame.fromVideoBuffer(pixels, { ...about, timeBase: { num: 1, den: 1 } })
  try {
    return await take(frame)
  } finally {
    frame.free()
    held.delete(pixels)
  }
}

/** Returns filters that bring a picture to a size and a format. */
export const toSize = ({ width, height }: Size, format: string): string =>
  `scale=${width}:${height}:flags=area,format=${format}`

/** Encodes a frame in yuv420p or bgra as WebP of at most so many bytes, if lower quality can achieve that. */
export async function toWebp(frame: Frame, quality: number, mostBytes: number): Promise<Buffer> {
  const lowest = 10
  for (let now = quality; ; now = Math.max(lowest, now - 15)) {
    const bytes = await Encoder.encodeOne('libwebp', frame, { options: { quality: now } })
    if (bytes.length <= mostBytes || now === lowest) return bytes
  }
}
