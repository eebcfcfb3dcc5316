import type { Handler } from './http.ts'
import { toErrorResponse, withCors } from './http.ts'
import { findJsonRefusal } from './request-limits.ts'

/** Thrown to readers of a body that is too large. */
export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

type LimitedBody = {
  request: Request
  /** Whether more than the limit has arrived. Without a declared length this is only known while the body is read. */
  isExceeded(): boolean
}

/** Cuts a request's body off (with an error) after so many bytes. */
function limitBody(request: Request, maxBytes: number): LimitedBody {
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
  // Copied by URL: the server's own request objects cannot be copied.
  return { request: new Request(request.url, init), isExceeded: () => seen > maxBytes }
}

/** Answers 413 instead of the handler's response if a body exceeds what `limitOf` allows. */
export function withBodyLimit(handler: Handler, limitOf: (request: Request) => number): Handler {
  return async (request, peer) => {
    const limit = limitOf(request)
    if (limit === Number.POSITIVE_INFINITY) return await handler(request, peer)
    const body = limitBody(request, limit)
    if (body.isExceeded()) return tooLarge(limit)
    try {
      const response = await handler(body.request, peer)
      if (!body.isExceeded()) return response
      // The handler's reader was cut off and it answered as if the connection had broken.
      await response.body?.cancel()
    } catch (error) {
      if (!body.isExceeded()) throw error
    }
    return tooLarge(limit)
  }
}

function tooLarge(limit: number): Response {
  const message = `The request is larger than ${limit / 1024} KiB`
  return withCors(toErrorResponse({ status: 413, code: 'payload_too_large', message }))
}

/** For bodies that are read whole as JSON: refuses costly ones before they are parsed. */
export function withJsonLimit(handler: Handler): Handler {
  return async (request, peer) => {
    if (request.body === null) return await handler(request, peer)
    const { url, method, headers, signal } = request
    const body = new Uint8Array(await request.arrayBuffer())
    const refusal = findJsonRefusal(body, { isRows: false })
    if (refusal !== undefined) return withCors(toErrorResponse(refusal))
    // Copied by URL: the server's own request objects cannot be copied.
    return await handler(new Request(url, { method, headers, signal, body }), peer)
  }
}
