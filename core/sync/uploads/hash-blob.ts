import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

const readBytes = 4 * 1024 * 1024

/** Returns a file's SHA-256 in lower-case hexadecimal, read in pieces so that memory stays flat whatever its size. */
export async function hashBlob(blob: Blob, signal?: AbortSignal): Promise<string> {
  const hash = sha256.create()
  for (let offset = 0; offset < blob.size; offset += readBytes) {
    signal?.throwIfAborted()
    hash.update(new Uint8Array(await blob.slice(offset, offset + readBytes).arrayBuffer()))
  }
  return bytesToHex(hash.digest())
}
