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
  // `duplex` is required by fetch for streamed bodies and missing from the DOM's types.
  const init: RequestInit & { duplex: 'half' } = { body: request.body.pipeThrough(counter), duplex: 'half' }
  return new Request(request, init)
}
