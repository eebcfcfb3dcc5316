import type { Call } from './call.ts'
import type { FunctionContext, FunctionHandler } from './context.ts'
import { Failure } from './failure.ts'
import { countCall, type FunctionName } from './rate-limit.ts'
import { isAccessToken, startTokenSession } from './token-session.ts'
import { badToken, hasThreeParts, tokenWords } from './token-words.ts'

type Endpoint = {
  name: FunctionName
  method: 'GET' | 'POST'
  /** How many calls a person may make in a minute. */
  callsPerMinute: number
  answer: (call: Call) => Promise<unknown>
}

const corsHeaders: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'authorization, x-client-info, apikey, content-type, x-region, idempotency-key, prefer, range, range-unit',
  'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE, OPTIONS',
  'access-control-expose-headers':
    'retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, content-range, link, page-limit, preference-applied, www-authenticate',
  'access-control-max-age': '86400',
}

/**
 * Makes an edge function with what all share: preflights, the method, the bearer token, the rate limit, and errors as
 * JSON {error, code}.
 */
export function makeEndpoint({ name, method, callsPerMinute, answer }: Endpoint): FunctionHandler {
  async function respond(request: Request, context: FunctionContext): Promise<Response> {
    assertMethod(request, method)
    const call = { request, context, token: await readBearer(request, context) }
    const count = () => countCall(call, name, callsPerMinute)
    const respondTo = () => answer(call).then((body) => Response.json(body), toResponse)
    // A read does no harm: it need not wait until the call is counted, only its response does.
    const [limits, response] =
      method === 'GET' ? await Promise.all([count(), respondTo()]) : [await count(), await respondTo()]
    return withHeaders(response, limits)
  }

  return withCors(respond)
}

/** Returns the session of a request: its own, or one exchanged for an access token. */
async function readBearer(request: Request, context: FunctionContext): Promise<string> {
  const said = request.headers.get('authorization')?.trim() ?? ''
  const token = /^Bearer (\S+)$/i.exec(said)?.[1]
  if (said === '' || token === context.publishableKey)
    throw new Failure({ status: 401, code: 'not_authenticated', message: 'Not authenticated' })
  if (token === undefined) throw badToken(tokenWords.scheme)
  if (isAccessToken(token)) return (await startTokenSession(token, context)).access_token
  if (!hasThreeParts(token)) throw badToken(tokenWords.shapeless)
  return token
}

/** Makes a function that forwards the request as the caller, and returns the response. */
export function makeForwarder(answer: (call: Call) => Promise<Response>): FunctionHandler {
  return withCors(async (request, context) => answer({ request, context, token: await readBearer(request, context) }))
}

/** Makes a function for callers without a session: it must verify the request by itself. */
export function makeOpenEndpoint(
  answer: (request: Request, context: FunctionContext) => Promise<unknown>,
): FunctionHandler {
  return withCors(async (request, context) => {
    assertMethod(request, 'POST')
    return Response.json(await answer(request, context), { headers: { 'cache-control': 'no-store' } })
  })
}

function assertMethod(request: Request, method: Endpoint['method']): void {
  if (request.method === method) return
  const headers = { allow: `${method}, OPTIONS` }
  throw new Failure({ status: 405, code: 'method_not_allowed', message: `Use ${method}`, headers })
}

function withCors(respond: FunctionHandler): FunctionHandler {
  return async (request, context) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: corsHeaders })
    return withHeaders(await respond(request, context).catch(toResponse), corsHeaders)
  }
}

/** Only refusals are answered; anything else is a bug, logged by the function's host. */
function toResponse(error: unknown): Response {
  if (!(error instanceof Failure)) throw error
  return Response.json({ error: error.message, code: error.code }, { status: error.status, headers: error.headers })
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}
