import { err, ok, type Result } from '#core/lib/result.ts'

/** A file in an archive, unpacked only when loaded. */
export type ZippedFile = { readonly name: string; readonly load: () => Promise<Uint8Array> }

/** More than any studio's sheet unpacks to; larger archives are refused before they fill the memory. */
const unzippedLimitBytes = 256 * 1024 * 1024
const entryLimit = 10_000

/** Why an archive cannot be read; thrown by `load`. */
export class ZipProblem extends Error {}

/**
 * Opens a ZIP archive (PKWARE APPNOTE 6.3) by its central directory; files may be stored or deflated. Refuses
 * incomplete or encrypted archives, and those that unpack to more than `limitBytes` in all. Files that are not wanted
 * do not count.
 */
export function openZip(
  bytes: Uint8Array,
  limitBytes = unzippedLimitBytes,
  isWanted: (name: string) => boolean = () => true,
): Result<ReadonlyMap<string, ZippedFile>, string> {
  try {
    return ok(readDirectory(bytes, { bytes: limitBytes }, isWanted))
  } catch (error) {
    if (error instanceof ZipProblem) return err(error.message)
    // Thrown by DataView for an offset outside the bytes.
    if (error instanceof RangeError) return err('The file is damaged: its table of contents is cut off.')
    throw error
  }
}

function readDirectory(
  bytes: Uint8Array,
  budget: Budget,
  isWanted: (name: string) => boolean,
): ReadonlyMap<string, ZippedFile> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  if (count > entryLimit) throw new ZipProblem(`The file holds ${count} parts, more than ${entryLimit}.`)
  const files = new Map<string, ZippedFile>()
  let at = view.getUint32(end + 16, true)
  for (let entry = 0; entry < count; entry += 1) {
    if (view.getUint32(at, true) !== 0x02014b50)
      throw new ZipProblem('The file is damaged: its table of contents is wrong.')
    if ((view.getUint16(at + 8, true) & 1) === 1) throw new ZipProblem('The file is protected by a password.')
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    const part = {
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      start: view.getUint32(at + 42, true),
    }
    const name = new TextDecoder().decode(bytes.subarray(at + 46, nameEnd))
    const isTaken = isWanted(name)
    if (isTaken && part.size > budget.bytes) throw new ZipProblem(tooLarge)
    if (isTaken) files.set(name, { name, load: async () => await unpack(bytes, part, budget) })
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return files
}

/** The bytes that may still be unpacked. */
type Budget = { bytes: number }

const tooLarge = 'The file unpacks to more than a spreadsheet can hold.'

/** Finds the end-of-central-directory record, which a comment of any length may follow. */
function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 65_535); at -= 1)
    if (view.getUint32(at, true) === 0x06054b50) return at
  throw new ZipProblem('The file is cut off or not an archive: it has no table of contents.')
}

type Part = { readonly method: number; readonly packed: number; readonly size: number; readonly start: number }

async function unpack(bytes: Uint8Array, part: Part, budget: Budget): Promise<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (part.start + 30 > bytes.length || view.getUint32(part.start, true) !== 0x04034b50)
    throw new ZipProblem('The file is damaged: a part is not where it should be.')
  const from = part.start + 30 + view.getUint16(part.start + 26, true) + view.getUint16(part.start + 28, true)
  const packed = bytes.subarray(from, from + part.packed)
  if (packed.length < part.packed) throw new ZipProblem('The file is damaged: a part is cut off.')
  if (part.method === 0) return take(packed, budget)
  if (part.method !== 8) throw new ZipProblem('The file uses a compression that cannot be read.')
  // Streams need a copy whose buffer is not shared.
  const stream = new Blob([new Uint8Array(packed)]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const pieces: Uint8Array[] = []
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new ZipProblem('The file is damaged: a part cannot be unpacked.')
    })
    if (done) return join(pieces)
    pieces.push(take(value, budget))
  }
}

/** Counts unpacked bytes, since sizes in the central directory may be wrong. */
function take(piece: Uint8Array, budget: Budget): Uint8Array {
  budget.bytes -= piece.length
  if (budget.bytes < 0) throw new ZipProblem(tooLarge)
  return piece
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
