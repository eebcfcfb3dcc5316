import { type BadToken, verifyAccessToken } from './access-token.ts'
import { withBodyLimit } from './body-limit.ts'
import { mostAtOnce, runAsked } from './caller-context.ts'
import { makeRefuseStranger } from './closed-to-strangers.ts'
import { findBearer } from './door.ts'
import type { Handler } from './http.ts'
import { toErrorResponse, withCors, withHeaders } from './http.ts'
import type { Keys } from './keys.ts'
import { makeWorkLimiter } from './mutex.ts'
import { makeNamePage } from './page-links.ts'
import type { Database } from './queryable.ts'
import { keepFilterValues } from './quoted-values.ts'
import { bodyLimits, findJsonRefusal } from './request-limits.ts'
import { findSpacePull, makeSharedPulls, type SharedPullsParts } from './shared-pulls.ts'

export type RestParts = { lite: Handler; keys: Keys; database: Pick<Database, 'query' | 'asUser'> }

/** Guards and completes lite's /rest/v1, whose callers have been let in. */
export function makeRest({ lite, keys, database }: RestParts): Handler {
  const { serviceKey, publishableKey } = keys
  const refuseStranger = makeRefuseStranger(database)
  const namePage = makeNamePage(database)
  const pulls = makeWorkLimiter(mostAtOnce - 2)
  const share = makeSharedPulls({ findStamp: makeFindStamp({ keys, database }) })
  const limitOf = (request: Request): number =>
    isStranger(request, serviceKey) ? bodyLimits.stranger : bodyLimits.person
  return withBodyLimit(async (asked, peer) => {
    const isKnown = asked.headers.get('apikey') === publishableKey
    const refused = isKnown && isStranger(asked, serviceKey) ? await refuseStranger(asked) : undefined
    if (refused !== undefined) return refused
    const body = asked.body === null ? undefined : new Uint8Array(await asked.arrayBuffer())
    const refusal = body && findJsonRefusal(body)
    if (refusal !== undefined) return withCors(toErrorResponse(refusal))
    const { url, headers, signal } = asked
    // lite only calls procedures by GET and POST.
    const isHeadOfCall = asked.method === 'HEAD' && new URL(url).pathname.startsWith('/rest/v1/rpc/')
    const method = isHeadOfCall ? 'GET' : asked.method
    // Copied by URL: the server's own request objects cannot be copied.
    const request = new Request(keepFilterValues(url), { method, headers, signal, ...(body && { body }) })
    // lite claims that it was applied, and writes; a hosted project ignores it and writes, too.
    if (wantsRollback(request)) return refuse('Prefer: tx=rollback is not supported; nothing was written')
    const ask = (): Promise<Response> => runAsked(asked, () => lite(request, peer))
    const pull = findSpacePull(request, body)
    const askOrShare = pull === undefined ? ask : (): Promise<Response> => share(request, pull, ask)
    const answered = await (isPull(request) ? pulls.run(askOrShare, headers.get('authorization') ?? '') : ask())
    const response = await namePage(request, isHeadOfCall ? new Response(null, answered) : answered)
    const isUnnamed = response.status === 401 && !response.headers.has('www-authenticate')
    return withCors(isUnnamed ? withHeaders(response, { 'www-authenticate': 'Bearer' }) : response)
  }, limitOf)
}

/** After a large change every window pulls at once: other reads must not wait behind them all. */
const isPull = ({ url }: Request): boolean => new URL(url).pathname.startsWith('/rest/v1/rpc/pull_')

/** Finds the stamp of a pull of a space for its caller. */
function makeFindStamp({ keys, database }: Pick<RestParts, 'keys' | 'database'>): SharedPullsParts['findStamp'] {
  return async (request, spaceId) => {
    try {
      const claims = await verifyAccessToken(findBearer(request) ?? '', keys.jwtSecret)
      if (claims['role'] !== 'authenticated') return undefined
      const [row] = await database.asUser({ ...claims, role: 'authenticated' }, (user) =>
        user.query<{ stamp: string | null }>('select private.space_stamp($1::uuid) as stamp', [spaceId]),
      )
      return row?.stamp ?? undefined
    } catch {
      // The pull itself reports what is wrong.
      return undefined
    }
  }
}

/** Whether a request has no token; tokens have been checked at the door. */
function isStranger({ headers }: Request, serviceKey: string): boolean {
  const apiKey = headers.get('apikey')
  const bearer = headers.get('authorization') ?? ''
  return apiKey !== serviceKey && (bearer === '' || bearer === `Bearer ${apiKey}`)
}

/** Answers a rejected token as PostgREST does. */
export function refuseToken({ code, message }: BadToken): Response {
  const headers = { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` }
  return withCors(Response.json({ code, message, details: null, hint: null }, { status: 401, headers }))
}

const wantsRollback = (request: Request): boolean =>
  /(^|[,;])\s*tx\s*=\s*"?rollback\b/i.test(request.headers.get('prefer') ?? '')

const refuse = (message: string): Response => withCors(toErrorResponse({ status: 400, code: 'PGRST122', message }))
