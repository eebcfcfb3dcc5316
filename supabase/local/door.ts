import { tokenWords } from '#supabase/functions/_shared/token-words.ts'
import { isAccessToken } from '#supabase/functions/_shared/token-session.ts'
import { assertLive, BadToken, verifyAccessToken } from './access-token.ts'
import type { Handler } from './http.ts'
import type { Keys } from './keys.ts'
import type { Database } from './queryable.ts'
import { makeTokenExchange } from './token-exchange.ts'
import { recordCaller } from './watch.ts'

export type DoorParts = { keys: Keys; database: Pick<Database, 'query'> }

/**
 * Lets in requests whose bearer token is valid, and those without one: if it `needsKey`, with a key of this host. A
 * product access token is exchanged for a session here. lite treats most invalid tokens as anonymous, which reads an
 * empty studio; as on a hosted project they are refused, by `refuse` in the words of the service behind.
 */
export function makeDoor({ keys, database }: DoorParts) {
  const tokens = makeTokenExchange({ keys, database })

  async function toSession(bearer: string): Promise<string> {
    const session = isAccessToken(bearer) ? await tokens.exchange(bearer) : bearer
    try {
      const claims = await verifyAccessToken(session, keys.jwtSecret)
      await assertLive(database, claims)
      if (claims.sub !== undefined) recordCaller(claims.sub)
      return session
    } catch (error) {
      if (!(error instanceof BadToken) || session === bearer) throw error
      return await tokens.renew(bearer)
    }
  }

  /** lite requires a key itself, except for files. */
  function assertKey(apikey: string | null): void {
    if (apikey === null || apikey === '') throw new BadToken('PGRST301', tokenWords.unsaid)
    if (apikey !== keys.publishableKey && apikey !== keys.serviceKey) throw new BadToken('PGRST301', 'Invalid API key')
  }

  return (inside: Handler, refuse: (reason: BadToken) => Response, { needsKey = false } = {}): Handler =>
    async (request, peer) => {
      try {
        const bearer = readBearer(request)
        const apikey = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey')
        // supabase-js sends the API key twice while nobody is signed in.
        if (bearer === undefined || (bearer === apikey && bearer.startsWith('sb_'))) {
          if (needsKey && request.method !== 'OPTIONS') assertKey(apikey)
          return await inside(request, peer)
        }
        const session = await toSession(bearer)
        // A program with an access token needs no key.
        return await inside(withBearer(request, session, session === bearer ? undefined : keys.publishableKey), peer)
      } catch (error) {
        if (error instanceof BadToken) return refuse(error)
        throw error
      }
    }
}

/** The value after `Bearer`; undefined without a header. Throws a BadToken for any other scheme. */
function readBearer(request: Request): string | undefined {
  const said = request.headers.get('authorization')?.trim() ?? ''
  const bearer = findBearer(request)
  if (bearer === undefined && said !== '') throw new BadToken('PGRST301', tokenWords.scheme)
  return bearer
}

export const findBearer = (request: Request): string | undefined =>
  /^bearer\s+(\S.*)$/i.exec(request.headers.get('authorization') ?? '')?.[1]

/** lite only accepts the scheme in this spelling. */
export function withBearer(request: Request, token: string, apikey?: string): Request {
  if (request.headers.get('authorization') === `Bearer ${token}`) return request
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${token}`)
  if (apikey !== undefined) headers.set('apikey', apikey)
  const { url, method, body, signal } = request
  // Required for streaming a body; missing from the DOM's types.
  return new Request(url, { method, headers, body, signal, duplex: 'half' } as RequestInit)
}
