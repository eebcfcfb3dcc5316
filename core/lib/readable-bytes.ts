/** Bytes that can be read in ranges: a blob, a file on disk, a URL that answers range requests. */
export type ReadableBytes = {
  readonly size: number
  /** Reads from `start` up to, but not including, `end`. */
  readonly read: (start: number, end: number) => Promise<Uint8Array>
}

/** Wraps a blob; nothing is read until asked for. */
export function bytesOf(blob: Blob): ReadableBytes {
  const read = async (start: number, end: number) => new Uint8Array(await blob.slice(start, end).arrayBuffer())
  return { size: blob.size, read }
}
