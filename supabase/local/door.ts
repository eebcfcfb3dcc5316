import type { Database } from './queryable.ts'
import { assertLive, BadToken, verifyAccessToken } from './access-token.ts'
import type { Handler } from './http.ts'
import type { Keys } from './keys.ts'

export type DoorParts = { keys: Keys; database: Pick<Database, 'query'> }

/**
 * Lets a request in whose bearer token stands for somebody, and one without. lite takes most tokens that are none for nobody's,
 * who reads an empty studio; as on a hosted project they are refused, by `refuse` in the words of the service behind.
 */
export function makeDoor({ keys, database }: DoorParts) {
  return (inside: Handler, refuse: (reason: BadToken) => Response): Handler =>
    async (request, peer) => {
      const token = toBearer(request)
      // supabase-js sends the API key twice while nobody is signed in.
      if (token === undefined || token === request.headers.get('apikey')) return inside(request, peer)
      try {
        await assertLive(database, await verifyAccessToken(token, keys.jwtSecret))
      } catch (error) {
        if (error instanceof BadToken) return refuse(error)
        throw error
      }
      return inside(withBearer(request, token), peer)
    }
}

const toBearer = (request: Request): string | undefined =>
  /^bearer\s+(\S.*)$/i.exec(request.headers.get('authorization') ?? '')?.[1]

/** lite knows the scheme in this spelling alone. */
function withBearer(request: Request, token: string): Request {
  if (request.headers.get('authorization') === `Bearer ${token}`) return request
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${token}`)
  const { url, method, body, signal } = request
  // Streaming a body needs it; the DOM's types do not know it.
  return new Request(url, { method, headers, body, signal, duplex: 'half' } as RequestInit)
}
