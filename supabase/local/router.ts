import { toMessage } from './host-error.ts'
import { withBodyLimit, withJsonLimit } from './body-limit.ts'
import type { Handler } from './http.ts'
import { answerPreflight, toErrorResponse, withCors } from './http.ts'
import { bodyLimits, findRefusal } from './request-limits.ts'

export type Routes = {
  auth: Handler
  rest: Handler
  storage: Handler
  realtime: Handler
  functions: Handler
  config: Handler
  health: Handler
  metrics: Handler
  /** What programs download and read; undefined for other paths. */
  papers: (pathname: string) => Handler | undefined
  app: Handler
}

/**
 * Sends each path to its handler. Only the listed parts of the API are reachable: lite also answers under /_system,
 * which reveals the configuration to anyone.
 */
export function makeRouter(routes: Routes): Handler {
  const called = withJsonLimit(routes.functions)
  const functions: Handler = (request, peer) => (isApi(request) ? routes.functions : called)(request, peer)
  const prefixes: [prefix: string, handler: Handler][] = [
    ['/auth/v1/', withBodyLimit(withJsonLimit(routes.auth), () => bodyLimits.stranger)],
    // Behind the door, which tells strangers from signed-in people.
    ['/rest/v1/', routes.rest],
    ['/storage/v1/', routes.storage],
    ['/realtime/v1/', open(withBodyLimit(withJsonLimit(routes.realtime), () => bodyLimits.call))],
    ['/functions/v1/', withBodyLimit(functions, limitOfCall)],
  ]

  function find(pathname: string): Handler {
    if (pathname === '/config.json') return open(routes.config)
    if (pathname === '/healthz') return open(routes.health)
    if (pathname === '/metrics') return routes.metrics
    // As PostgREST describes itself there, with everything a program may call.
    if (/^\/rest\/v1\/?$/.test(pathname)) return open(routes.papers('/openapi.json') ?? routes.app)
    return prefixes.find(([prefix]) => pathname.startsWith(prefix))?.[1] ?? routes.papers(pathname) ?? routes.app
  }

  return async (asked, peer) => {
    try {
      const request = withPlainPath(asked)
      const refusal = findRefusal(request)
      if (refusal !== undefined) return withCors(toErrorResponse(refusal))
      return await find(new URL(request.url).pathname)(request, peer)
    } catch (error) {
      if (!isBrokenOff(asked, error))
        console.error(`${asked.method} ${new URL(asked.url).pathname} failed: ${describe(error)}`)
      return withCors(toErrorResponse({ status: 500, code: 'XX000', message: 'Internal server error' }))
    }
  }
}

/** The caller is gone before everything was read: the host has not failed. */
const isBrokenOff = ({ signal }: Request, error: unknown): boolean =>
  signal.aborted && error instanceof Error && (error.name === 'AbortError' || error.message === 'aborted')

const codeOfPlainSign = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi

/** Unreserved characters may be percent-encoded (RFC 3986, 6.2.2.2), and lite decodes them: so must its guards. */
function withPlainPath(request: Request): Request {
  const url = new URL(request.url)
  const plain = url.pathname.replaceAll(codeOfPlainSign, (code) => decodeURIComponent(code))
  if (plain === url.pathname) return request
  url.pathname = plain
  const { method, headers, body, signal } = request
  // Required for streaming a body; missing from the DOM's types.
  return new Request(url, { method, headers, body, signal, duplex: 'half' } as RequestInit)
}

/** Readable from any origin. */
function open(handler: Handler): Handler {
  return async (request, peer) =>
    request.method === 'OPTIONS' ? answerPreflight(request) : withCors(await handler(request, peer))
}

/**
 * Functions read a body as JSON before they know the caller, whatever its type; `api` passes it on, and checks first.
 */
const limitOfCall = (request: Request): number => (isApi(request) ? bodyLimits.person : bodyLimits.call)

const isApi = ({ url }: Request): boolean => new URL(url).pathname.startsWith('/functions/v1/api/')

/** The stack, without the statement and parameters that database errors carry. */
const describe = (error: unknown): string => (error instanceof Error && error.stack) || toMessage(error)
