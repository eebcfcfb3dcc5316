import type { ReadableBytes } from '#core/lib/readable-bytes.ts'

type Size = { readonly width: number; readonly height: number }

/** As far as this the size of a JPEG is looked for, behind its colour profile and its own small picture. */
const headBytes = 512 * 1024

/**
 * The size of a picture as it is shown, from its first bytes: PNG, JPEG turned as its camera says, GIF, WebP, AVIF, BMP. Absent
 * for other kinds and for what breaks off.
 */
export async function readPictureSize({ size, read }: ReadableBytes): Promise<Size | undefined> {
  const bytes = await read(0, Math.min(size, headBytes))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return sizeOf(view)
  } catch (cause) {
    if (cause instanceof RangeError) return undefined
    throw cause
  }
}

function sizeOf(view: DataView): Size | undefined {
  const start = view.getUint32(0)
  if (start === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) }
  if (start === 0x47494638) return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  if (start >>> 16 === 0xffd8) return sizeOfJpeg(view)
  if (start === 0x52494646 && view.getUint32(8) === 0x57454250) return sizeOfWebp(view)
  if (start >>> 16 === 0x424d && view.getUint32(14, true) >= 40)
    return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) }
  if (view.getUint32(4) === fileType) return sizeOfAvif(view)
  return undefined
}

const fileType = 0x66747970
const spatialExtents = 0x69737065
const rotation = 0x69726f74

/**
 * The largest of the sizes that its pictures have, as tiles and small ones have sizes as well; on its side where it is turned
 * (ISO/IEC 23008-12, boxes `ispe` and `irot`).
 */
function sizeOfAvif(view: DataView): Size | undefined {
  let found: Size | undefined
  let isTurned = false
  for (let at = 8; at + 16 <= view.byteLength; at += 1) {
    const box = view.getUint32(at)
    if (box === rotation && view.getUint32(at - 4) === 9) isTurned = view.getUint8(at + 4) % 2 === 1
    if (box !== spatialExtents || view.getUint32(at - 4) !== 20) continue
    const [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)]
    if (found === undefined || width * height > found.width * found.height) found = { width, height }
  }
  return found !== undefined && isTurned ? { width: found.height, height: found.width } : found
}

/** A chunk of one of three kinds says it: lossy, lossless, or extended (RFC 9649). */
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

/** Segments follow each other up to the one that begins the frame (ITU-T T.81). */
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

/** The orientation of an Exif block, 1 where it says none; from 5 on width and height change places. */
function orientationAt(view: DataView, start: number): number {
  const isLittle = view.getUint16(start) === 0x4949
  const first = start + view.getUint32(start + 4, isLittle)
  for (let entry = 0; entry < view.getUint16(first, isLittle); entry += 1) {
    const at = first + 2 + entry * 12
    if (view.getUint16(at, isLittle) === 0x0112) return view.getUint16(at + 8, isLittle)
  }
  return 1
}
