import * as v from 'valibot'
import type { FunctionHandler } from '../_shared/context.ts'
import { makeOpenEndpoint } from '../_shared/endpoint.ts'
import { readBody } from '../_shared/input.ts'
import { startTokenSession } from '../_shared/token-session.ts'

const body = v.object({ token: v.pipe(v.string(), v.maxLength(200)) })

/**
 * Returns a short session for an access token: {access_token, expires_at, studio_id, user}. It only reaches the token's
 * studio.
 */
export const handler: FunctionHandler = makeOpenEndpoint(async (request, context) => {
  const { token } = await readBody(request, body)
  return await startTokenSession(token, context)
})
