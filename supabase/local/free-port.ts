import { createServer } from 'node:net'

/** Finds a port that is currently free. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() =>
      address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port')),
    )
  })
  return promise
}
