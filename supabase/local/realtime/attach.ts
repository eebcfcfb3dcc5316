import type { Database } from '../queryable.ts'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { nobody, type Peers } from '../hosts/peers.ts'
import type { IsFromThisMachine } from '../own-origin.ts'
import { makeBroadcastEndpoint } from './broadcast-endpoint.ts'
import { Channels } from './channel.ts'
import { Connection } from './connection.ts'
import { startFeed } from './feed.ts'
import { keepAlive } from './keep-alive.ts'
import { Relay } from './relay.ts'

const path = '/realtime/v1/websocket'
const largestFrameBytes = 1024 * 1024

export type RealtimeParts = {
  server: Server
  database: Database
  /** Verifies access tokens. */
  jwtSecret: string
  /** The keys of which a socket must bring one. */
  apiKeys: readonly string[]
  /** Refuses sockets from elsewhere; by default accepts all. */
  isFromHere?: IsFromThisMachine
  /** Clients connected to another host receive what is sent here. */
  peers?: Peers
}

export interface Realtime {
  /** Answers `POST /realtime/v1/api/broadcast`, which clients use before they have joined. */
  answer(request: Request): Promise<Response>
  countSockets(): number
  close(): Promise<void>
}

/** Serves `/realtime/v1/websocket` on a running server. Requires the schema of `installRealtime`. */
export async function attachRealtime({
  server,
  database,
  jwtSecret,
  apiKeys,
  isFromHere = () => true,
  peers = nobody,
}: RealtimeParts): Promise<Realtime> {
  const channels = new Channels()
  const context = { channels, relay: new Relay(channels, peers), database, keys: { jwtSecret, apiKeys } }
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestFrameBytes })
  // Clients rejoin and ask for news, as after any broken connection.
  const hangUp = (): void => {
    for (const socket of sockets.clients) socket.terminate()
  }
  const stopFeed = await startFeed(database, { channels, onGap: hangUp })

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = URL.parse(request.url ?? '/', 'http://host')
    if (url === null) return refuse(socket, '400 Bad Request')
    // Another part of the server may serve its own sockets.
    if (url.pathname !== path) return server.listenerCount('upgrade') > 1 ? undefined : refuse(socket, '404 Not Found')
    const { host, origin, 'x-forwarded-for': forwarded } = request.headers
    if (!isFromHere({ host, origin, forwarded: forwarded?.toString() })) return refuse(socket, '403 Forbidden')
    const apiKey = url.searchParams.get('apikey') ?? ''
    if (!apiKeys.includes(apiKey)) return refuse(socket, '401 Unauthorized')
    const version = url.searchParams.get('vsn')?.startsWith('2') ? '2.0.0' : '1.0.0'
    sockets.handleUpgrade(request, socket, head, (opened) => {
      keepAlive(opened)
      void new Connection(context, { socket: opened, version, apiKey })
    })
  }

  server.on('upgrade', upgrade)
  return {
    answer: makeBroadcastEndpoint(context),
    countSockets: () => sockets.clients.size,
    async close() {
      server.off('upgrade', upgrade)
      hangUp()
      sockets.close()
      await stopFeed()
    },
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.on('error', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
