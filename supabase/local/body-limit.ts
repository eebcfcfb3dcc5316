/** Thrown while a request body without a declared length is read too far. */
class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

/** The request with its body cut off (by an error) after so many bytes; undefined when it declares more than that. */
export function limitBody(request: Request, maxBytes: number): Request | undefined {
  const declared = request.headers.get('content-length')
  if (declared !== null) return Number(declared) > maxBytes ? undefined : request
  if (request.body === null) return request
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
  return new Request(request.url, init)
}
