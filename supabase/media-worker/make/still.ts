import { avGetPixFmtName, type Frame } from 'node-av'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type MadeFile, type Order, type ReportWord, Unreadable } from '../messages.ts'
import { develop } from './develop.ts'
import { codecOf } from './film-codec.ts'
import { openSource, type Pictures, type Source } from './open-source.ts'
import {
  filtered,
  mostPosterBytes,
  posterSide,
  thumbnailSide,
  toSize,
  toWebp,
  withinSide,
  withPixels,
  type Size,
} from './pictures.ts'
import { shownSize, turnOf } from './shown-size.ts'
import { readStillNature } from './still-nature.ts'

/** The longest side of the displayed version of a still; WebP ends at 16,383. */
const shownSide = 4096
const bgra = 28

/** Makes pictures in sRGB that all browsers draw from a still that none does: one to view, a poster and a thumbnail. */
export async function makeStill(order: Order, tell: ReportWord): Promise<void> {
  const source = await openSource(order)
  const { pictures } = source
  const frame = pictures && (await readFrame(source, pictures))
  if (pictures === undefined || frame === undefined) throw new Unreadable('This picture cannot be read: it is damaged')
  const size = shownSize(frame)
  const nature = await readStillNature(order, frame)
  const large = withinSide(size, shownSide)
  const pixels = await toPixels(frame, large, source.light.filter)
  const pixelsShown = develop(pixels, nature)
  const files = await withPixels(pixelsShown, { ...large, format: bgra }, (shown) => writeAll(order, shown, size))
  const notes = [source.light.note, nature.note].filter((note) => note !== undefined)
  const note = notes.length === 0 ? {} : { preview_note: notes.join(' ') }
  const facts = { ...size, codec: codecOf(pictures), ...note }
  await tell({ kind: 'made', made: { files, facts, isDone: true } })
}

/** Writes the three pictures of a still in sRGB. */
async function writeAll({ folder }: Order, developed: Frame, size: Size): Promise<readonly MadeFile[]> {
  const files: MadeFile[] = []
  for (const [role, side] of [
    ['proxy', shownSide],
    ['poster', posterSide],
    ['thumbnail', thumbnailSide],
  ] as const) {
    const file = path.join(folder, `${role}.webp`)
    const [quality, most] = role === 'proxy' ? [92, Infinity] : [80, mostPosterBytes]
    await filtered(developed, toSize(withinSide(size, side), 'bgra'), async (picture) => {
      await writeFile(file, await toWebp(picture, quality, most))
    })
    files.push({ role, file, contentType: 'image/webp' })
  }
  return files
}

async function readFrame({ demuxer }: Source, { stream, decoder }: Pictures): Promise<Frame | undefined> {
  for await (const packet of demuxer.packets(stream.index)) {
    const [frame] = await decoder.decodeAll(packet)
    if (frame !== undefined || packet === null) return frame
  }
  return undefined
}

/** The pixels of a frame in 16 bits: red, green, blue and alpha. */
async function toPixels(frame: Frame, size: Size, light: string): Promise<Uint16Array> {
  // The scaler mishandles floating-point pixels: they are converted to integers first.
  const [, alpha] = /^(?:gbr|rgb|gray|y)(a?)p?f(?:16|32)(?:le|be)$/.exec(avGetPixFmtName(frame.format) ?? '') ?? []
  const whole = alpha === undefined ? '' : `format=gbr${alpha}p16le,`
  return await filtered(frame, `${light}${whole}${turnOf(frame)}${toSize(size, 'rgba64le')}`, (picture) => {
    const bytes = picture.toBuffer()
    // A copy, because the underlying memory goes with the frame.
    return new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  })
}
