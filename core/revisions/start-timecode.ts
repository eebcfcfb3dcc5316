import type { ReadableBytes } from '#core/lib/readable-bytes.ts'
import { findBox, lengthOf, listBoxes, textAt, type Box } from './boxes.ts'
import { formatTimecode } from './timecode.ts'

/** A film's index is small compared with its pictures; a larger one than this is ignored. */
const mostIndexBytes = 32 * 1024 * 1024

/**
 * Reads the timecode of a film's first frame from the timecode track of MP4 and QuickTime: `01:00:00:00`, with a
 * semicolon before the frames for drop-frame (SMPTE ST 12-1). Undefined if there is none.
 */
export async function readStartTimecode(bytes: ReadableBytes): Promise<string | undefined> {
  const index = await readIndex(bytes)
  if (index === undefined) return undefined
  for (const track of listBoxes(index, { from: 0, to: index.byteLength })) {
    const media = track.type === 'trak' ? findBox(index, track, ['mdia']) : undefined
    const handler = media && findBox(index, media, ['hdlr'])
    if (media === undefined || handler === undefined || textAt(index, handler.from + 8) !== 'tmcd') continue
    const table = findBox(index, media, ['minf', 'stbl'])
    return table && (await readSample(bytes, index, table))
  }
  return undefined
}

/** Reads the index box (`moov`), wherever it is in the file. */
async function readIndex({ size, read }: ReadableBytes): Promise<DataView | undefined> {
  for (let at = 0; at + 8 <= size;) {
    const head = toView(await read(at, Math.min(at + 16, size)))
    const { length, header } = lengthOf(head, 0, size - at)
    if (length < header) return undefined
    if (textAt(head, 4) === 'moov')
      return length > mostIndexBytes ? undefined : toView(await read(at + header, Math.min(at + length, size)))
    at += length
  }
  return undefined
}

async function readSample({ size, read }: ReadableBytes, index: DataView, table: Box): Promise<string | undefined> {
  const description = findBox(index, table, ['stsd'])
  const offsets = findBox(index, table, ['stco']) ?? findBox(index, table, ['co64'])
  if (description === undefined || offsets === undefined) return undefined
  // One entry: its size and type, eight bytes that every entry has, four reserved, and then the timecode fields.
  const entry = description.from + 8
  if (entry + 34 > description.to || offsets.from + 16 > offsets.to + 4) return undefined
  const isDropFrame = (index.getUint32(entry + 20) & 1) === 1
  const base = index.getUint8(entry + 32)
  const at = offsets.type === 'stco' ? index.getUint32(offsets.from + 8) : Number(index.getBigUint64(offsets.from + 8))
  if (base === 0 || at + 4 > size) return undefined
  return formatTimecode(toView(await read(at, at + 4)).getUint32(0), { base, isDropFrame })
}

function toView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
