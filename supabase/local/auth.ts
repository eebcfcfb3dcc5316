import { timingSafeEqual } from 'node:crypto'
import { makeAdminUsers } from './admin-users.ts'
import type { Database } from './database.ts'
import type { Handler } from './http.ts'
import { answerPreflight, toErrorResponse, withCors, withHeaders } from './http.ts'
import type { Keys } from './keys.ts'
import type { RateLimit } from './rate-limit.ts'
import { makeRateLimit } from './rate-limit.ts'
import type { Settings } from './settings.ts'
import { isLocalMode } from './settings.ts'

export type AuthParts = { settings: Settings; keys: Keys; database: Database; lite: Handler; limit?: RateLimit }

/** Guards and completes lite's /auth/v1: who may use passwords, which addresses may sign up, guessing, auth.admin. */
export function makeAuth({ settings, keys, database, lite, limit = makeGuessLimit() }: AuthParts): Handler {
  const answerAdmin = makeAdminUsers(database)

  async function answer(request: Request, peer: string | undefined): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.replace('/auth/v1', '')
    if (path === '/admin' || path.startsWith('/admin/')) {
      if (!isServiceCaller(request, keys.serviceKey))
        return refuse(401, 'no_authorization', 'This needs the service key')
      return answerAdmin(request, path)
    }
    if (!isLocalMode(settings) && usesPassword(request, path, searchParams))
      return refuse(403, 'email_provider_disabled', 'Sign in with Google: passwords are turned off here')
    const refusal = await findBodyRefusal(request, path)
    return refusal ?? guess(request, path, peer)
  }

  async function findBodyRefusal(request: Request, path: string): Promise<Response | undefined> {
    if (path === '/signup' || path === '/otp' || path === '/magiclink') {
      const { email } = await readBody(request)
      if (typeof email === 'string' && !isAllowedEmail(email, settings.allowedEmailDomains))
        return refuse(403, 'email_address_not_authorized', `Only addresses of ${listDomains(settings)} may sign up`)
    }
    if (path === '/user' && request.method === 'PUT') {
      const body = await readBody(request)
      // lite would change the address without asking the new one.
      if (body['email'] !== undefined)
        return refuse(403, 'email_address_not_authorized', 'An address cannot be changed')
      if (body['password'] !== undefined && !isLocalMode(settings))
        return refuse(403, 'email_provider_disabled', 'Sign in with Google: passwords are turned off here')
    }
    return undefined
  }

  /** Counts what an attacker would try often: passwords, refresh tokens, one-time codes. */
  async function guess(request: Request, path: string, peer = 'unknown'): Promise<Response> {
    const isGuess = request.method === 'POST' && (path === '/token' || path === '/verify')
    const waitMs = isGuess ? limit.findWait(peer) : 0
    if (waitMs > 0) {
      const headers = { 'retry-after': String(Math.ceil(waitMs / 1000)) }
      return toErrorResponse({
        status: 429,
        code: 'over_request_rate_limit',
        message: 'Too many attempts; try again later',
        headers,
      })
    }
    const response = await lite(request, peer)
    if (isGuess && response.status >= 400 && response.status < 500) limit.countFailure(peer)
    return response
  }

  return async (request, peer) => {
    if (request.method === 'OPTIONS') return answerPreflight(request)
    const response = withCors(await answer(request, peer))
    return withHeaders(response, { 'cache-control': response.headers.get('cache-control') ?? 'no-store' })
  }
}

const makeGuessLimit = (): RateLimit => makeRateLimit({ failures: 60, windowMs: 60_000 })

const refuse = (status: number, code: string, message: string): Response => toErrorResponse({ status, code, message })

/** Exactly one of the domains, after the last @; upper and lower case are the same. */
export function isAllowedEmail(email: string, domains: readonly string[]): boolean {
  if (domains.length === 0) return true
  return domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
}

const listDomains = ({ allowedEmailDomains }: Settings): string => allowedEmailDomains.join(', ')

const passwordPaths = ['/signup', '/otp', '/magiclink', '/recover', '/resend', '/verify', '/reauthenticate']

function usesPassword(request: Request, path: string, query: URLSearchParams): boolean {
  if (path === '/token') return query.get('grant_type') === 'password'
  return passwordPaths.includes(path) && request.method !== 'OPTIONS'
}

/** The body as an object, without using it up. Whatever is not JSON is left for lite to refuse. */
async function readBody(request: Request): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await request.clone().json()
    return typeof body === 'object' && body !== null ? { ...body } : {}
  } catch {
    return {}
  }
}

function isServiceCaller(request: Request, serviceKey: string): boolean {
  const bearer = request.headers.get('authorization')?.replace(/^bearer /i, '') ?? ''
  return [bearer, request.headers.get('apikey') ?? ''].some((key) => isSame(key, serviceKey))
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
