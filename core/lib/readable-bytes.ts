/** Any bytes that can be read in parts: a blob, a file on the disk, an address that answers ranges. */
export type ReadableBytes = {
  readonly size: number
  /** From `start` up to, but without, `end`. */
  readonly read: (start: number, end: number) => Promise<Uint8Array>
}

/** A blob's bytes, of which none is read before it is asked for. */
export function bytesOf(blob: Blob): ReadableBytes {
  const read = async (start: number, end: number) => new Uint8Array(await blob.slice(start, end).arrayBuffer())
  return { size: blob.size, read }
}
