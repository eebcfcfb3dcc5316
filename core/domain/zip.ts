/** A file in a bundle; its name may have folders, separated by slashes. */
export type PackedFile = { readonly name: string; readonly body: Uint8Array<ArrayBuffer> }

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/** CRC-32 as ZIP has it (ISO 3309). */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

/** A whole ZIP may not be larger than this: beyond it the format needs extensions that not everything reads. */
const mostBytes = 0xffffffff

/**
 * Files as the parts of one ZIP archive (PKWARE APPNOTE), stored as they are: images and films are compressed already. A
 * bug, a `RangeError`, above 4 GB or 65,535 files.
 */
export function packFiles(files: readonly PackedFile[]): readonly Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { name, body } of files) {
    const path = new TextEncoder().encode(name)
    const crc = crc32(body)
    // Version 2.0, names in UTF-8, stored, 1 January 1980.
    const common = [
      0x14,
      0,
      0,
      8,
      0,
      0,
      0,
      0,
      0x21,
      0,
      ...u32(crc),
      ...u32(body.length),
      ...u32(body.length),
      ...u16(path.length),
      0,
      0,
    ]
    const head = Uint8Array.from([...u32(0x04034b50), ...common, ...path])
    directory.push(
      Uint8Array.from([...u32(0x02014b50), 0x14, 0, ...common, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...u32(offset), ...path]),
    )
    parts.push(head, body)
    offset += head.length + body.length
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0)
  if (offset + size > mostBytes || files.length > 0xffff) throw new RangeError('Too much for one ZIP archive')
  const count = u16(files.length)
  const end = Uint8Array.from([...u32(0x06054b50), 0, 0, 0, 0, ...count, ...count, ...u32(size), ...u32(offset), 0, 0])
  return [...parts, ...directory, end]
}

function u16(value: number): readonly number[] {
  return [value & 0xff, (value >>> 8) & 0xff]
}

function u32(value: number): readonly number[] {
  return [...u16(value & 0xffff), ...u16(value >>> 16)]
}
