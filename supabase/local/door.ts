import { isAccessToken } from '#supabase/functions/_shared/token-session.ts'
import { assertLive, BadToken, verifyAccessToken } from './access-token.ts'
import type { Handler } from './http.ts'
import type { Keys } from './keys.ts'
import type { Database } from './queryable.ts'
import { makeTokenExchange } from './token-exchange.ts'
import { noteCaller } from './watch.ts'

export type DoorParts = { keys: Keys; database: Pick<Database, 'query'> }

/**
 * Lets a request in whose bearer token stands for somebody, and one without. An access token of the product is exchanged for a
 * session here. lite takes most tokens that are none for nobody's, who reads an empty studio; as on a hosted project they are
 * refused, by `refuse` in the words of the service behind.
 */
export function makeDoor({ keys, database }: DoorParts) {
  const tokens = makeTokenExchange({ keys, database })

  async function toSession(bearer: string): Promise<string> {
    const session = isAccessToken(bearer) ? await tokens.exchange(bearer) : bearer
    try {
      const claims = await verifyAccessToken(session, keys.jwtSecret)
      await assertLive(database, claims)
      if (claims.sub !== undefined) noteCaller(claims.sub)
      return session
    } catch (error) {
      if (!(error instanceof BadToken) || session === bearer) throw error
      return await tokens.renew(bearer)
    }
  }

  return (inside: Handler, refuse: (reason: BadToken) => Response): Handler =>
    async (request, peer) => {
      const bearer = toBearer(request)
      // supabase-js sends the API key twice while nobody is signed in.
      if (bearer === undefined || bearer === request.headers.get('apikey')) return inside(request, peer)
      try {
        const session = await toSession(bearer)
        // A program that has an access token needs to know nothing else.
        const apikey = session === bearer ? undefined : keys.publishableKey
        return await inside(withBearer(request, session, apikey), peer)
      } catch (error) {
        if (error instanceof BadToken) return refuse(error)
        throw error
      }
    }
}

const toBearer = (request: Request): string | undefined =>
  /^bearer\s+(\S.*)$/i.exec(request.headers.get('authorization') ?? '')?.[1]

/** lite knows the scheme in this spelling alone. */
function withBearer(request: Request, token: string, apikey: string | undefined): Request {
  if (request.headers.get('authorization') === `Bearer ${token}`) return request
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${token}`)
  if (apikey !== undefined) headers.set('apikey', apikey)
  const { url, method, body, signal } = request
  // Streaming a body needs it; the DOM's types do not know it.
  return new Request(url, { method, headers, body, signal, duplex: 'half' } as RequestInit)
}
