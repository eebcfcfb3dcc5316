import { signTokenSession, type StartedSession } from '#supabase/functions/_shared/token-session.ts'
import { toHash } from '#supabase/functions/_shared/sign-session.ts'
import { BadToken } from './access-token.ts'
import type { Keys } from './keys.ts'
import type { Database } from './queryable.ts'

type Kept = { accessToken: string; endsAt: number }
/** A session with less time left is not handed out. */
const marginMs = 60_000
const mostKept = 5000

/**
 * Exchanges an access token for a session, the same one for minutes; throws a BadToken with the reason if the token is
 * not valid.
 */
export function makeTokenExchange({ database, keys }: { database: Pick<Database, 'query'>; keys: Keys }) {
  const kept = new Map<string, Kept>()

  async function exchange(token: string): Promise<string> {
    const hash = await toHash(token)
    const known = kept.get(hash)
    if (known !== undefined && known.endsAt - Date.now() > marginMs) return known.accessToken
    const [row] = await database.query<{ started: StartedSession }>(
      'select private.start_token_session($1) as started',
      [hash],
    )
    const started = row?.started ?? { refused: 'This access token is unknown' }
    if (started.refused !== undefined) throw new BadToken('PGRST301', started.refused)
    const session = await signTokenSession(started, { now: new Date(), key: keys.jwtSecret })
    if (kept.size >= mostKept) kept.clear()
    kept.set(hash, { accessToken: session.access_token, endsAt: session.expires_at * 1000 })
    return session.access_token
  }

  return {
    exchange,
    /** Forgets the session of a token that is no longer valid, and returns the reason. */
    async renew(token: string): Promise<string> {
      kept.delete(await toHash(token))
      return await exchange(token)
    },
  }
}
