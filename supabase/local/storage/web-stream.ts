import type { Readable } from 'node:stream'

/**
 * Converts a Node stream to a web stream. Unlike Node's own conversion it never throws from an event handler, where an
 * error ends the process: bytes that arrive after the reader has left are dropped.
 */
export function toWebStream(source: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array, unknown> = source[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    cancel() {
      source.on('error', () => {})
      source.destroy()
    },
  })
}
