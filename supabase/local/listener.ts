import type { Server } from 'node:http'
import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { createAdaptorServer } from '@hono/node-server'
import { HostError, toMessage } from './host-error.ts'
import type { Handler } from './http.ts'

/** A URL of 16 kB plus the other headers; Node's default is that much for everything. */
const maxHeaderSize = 32 * 1024

/**
 * How long a connection may wait for its next request: longer than proxies keep theirs (a minute), so that none sends a
 * request into a closing one. Node's default is five seconds.
 */
const keepAliveMs = 75_000

/** Up to this much of an unread body is still received. */
const shortBytes = 64 * 1024

export interface Listener {
  server: Server
  /** `http://127.0.0.1:4600` */
  url: string
  close(): Promise<void>
}

export type ListenerParts = {
  host: string
  port: number
  /** Then the peer's address is the one that the proxy gives. */
  isBehindProxy: boolean
  handler: Handler
}

/** Starts listening; throws a HostError if the port is taken or not allowed. */
export async function listen({ host, port, isBehindProxy, handler }: ListenerParts): Promise<Listener> {
  const fetch = async (request: Request, { incoming }: HttpBindings | Http2Bindings): Promise<Response> => {
    const peer = (isBehindProxy ? findForwarded(request) : undefined) ?? incoming.socket.remoteAddress
    const response = await handler(request, peer)
    const isShort = Number(incoming.headers['content-length'] ?? Infinity) <= shortBytes
    return response.ok || incoming.complete || isShort ? response : endConnection(response)
  }
  // Without http2 or https options the adaptor makes a plain http server.
  const server = createAdaptorServer({
    fetch,
    overrideGlobalObjects: false,
    serverOptions: { maxHeaderSize },
  }) as Server
  // Uploads may take long; request headers may not.
  server.requestTimeout = 0
  server.keepAliveTimeout = keepAliveMs
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(toHostError(error, { host, port })))
    server.listen(port, host, resolve)
  })
  return { server, url: toUrl(server, host), close: () => close(server) }
}

/** Most of the body is still on its way and nobody reads it, so the connection cannot be reused. */
function endConnection(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('connection', 'close')
  return new Response(response.body, { status: response.status, headers })
}

/** The last entry is the proxy's own; the caller may have made up those before it. */
function findForwarded(request: Request): string | undefined {
  return request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || undefined
}

function toHostError(error: Error, { host, port }: { host: string; port: number }): HostError {
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new HostError(`Port ${port} on ${host} is in use: stop the other program, or choose another with --port.`)
  if (code === 'EACCES')
    return new HostError(`Port ${port} on ${host} may not be used by this user: choose one from 1024 up.`)
  return new HostError(`The host cannot listen on ${host}:${port}: ${toMessage(error)}.`, { cause: error })
}

function toUrl(server: Server, host: string): string {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Lets requests in progress finish, for a few seconds. */
async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const cutOff = setTimeout(() => server.closeAllConnections(), 3000)
  await closed
  clearTimeout(cutOff)
}
