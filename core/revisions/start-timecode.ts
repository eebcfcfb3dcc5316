import type { ReadableBytes } from '#core/lib/readable-bytes.ts'
import { formatTimecode } from './timecode.ts'

type Box = { readonly type: string; readonly from: number; readonly to: number }

/** A film's index is small beside its pictures; one that is larger than this is passed over. */
const mostIndexBytes = 32 * 1024 * 1024

/**
 * The timecode of a film's first frame, where MP4 and QuickTime keep it in a track of its own: `01:00:00:00`, with a semicolon
 * before the frames where numbers are dropped (SMPTE ST 12-1). Absent where there is none.
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

/** The box that says where everything is, wherever it stands. */
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
  // One entry: its size and kind, eight bytes every entry has, four reserved, and then what is asked for.
  const entry = description.from + 8
  if (entry + 34 > description.to || offsets.from + 16 > offsets.to + 4) return undefined
  const isDropFrame = (index.getUint32(entry + 20) & 1) === 1
  const base = index.getUint8(entry + 32)
  const at = offsets.type === 'stco' ? index.getUint32(offsets.from + 8) : Number(index.getBigUint64(offsets.from + 8))
  if (base === 0 || at + 4 > size) return undefined
  return formatTimecode(toView(await read(at, at + 4)).getUint32(0), { base, isDropFrame })
}

function findBox(view: DataView, within: Pick<Box, 'from' | 'to'>, path: readonly string[]): Box | undefined {
  const [type, ...rest] = path
  const found = listBoxes(view, within).find((box) => box.type === type)
  return found === undefined || rest.length === 0 ? found : findBox(view, found, rest)
}

function listBoxes(view: DataView, { from, to }: Pick<Box, 'from' | 'to'>): readonly Box[] {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to;) {
    const { length, header } = lengthOf(view, at, to - at)
    if (length < header || at + length > to) break
    boxes.push({ type: textAt(view, at + 4), from: at + header, to: at + length })
    at += length
  }
  return boxes
}

/** How long a box is with its head; 0 stands for the rest, 1 for a length of eight bytes (ISO/IEC 14496-12). */
function lengthOf(view: DataView, at: number, rest: number): { readonly length: number; readonly header: number } {
  const short = view.getUint32(at)
  if (short !== 1) return { length: short === 0 ? rest : short, header: 8 }
  return at + 16 > view.byteLength
    ? { length: 0, header: 16 }
    : { length: Number(view.getBigUint64(at + 8)), header: 16 }
}

function toView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function textAt(view: DataView, at: number): string {
  if (at + 4 > view.byteLength) return ''
  return String.fromCharCode(...[0, 1, 2, 3].map((place) => view.getUint8(at + place)))
}
