import { toMessage } from './host-error.ts'
import { limitBody } from './body-limit.ts'
import type { Handler } from './http.ts'
import { answerPreflight, toErrorResponse, withCors } from './http.ts'

export type Routes = {
  auth: Handler
  rest: Handler
  storage: Handler
  realtime: Handler
  functions: Handler
  config: Handler
  health: Handler
  app: Handler
}

const mebibyte = 1024 * 1024
const maxBodyBytes = 32 * mebibyte

/**
 * Sends each path to its handler. Only the listed parts of the API are reachable: lite also answers under /_system, which
 * tells the configuration to anybody who asks.
 */
export function makeRouter(routes: Routes): Handler {
  const prefixes: [prefix: string, handler: Handler][] = [
    ['/auth/v1/', limited(routes.auth)],
    ['/rest/v1/', limited(routes.rest)],
    ['/storage/v1/', routes.storage],
    ['/realtime/v1/', open(limited(routes.realtime))],
    ['/functions/v1/', limited(routes.functions)],
  ]

  function find(pathname: string): Handler {
    if (pathname === '/config.json') return open(routes.config)
    if (pathname === '/healthz') return open(routes.health)
    return prefixes.find(([prefix]) => pathname.startsWith(prefix))?.[1] ?? routes.app
  }

  return async (request, peer) => {
    try {
      return await find(new URL(request.url).pathname)(request, peer)
    } catch (error) {
      console.error(`${request.method} ${new URL(request.url).pathname} failed: ${describe(error)}`)
      return withCors(toErrorResponse({ status: 500, code: 'XX000', message: 'Internal server error' }))
    }
  }
}

/** Readable from any origin. */
function open(handler: Handler): Handler {
  return async (request, peer) =>
    request.method === 'OPTIONS' ? answerPreflight(request) : withCors(await handler(request, peer))
}

function limited(handler: Handler): Handler {
  return async (request, peer) => {
    const body = limitBody(request, maxBodyBytes)
    if (body.isExceeded()) return tooLarge()
    try {
      const response = await handler(body.request, peer)
      if (!body.isExceeded()) return response
      // Whoever read the body was cut off and answered as if the connection had been.
      await response.body?.cancel()
    } catch (error) {
      if (!body.isExceeded()) throw error
    }
    return tooLarge()
  }
}

function tooLarge(): Response {
  const message = `The request is larger than ${maxBodyBytes / mebibyte} MiB`
  // The rest of the body is still on its way and nobody reads it, so nothing else can come over this connection.
  return withCors(
    toErrorResponse({ status: 413, code: 'payload_too_large', message, headers: { connection: 'close' } }),
  )
}

/** The stack, without the statement and its parameters that database errors carry along. */
const describe = (error: unknown): string => (error instanceof Error && error.stack) || toMessage(error)
