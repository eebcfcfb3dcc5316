/** Handles one request. `peer` is the address of the other end of the connection. */
export type Handler = (request: Request, peer: string | undefined) => Promise<Response>

/** Access tokens are sent in a header and never in a cookie, so any page may call, as on hosted Supabase. */
const corsHeaders: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'authorization, x-client-info, apikey, content-type, idempotency-key, x-region, x-supabase-api-version, prefer, accept-profile, content-profile, range, range-unit, x-upsert, cache-control, if-none-match',
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-expose-headers':
    'content-range, content-length, content-location, content-encoding, content-disposition, accept-ranges, etag, location, retry-after, x-total-count, link, page-limit, preference-applied, www-authenticate, x-sb-error-code, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset',
  'access-control-max-age': '86400',
}

/** Answers a browser's preflight. */
export function answerPreflight(request: Request): Response {
  const asked = request.headers.get('access-control-request-headers')
  const headers = { ...corsHeaders, ...(asked !== null && { 'access-control-allow-headers': asked }) }
  return new Response(null, { status: 204, headers: { ...headers, vary: 'Access-Control-Request-Headers' } })
}

/** Returns the response with changed headers; null removes one. */
export function withHeaders(response: Response, changes: Record<string, string | null>): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/** Lets other origins read the response. */
export function withCors(response: Response): Response {
  return withHeaders(response, {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': corsHeaders['access-control-expose-headers'] ?? null,
  })
}

/** An error in the shape supabase-js reads, whichever part of it made the request. */
export type WireError = { status: number; code: string; message: string; headers?: Record<string, string> }

export function toErrorResponse({ status, code, message, headers = {} }: WireError): Response {
  const body = { code, error_code: code, error: message, message, msg: message, details: null, hint: null }
  return Response.json(body, { status, headers })
}
