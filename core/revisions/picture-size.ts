import type { ReadableBytes } from '#core/lib/readable-bytes.ts'
import { findBox, listBoxes } from './boxes.ts'

type Size = { readonly width: number; readonly height: number }

/** How far to search for the size of a JPEG, past its colour profile and thumbnail. */
const headBytes = 512 * 1024

/**
 * Reads a picture's displayed size from its first bytes: PNG, JPEG with its orientation, GIF, WebP, AVIF, BMP.
 * Undefined for other formats, truncated files and invalid dimensions.
 */
export async function readPictureSize({ size, read }: ReadableBytes): Promise<Size | undefined> {
  const bytes = await read(0, Math.min(size, headBytes))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = sizeOf(view)
    return size !== undefined && isSide(size.width) && isSide(size.height) ? size : undefined
  } catch (cause) {
    if (cause instanceof RangeError) return undefined
    throw cause
  }
}

/** A damaged file may hold any value; the database stores four-byte integers. */
const isSide = (value: number): boolean => value > 0 && value < 2 ** 31

function sizeOf(view: DataView): Size | undefined {
  const start = view.getUint32(0)
  if (start === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) }
  if (start === 0x47494638) return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  if (start >>> 16 === 0xffd8) return sizeOfJpeg(view)
  if (start === 0x52494646 && view.getUint32(8) === 0x57454250) return sizeOfWebp(view)
  if (start >>> 16 === 0x424d && view.getUint32(14, true) >= 40)
    return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) }
  if (view.getUint32(4) === 0x66747970) return sizeOfAvif(view)
  return undefined
}

/** Reads the size from one of three chunk types: lossy, lossless, or extended (RFC 9649). */
function sizeOfWebp(view: DataView): Size | undefined {
  switch (view.getUint32(12)) {
    case 0x56503820:
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 0x5650384c: {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 0x56503858: {
      const read24 = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536
      return { width: read24(24) + 1, height: read24(27) + 1 }
    }
    default:
      return undefined
  }
}

/** Reads the size of the whole picture, the largest of its parts, rotated if specified (ISO/IEC 23008-12). */
function sizeOfAvif(view: DataView): Size | undefined {
  const meta = findBox(view, { from: 0, to: view.byteLength }, ['meta'])
  const parts = meta && findBox(view, { from: meta.from + 4, to: meta.to }, ['iprp', 'ipco'])
  const boxes = parts === undefined ? [] : listBoxes(view, parts)
  const [largest] = boxes
    .filter(({ type }) => type === 'ispe')
    .map(({ from }) => ({ width: view.getUint32(from + 4), height: view.getUint32(from + 8) }))
    .toSorted((one, other) => other.width * other.height - one.width * one.height)
  const isTurned = boxes.some(({ type, from }) => type === 'irot' && (view.getUint8(from) & 1) === 1)
  return largest !== undefined && isTurned ? { width: largest.height, height: largest.width } : largest
}

/** Walks the segments up to the frame header (ITU-T T.81). */
function sizeOfJpeg(view: DataView): Size | undefined {
  let isTurned = false
  for (let at = 2; view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)]
      return isTurned ? { width: height, height: width } : { width, height }
    }
    if (marker === 0xe1 && view.getUint32(at + 4) === 0x45786966) isTurned = orientationAt(view, at + 10) >= 5
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** Reads the orientation from an Exif block, 1 if it has none; from 5 on, width and height are swapped. */
function orientationAt(view: DataView, start: number): number {
  const isLittle = view.getUint16(start) === 0x4949
  const first = start + view.getUint32(start + 4, isLittle)
  for (let entry = 0; entry < view.getUint16(first, isLittle); entry += 1) {
    const at = first + 2 + entry * 12
    if (view.getUint16(at, isLittle) === 0x0112) return view.getUint16(at + 8, isLittle)
  }
  return 1
}
