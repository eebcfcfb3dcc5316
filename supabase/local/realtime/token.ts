import { errors, jwtVerify } from 'jose'
import type { Claims } from '../database.ts'

/**
 * Somebody, until a moment (epoch milliseconds; absent for an API key). `person` is the same for tokens that differ in their
 * times only; everything else in them may matter to a policy.
 */
export type Identity = { claims: Claims; person: string; expiresAt?: number }

export type TokenKeys = { jwtSecret: string; apiKeys: readonly string[] }

/** A token that is not accepted; the message says why, in the words of the hosted service. */
export class InvalidToken extends Error {}

/** Who a token stands for. An API key stands for its role; no token at all for anybody. */
export async function readToken(token: unknown, { jwtSecret, apiKeys }: TokenKeys): Promise<Identity> {
  if (token === undefined || token === null || token === '') return toIdentity({ role: 'anon' })
  if (typeof token !== 'string') throw new InvalidToken('InvalidJWTToken: The token is not text')
  if (token.startsWith('sb_')) {
    if (!apiKeys.includes(token)) throw new InvalidToken('InvalidJWTToken: Unknown API key')
    return toIdentity({ role: token.startsWith('sb_secret_') ? 'service_role' : 'anon' })
  }
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(jwtSecret), { algorithms: ['HS256'] })
    if (payload.exp === undefined || typeof payload['role'] !== 'string')
      throw new InvalidToken('InvalidJWTToken: Fields `role` and `exp` are required in JWT')
    return { ...toIdentity({ ...payload, role: payload['role'] }), expiresAt: payload.exp * 1000 }
  } catch (error) {
    if (error instanceof InvalidToken) throw error
    if (error instanceof errors.JWTExpired) throw new InvalidToken('InvalidJWTToken: Token has expired')
    throw new InvalidToken('InvalidJWTToken: The token is not valid', { cause: error })
  }
}

function toIdentity(claims: Claims): Identity {
  const { iat: _issued, exp: _expires, ...lasting } = claims
  return { claims, person: JSON.stringify(lasting) }
}
