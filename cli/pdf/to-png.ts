import { crc32, deflateSync } from 'node:zlib'
import type { Pixels } from './decode-webp.ts'

/** Encodes pixels as a PNG without transparency, which PDFs embed as it is. */
export function toPng({ width, height, rgba }: Pixels): Uint8Array {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    toPart('IHDR', head),
    toPart('IDAT', deflateSync(toLines(rgba, width, height))),
    toPart('IEND', Buffer.alloc(0)),
  ])
}

/** Encodes each row as the difference from the one above, which compresses well. */
function toLines(rgba: Uint8Array, width: number, height: number): Buffer {
  const up = 2
  const lines = Buffer.alloc(height * (1 + width * 3))
  let to = 0
  for (let y = 0; y < height; y += 1) {
    lines[to] = up
    to += 1
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 4
      for (let part = 0; part < 3; part += 1) {
        const above = y === 0 ? 0 : (rgba[from - width * 4 + part] ?? 0)
        lines[to] = ((rgba[from + part] ?? 0) - above) & 0xff
        to += 1
      }
    }
  }
  return lines
}

function toPart(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
