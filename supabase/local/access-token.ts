import type { Database } from './queryable.ts'
import type { JWTPayload } from 'jose'
import { errors, jwtVerify } from 'jose'
import { hasThreeParts, tokenWords } from '#supabase/functions/_shared/token-words.ts'

/** A rejected access token; the codes are PostgREST's. */
export class BadToken extends Error {
  readonly code: 'PGRST301' | 'PGRST303'

  constructor(code: BadToken['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Claims by secret and token. A request checks its token several times, and a window sends hundreds with the same. */
const verified = new Map<string, JWTPayload>()
const mostVerified = 5000

/** Returns the claims of a token this host has signed; throws a BadToken for any other, and for an expired one. */
export async function verifyAccessToken(token: string, jwtSecret: string): Promise<Readonly<JWTPayload>> {
  if (!hasThreeParts(token)) throw new BadToken('PGRST301', tokenWords.shapeless)
  const key = `${jwtSecret} ${token}`
  const known = verified.get(key)
  if (known !== undefined && (known.exp ?? Infinity) > Math.floor(Date.now() / 1000)) return known
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(jwtSecret), { algorithms: ['HS256'] })
    if (verified.size >= mostVerified) verified.clear()
    verified.set(key, payload)
    return payload
  } catch (error) {
    verified.delete(key)
    throw error instanceof errors.JWTExpired
      ? new BadToken('PGRST303', tokenWords.expired)
      : new BadToken('PGRST301', tokenWords.foreign)
  }
}

/**
 * Throws a BadToken for a session that has ended: its account was deleted or signed out, or its access token was
 * revoked or has expired. Row rules treat most of these as anonymous, so they would see an empty studio.
 */
export async function assertLive(database: Pick<Database, 'query'>, claims: JWTPayload): Promise<void> {
  if ('studio_id' in claims) return await assertTokenLive(database, claims)
  const { session_id: session } = claims
  if (typeof session !== 'string') return
  const found = isUuid(session) && (await database.query('select id from auth.sessions where id = $1::uuid', [session]))
  if (!found || found.length === 0) throw new BadToken('PGRST303', 'This session has ended: it was signed out')
}

async function assertTokenLive(database: Pick<Database, 'query'>, claims: JWTPayload): Promise<void> {
  const [session] = await database.query<{ isLive: boolean }>(
    `select private.my_scope() <> '00000000-0000-0000-0000-000000000000' as "isLive"
     where set_config('request.jwt.claims', $1, true) <> '' and set_config('request.jwt.claim.sub', $2, true) is not null`,
    [JSON.stringify(claims), String(claims.sub ?? '')],
  )
  if (session?.isLive !== true)
    throw new BadToken('PGRST303', 'The access token of this session is revoked or has expired')
}

const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
