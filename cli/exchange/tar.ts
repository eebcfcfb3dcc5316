import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const block = 512

type Counts = { files: number; bytes: number }

/**
 * Writes a folder as a tar archive (POSIX.1-2001, pax), file by file and never more than a piece of one in memory, and ends the
 * stream. Names that the older header has no room for, and sizes above 8 GiB, are said in a pax header before it.
 */
export async function writeTar(folder: string, out: Writable): Promise<Readonly<Counts>> {
  const counts = { files: 0, bytes: 0 }
  await pipeline(listPieces(folder, counts), out)
  return counts
}

async function* listPieces(folder: string, counts: Counts): AsyncGenerator<Uint8Array> {
  for (const name of await listFiles(folder)) {
    const file = path.join(folder, ...name.split('/'))
    const { size, mtimeMs } = await stat(file)
    yield* toHeaders(name, size, mtimeMs / 1000)
    let written = 0
    for await (const piece of createReadStream(file, size === 0 ? {} : { end: size - 1 })) {
      // A file stream without an encoding gives bytes.
      const bytes = piece as Uint8Array
      written += bytes.byteLength
      yield bytes
    }
    if (written !== size) throw new Error(`${name} became shorter while it was read.`)
    yield new Uint8Array((block - (size % block)) % block)
    counts.files += 1
    counts.bytes += size
  }
  yield new Uint8Array(2 * block)
}

/** Every file below a folder by its name there, in an order that does not change. */
async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted()
}

function toHeaders(name: string, size: number, seconds: number): readonly Uint8Array[] {
  const isPlain = /^[\x20-\x7e]*$/.test(name) && name.length <= 100 && size < 8 ** 11
  const header = toHeader({ name: isPlain ? name : 'file', size: size < 8 ** 11 ? size : 0, seconds, type: '0' })
  if (isPlain) return [header]
  const records = new TextEncoder().encode(toRecord('path', name) + toRecord('size', String(size)))
  const padded = new Uint8Array(Math.ceil(records.length / block) * block)
  padded.set(records)
  return [toHeader({ name: 'PaxHeader/file', size: records.length, seconds, type: 'x' }), padded, header]
}

/** `length key=value`, where the length counts itself. */
function toRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const bytes = new TextEncoder().encode(rest).length
  const digits = [1, 2, 3, 4].find((count) => String(bytes + count).length === count) ?? 5
  return `${bytes + digits}${rest}`
}

type Header = { readonly name: string; readonly size: number; readonly seconds: number; readonly type: '0' | 'x' }

function toHeader({ name, size, seconds, type }: Header): Uint8Array {
  const header = new Uint8Array(block)
  const put = (at: number, text: string): void => header.set(new TextEncoder().encode(text), at)
  const octal = (at: number, length: number, value: number): void =>
    put(
      at,
      `${Math.floor(value)
        .toString(8)
        .padStart(length - 1, '0')}\0`,
    )
  put(0, name)
  octal(100, 8, 0o644)
  octal(108, 8, 0)
  octal(116, 8, 0)
  octal(124, 12, size)
  octal(136, 12, seconds)
  // The sum is made with spaces in its own place.
  put(148, ' '.repeat(8))
  put(156, type)
  put(257, 'ustar\0' + '00')
  const sum = header.reduce((total, byte) => total + byte, 0)
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `)
  return header
}
