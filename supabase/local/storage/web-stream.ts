import type { Readable } from 'node:stream'

/**
 * A stream of Node's as one of the web's. Unlike Node's own conversion it never throws out of an event handler, where an error
 * ends the process: bytes that arrive after the reader has left are dropped.
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
