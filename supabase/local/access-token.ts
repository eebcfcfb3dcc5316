import type { Database } from './queryable.ts'
import type { JWTPayload } from 'jose'
import { errors, jwtVerify } from 'jose'

/** An access token that is not accepted; code and message are PostgREST's. */
export class BadToken extends Error {
  readonly code: 'PGRST301' | 'PGRST303'
  readonly details: string | null
  readonly hint: string | null

  constructor(code: BadToken['code'], message: string, { details = null, hint = null }: Partial<Explanation> = {}) {
    super(message)
    this.code = code
    this.details = details
    this.hint = hint
  }
}

type Explanation = { details: string | null; hint: string | null }

/** The claims of a token this host has signed; throws a BadToken for any other, and for one that has expired. */
export async function verifyAccessToken(token: string, jwtSecret: string): Promise<JWTPayload> {
  const parts = token.split('.').filter((part) => part !== '').length
  if (parts !== 3) throw new BadToken('PGRST301', `Expected 3 parts in JWT; got ${Math.max(1, parts)}`)
  try {
    return (await jwtVerify(token, new TextEncoder().encode(jwtSecret), { algorithms: ['HS256'] })).payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new BadToken('PGRST303', 'JWT expired')
    throw new BadToken('PGRST301', 'No suitable key or wrong key type', {
      details: 'None of the keys was able to decode the JWT',
    })
  }
}

/**
 * Throws a BadToken for a session that is over: whose account is gone or has signed out, or whose access token has been revoked or has
 * expired since. To the row rules most of these are nobody's, so that they would read as an empty studio.
 */
export async function assertLive(database: Pick<Database, 'query'>, claims: JWTPayload): Promise<void> {
  if ('studio_id' in claims) return await assertTokenLive(database, claims)
  const { session_id: session } = claims
  if (typeof session !== 'string') return
  const found = isUuid(session) && (await database.query('select id from auth.sessions where id = $1::uuid', [session]))
  if (!found || found.length === 0) throw new BadToken('PGRST303', 'This session is over: somebody has signed out')
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
