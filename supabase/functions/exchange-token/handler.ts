import * as v from 'valibot'
import type { FunctionHandler } from '../_shared/context.ts'
import { makeOpenEndpoint } from '../_shared/endpoint.ts'
import { Failure } from '../_shared/failure.ts'
import { readBody } from '../_shared/input.ts'
import { callProcedure } from '../_shared/postgrest.ts'
import { signSession, toHash } from '../_shared/sign-session.ts'

const body = v.object({ token: v.pipe(v.string(), v.maxLength(200)) })

type TokenSession = {
  session_id: string
  user_id: string
  user_name: string
  email: string
  studio_id: string
  expires_at: string
}

/** A short session for an access token: {access_token, expires_at, studio_id, user}. It reaches the token's studio alone. */
export const handler: FunctionHandler = makeOpenEndpoint(async (request, context) => {
  const { token } = await readBody(request, body)
  const session = await callProcedure<TokenSession | null>(
    { context, token: context.serviceKey },
    'start_token_session',
    {
      p_token_hash: await toHash(token),
    },
  )
  if (session === null)
    throw new Failure({ status: 401, code: 'invalid_token', message: 'This access token is not valid (any more)' })
  const expiresAt = Math.floor(Date.parse(session.expires_at) / 1000)
  const claims = {
    sub: session.user_id,
    role: 'authenticated',
    aud: 'authenticated',
    email: session.email,
    // No session of the auth service has this id, so it changes no password and no address for a token.
    session_id: session.session_id,
    studio_id: session.studio_id,
    iat: Math.floor(context.now().getTime() / 1000),
    exp: expiresAt,
  }
  return {
    access_token: await signSession(claims, context.env['TOKEN_SIGNING_KEY']),
    expires_at: expiresAt,
    studio_id: session.studio_id,
    user: { id: session.user_id, email: session.email, name: session.user_name },
  }
})
