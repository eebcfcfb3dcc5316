/** What whoever reads a body that is too large meets. */
export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

export type LimitedBody = {
  request: Request
  /** Whether more than the limit has arrived. A body without a declared length tells only while it is read. */
  isExceeded(): boolean
}

/** The request with its body cut off (by an error) after so many bytes. */
export function limitBody(request: Request, maxBytes: number): LimitedBody {
  const declared = request.headers.get('content-length')
  if (declared !== null) return { request, isExceeded: () => Number(declared) > maxBytes }
  if (request.body === null) return { request, isExceeded: () => false }
  let seen = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      seen += chunk.byteLength
      if (seen > maxBytes) controller.error(new BodyTooLarge('the request body is too large'))
      else controller.enqueue(chunk)
    },
  })
  const { method, headers, signal } = request
  const body = request.body.pipeThrough(counter)
  // `duplex` is required by fetch for streamed bodies and missing from the DOM's types.
  const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body, duplex: 'half' }
  // By address: the server's own request objects cannot be copied.
  return { request: new Request(request.url, init), isExceeded: () => seen > maxBytes }
}
