import { connect, createServer, type Socket } from 'node:net'
import { findFreePort } from '#supabase/local/free-port.ts'

/**
 * A slow connection to a host, as from another country: all requests and the socket of a page opened through it use it.
 */
export type SlowLine = {
  readonly url: string
  /** Blocks the connection for a while; data sent meanwhile arrives afterwards. */
  readonly stall: (milliseconds: number) => void
  readonly close: () => void
}

/** Opens a proxy that delays each direction within `delayMs`, without reordering. */
export async function openSlowProxy(hostUrl: string, delayMs: readonly [number, number]): Promise<SlowLine> {
  const { hostname, port: hostPort } = new URL(hostUrl)
  const [least, most] = delayMs
  const sockets = new Set<Socket>()
  let stalledUntil = 0
  const carry = (from: Socket, to: Socket): void => {
    const waiting: { readonly at: number; readonly act: () => void }[] = []
    let isWaiting = false
    const deliver = (): void => {
      const now = performance.now()
      while (now >= stalledUntil && waiting[0] !== undefined && waiting[0].at <= now) waiting.shift()?.act()
      isWaiting = waiting[0] !== undefined
      if (waiting[0] !== undefined) setTimeout(deliver, Math.max(1, waiting[0].at - now, stalledUntil - now))
    }
    // A queue, because separate timers could overtake each other by a millisecond.
    const later = (act: () => void): void => {
      waiting.push({ at: performance.now() + least + Math.random() * (most - least), act })
      if (!isWaiting) deliver()
    }
    from.on('data', (bytes: Buffer) => later(() => to.writable && to.write(bytes)))
    from.on('end', () => later(() => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => later(() => to.destroy()))
  }
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (browser) => {
    const host = connect({ host: hostname, port: Number(hostPort), allowHalfOpen: true, noDelay: true })
    for (const socket of [browser, host]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
    carry(browser, host)
    carry(host, browser)
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    stall: (milliseconds) => {
      stalledUntil = performance.now() + milliseconds
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
