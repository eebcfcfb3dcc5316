import type { WebSocket } from 'ws'

const pingEveryMs = 30_000

/** Ends a socket whose other end has silently gone: one that leaves a ping unanswered until the next is due. */
export function keepAlive(socket: Pick<WebSocket, 'on' | 'ping' | 'terminate'>): void {
  let isAlive = true
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    return socket.ping()
  }, pingEveryMs).unref()
  socket.on('pong', () => (isAlive = true))
  socket.on('close', () => clearInterval(timer))
}
