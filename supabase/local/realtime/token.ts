import { isAccessToken } from '#supabase/functions/_shared/token-session.ts'
import type { Claims } from '../queryable.ts'
import { BadToken, verifyAccessToken } from '../access-token.ts'

/**
 * A person, until a time (epoch milliseconds; absent for an API key). `person` is the same for tokens that differ only
 * in their times; everything else in them may matter to a policy.
 */
export type Identity = { claims: Claims; person: string; expiresAt?: number }

export type TokenKeys = { jwtSecret: string; apiKeys: readonly string[] }

/** A rejected token; the message gives the reason, after the hosted service's name for it. */
export class InvalidToken extends Error {}

const takesSessions = 'Realtime takes sessions: exchange the access token at /functions/v1/exchange-token'

/** Returns the identity of a token. An API key stands for its role; no token at all for anonymous. */
export async function readToken(token: unknown, { jwtSecret, apiKeys }: TokenKeys): Promise<Identity> {
  if (token === undefined || token === null || token === '') return toIdentity({ role: 'anon' })
  if (typeof token !== 'string') throw new InvalidToken('InvalidJWTToken: The token is not text')
  if (token.startsWith('sb_')) {
    if (!apiKeys.includes(token)) throw new InvalidToken('InvalidJWTToken: Unknown API key')
    return toIdentity({ role: token.startsWith('sb_secret_') ? 'service_role' : 'anon' })
  }
  if (isAccessToken(token)) throw new InvalidToken(`InvalidJWTToken: ${takesSessions}`)
  const { exp, role, ...claims } = await verifyAccessToken(token, jwtSecret).catch(refuse)
  if (exp === undefined || typeof role !== 'string')
    throw new InvalidToken('InvalidJWTToken: Fields `role` and `exp` are required in JWT')
  return { ...toIdentity({ ...claims, exp, role }), expiresAt: exp * 1000 }
}

function refuse(error: unknown): never {
  if (!(error instanceof BadToken)) throw error
  throw new InvalidToken(`InvalidJWTToken: ${error.message}`, { cause: error })
}

function toIdentity(claims: Claims): Identity {
  const { iat: _issued, exp: _expires, ...lasting } = claims
  return { claims, person: JSON.stringify(lasting) }
}
