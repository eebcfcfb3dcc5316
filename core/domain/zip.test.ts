import { expect, test } from 'vitest'
import { crc32, packFiles } from './zip.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** Reads an archive from its end, as programs do: by its directory. */
function unpack(archive: Uint8Array<ArrayBuffer>): Record<string, string> {
  const view = new DataView(archive.buffer)
  const end = archive.length - 22
  expect(view.getUint32(end, true)).toBe(0x06054b50)
  const files: Record<string, string> = {}
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < view.getUint16(end + 10, true); index += 1) {
    expect(view.getUint32(at, true)).toBe(0x02014b50)
    const [crc, size, nameLength] = [
      view.getUint32(at + 16, true),
      view.getUint32(at + 24, true),
      view.getUint16(at + 28, true),
    ]
    const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameLength))
    const start = view.getUint32(at + 42, true)
    expect(view.getUint32(start, true)).toBe(0x04034b50)
    expect(view.getUint16(start + 6, true) & 0x800).toBe(0x800)
    const body = archive.subarray(start + 30 + nameLength, start + 30 + nameLength + size)
    expect(crc32(body)).toBe(crc)
    files[name] = new TextDecoder().decode(body)
    at += 46 + nameLength
  }
  expect(at).toBe(end)
  return files
}

test('the checksum is the one everybody uses', () => {
  expect(crc32(bytes('123456789'))).toBe(0xcbf43926)
})

test('an archive is read back with its folders, names of any alphabet and empty files', async () => {
  const packed = packFiles([
    { name: 'board.json', body: bytes('{}') },
    { name: 'originals/Straße 夜.txt', body: bytes('night') },
    { name: 'empty', body: bytes('') },
  ])

  const archive = new Uint8Array(await new Blob([...packed]).arrayBuffer())

  expect(unpack(archive)).toEqual({ 'board.json': '{}', 'originals/Straße 夜.txt': 'night', empty: '' })
})
