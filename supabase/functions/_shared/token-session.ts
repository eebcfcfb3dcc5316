import type { FunctionContext } from './context.ts'
import { callProcedure } from './postgrest.ts'
import { signSession, toHash } from './sign-session.ts'
import { badToken } from './token-words.ts'

/** The session the database started for a token, or the reason for its refusal. */
export type StartedSession =
  | {
      session_id: string
      user_id: string
      user_name: string
      email: string
      studio_id: string
      expires_at: string
      refused?: never
    }
  | { refused: string }

/** A session for an access token, as returned to clients. */
export type TokenSession = {
  access_token: string
  expires_at: number
  studio_id: string
  user: { id: string; email: string; name: string }
}

export const isAccessToken = (bearer: string): boolean => bearer.startsWith('xst_')

/**
 * Exchanges an access token for a short session that only reaches the token's studio; throws a 401 with the reason if
 * it is refused.
 */
export async function startTokenSession(token: string, context: FunctionContext): Promise<TokenSession> {
  const started = await callProcedure<StartedSession>({ context, token: context.serviceKey }, 'start_token_session', {
    p_token_hash: await toHash(token),
  })
  if (started.refused !== undefined) throw badToken(started.refused)
  return await signTokenSession(started, { now: context.now(), key: context.env['TOKEN_SIGNING_KEY'] })
}

type Signing = { now: Date; key: string | undefined }

/** Signs a session that the database has started. */
export async function signTokenSession(
  session: Exclude<StartedSession, { refused: string }>,
  { now, key }: Signing,
): Promise<TokenSession> {
  const expiresAt = Math.floor(Date.parse(session.expires_at) / 1000)
  const claims = {
    sub: session.user_id,
    role: 'authenticated',
    aud: 'authenticated',
    email: session.email,
    // The auth service knows no session of this id, so a token cannot change a password or e-mail address.
    session_id: session.session_id,
    studio_id: session.studio_id,
    iat: Math.floor(now.getTime() / 1000),
    exp: expiresAt,
  }
  return {
    access_token: await signSession(claims, key),
    expires_at: expiresAt,
    studio_id: session.studio_id,
    user: { id: session.user_id, email: session.email, name: session.user_name },
  }
}
