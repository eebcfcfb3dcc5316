import type { Database } from './queryable.ts'
import { timingSafeEqual } from 'node:crypto'
import { demoAccounts, demoPassword } from '#supabase/seed/accounts.ts'
import { toNetwork } from '#supabase/functions/_shared/caller-network.ts'
import { makeAdminUsers } from './admin-users.ts'
import { findBearer, withBearer } from './door.ts'
import type { Handler } from './http.ts'
import { answerPreflight, toErrorResponse, withCors, withHeaders } from './http.ts'
import type { Keys } from './keys.ts'
import type { Mutex } from './mutex.ts'
import { makeMutex } from './mutex.ts'
import type { RateLimit } from './rate-limit.ts'
import { makeRateLimit } from './rate-limit.ts'
import type { Settings } from './settings.ts'
import { isLocalMode, isReachedFromThisMachineOnly } from './settings.ts'

export type AuthParts = {
  settings: Settings
  keys: Keys
  database: Database
  lite: Handler
  limits?: Limits
}

/** How often attempts are allowed. */
export type Limits = {
  /** Wrong passwords for one account from one address. */
  account: RateLimit
  /** Wrong passwords, refresh tokens and one-time codes from one address, which a whole office may share. */
  address: RateLimit
  /** Sign-ups from one address, whatever their outcome. */
  signUp: RateLimit
  /** Recovery links requested from one address, for one account and in total. */
  recovery: { account: RateLimit; address: RateLimit }
}

/**
 * Guards and completes lite's /auth/v1: who may use passwords, which addresses may sign up, brute force, auth.admin.
 */
export function makeAuth({ settings, keys, database, lite, limits = makeLimits() }: AuthParts): Handler {
  const answerAdmin = makeAdminUsers(database)
  const token = refreshInTurn(lite)
  const turns = makeTurnsOf()

  async function answer(request: Request, peer: string): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.replace('/auth/v1', '')
    // Inviting by mail is for admins too.
    if (path === '/admin' || path === '/invite' || path.startsWith('/admin/')) {
      if (!isServiceCaller(request, keys.serviceKey))
        return refuse(401, 'no_authorization', 'This needs the service key')
      return answerAdmin(request, path)
    }
    if (!isLocalMode(settings) && usesPassword(request, path, searchParams))
      return refuse(403, 'email_provider_disabled', 'Sign in with Google: passwords are turned off here')
    const refusal = await findRefusal(settings, { request, path, query: searchParams })
    if (refusal !== undefined) return refusal
    if (path === '/recover' && request.method === 'POST') return recover(request, peer)
    // Hashing a password takes a tenth of a second of a core. Done one after the other, each attempt is counted before
    // the next, and a caller from elsewhere waits for one of them, not for all.
    const isSlow = path === '/signup' || (path === '/token' && searchParams.get('grant_type') === 'password')
    return isSlow && request.method === 'POST'
      ? turns(peer, () => guess(request, path, peer))
      : guess(request, path, peer)
  }

  /**
   * Counts recovery links, which go to other people: per account and address together, so that nobody can block another
   * person's.
   */
  async function recover(request: Request, peer: string): Promise<Response> {
    if (settings.mail === undefined) return refuse(403, 'mail_disabled', noMail)
    const { email } = await readBody(request)
    const account = `${peer} ${String(email).trim().toLowerCase()}`
    const waitMs = Math.max(limits.recovery.account.findWait(account), limits.recovery.address.findWait(peer))
    if (waitMs > 0) return refuseTooMany(waitMs)
    limits.recovery.account.countFailure(account)
    limits.recovery.address.countFailure(peer)
    return lite(request, peer)
  }

  /**
   * Counts the attempts of an attacker. An account is blocked only for the guessing address, so nobody locks another
   * person out.
   */
  async function guess(request: Request, path: string, peer: string): Promise<Response> {
    const isGuess = request.method === 'POST' && (path === '/token' || path === '/verify')
    const isSignUp = request.method === 'POST' && path === '/signup'
    const { email } = isGuess ? await readBody(request) : {}
    const caller = isRenewal(request) ? `${peer} renews` : peer
    const account = typeof email === 'string' ? `${peer} ${email.trim().toLowerCase()}` : undefined
    const waitMs = isGuess
      ? Math.max(limits.address.findWait(caller), account === undefined ? 0 : limits.account.findWait(account))
      : isSignUp
        ? limits.signUp.findWait(peer)
        : 0
    if (waitMs > 0) return refuseTooMany(waitMs)
    if (isSignUp) limits.signUp.countFailure(peer)
    const response = await (path === '/token' ? token(request, peer) : lite(request, peer))
    if (isGuess && response.status >= 400 && response.status < 500) {
      limits.address.countFailure(caller)
      if (account !== undefined) limits.account.countFailure(account)
    }
    return response
  }

  return async (asked, peer) => {
    if (asked.method === 'OPTIONS') return answerPreflight(asked)
    const bearer = findBearer(asked)
    const caller = toNetwork(peer ?? 'unknown')
    const response = withCors(await answer(bearer === undefined ? asked : withBearer(asked, bearer), caller))
    return withHeaders(response, { 'cache-control': response.headers.get('cache-control') ?? 'no-store' })
  }
}

/** Guessing passwords must not block running sessions: refreshes are counted apart. */
const isRenewal = ({ url }: Request): boolean => new URL(url).searchParams.get('grant_type') === 'refresh_token'

type Asked = { request: Request; path: string; query: URLSearchParams }

async function findRefusal(settings: Settings, { request, path, query }: Asked): Promise<Response | undefined> {
  if (mailedPaths.includes(path))
    return refuse(422, 'otp_disabled', 'This host mails no codes or links to sign in with')
  const bad = await findBadBody(request)
  if (bad !== undefined) return refuse(400, 'bad_json', bad)
  // This password is publicly known: a demo made while only this machine reached the host stays closed to others.
  if (
    path === '/token' &&
    query.get('grant_type') === 'password' &&
    !settings.demo &&
    !isReachedFromThisMachineOnly(settings)
  ) {
    if (isDemoAccount(await readBody(request)))
      return refuse(403, 'demo_closed', 'The demo accounts are closed here: XSHEET_DEMO=1 opens them to everybody')
  }
  if (path === '/signup') {
    const { email } = await readBody(request)
    if (typeof email === 'string' && !isAllowedEmail(email, settings.allowedEmailDomains))
      return refuse(403, 'email_address_not_authorized', `Only addresses of ${listDomains(settings)} may sign up`)
  }
  if (path === '/user' && request.method === 'PUT') {
    const body = await readBody(request)
    // lite would change the address without confirming the new one.
    if (body['email'] !== undefined) return refuse(403, 'email_address_not_authorized', 'An address cannot be changed')
    if (body['password'] !== undefined && !isLocalMode(settings))
      return refuse(403, 'email_provider_disabled', 'Sign in with Google: passwords are turned off here')
    if (body['password'] !== undefined && isDemoCaller(request))
      return refuse(403, 'demo_closed', 'Demo accounts are shared: their password cannot be changed')
  }
  return undefined
}

/**
 * One refresh of a token at a time: lite revokes a token before it writes the next one, and a request in between, such
 * as from a page reload, would be signed out.
 */
function refreshInTurn(lite: Handler): Handler {
  const turns = makeTurnsOf()
  return async (request, peer) => {
    const { refresh_token: token } = await readBody(request)
    return typeof token === 'string' ? turns(token, () => lite(request, peer)) : lite(request, peer)
  }
}

/** Runs work of the same name one after the other. */
function makeTurnsOf() {
  const turns = new Map<string, Mutex>()
  return async (name: string, work: () => Promise<Response>): Promise<Response> => {
    const turn = turns.get(name) ?? makeMutex()
    turns.set(name, turn)
    try {
      return await turn.run(work)
    } finally {
      if (!turn.isHeld()) turns.delete(name)
    }
  }
}

const makeLimits = (): Limits => ({
  account: makeRateLimit({ failures: 10, windowMs: 60_000 }),
  address: makeRateLimit({ failures: 600, windowMs: 60_000 }),
  signUp: makeRateLimit({ failures: 120, windowMs: 60_000 }),
  recovery: {
    account: makeRateLimit({ failures: 3, windowMs: 15 * 60_000 }),
    address: makeRateLimit({ failures: 60, windowMs: 15 * 60_000 }),
  },
})

const noMail = 'This host sends no mail: ask whoever runs it for a new password (npm run password)'

const refuseTooMany = (waitMs: number): Response =>
  toErrorResponse({
    status: 429,
    code: 'over_request_rate_limit',
    message: 'Too many attempts; try again later',
    headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
  })

const refuse = (status: number, code: string, message: string): Response => toErrorResponse({ status, code, message })

/** Whether the part after the last @ is exactly one of the domains, ignoring case. */
export function isAllowedEmail(email: string, domains: readonly string[]): boolean {
  if (domains.length === 0) return true
  return domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
}

const listDomains = ({ allowedEmailDomains }: Settings): string => allowedEmailDomains.join(', ')

const isDemoEmail = (email: unknown): boolean =>
  demoAccounts.some((account) => account.email === String(email).trim().toLowerCase())

const isDemoAccount = ({ email, password }: Record<string, unknown>): boolean =>
  password === demoPassword && isDemoEmail(email)

/** Who the token claims to be; lite verifies it. */
function isDemoCaller(request: Request): boolean {
  const [, claims = ''] = (findBearer(request) ?? '').split('.')
  try {
    return isDemoEmail(JSON.parse(Buffer.from(claims, 'base64url').toString()).email)
  } catch {
    return false
  }
}

/**
 * Paths where lite would send mail that nobody receives: it would create accounts, and invalidate a recovery link that
 * was mailed.
 */
const mailedPaths = ['/otp', '/magiclink', '/resend', '/reauthenticate']
const passwordPaths = ['/signup', '/recover', '/verify', ...mailedPaths]

function usesPassword(request: Request, path: string, query: URLSearchParams): boolean {
  if (path === '/token') return query.get('grant_type') === 'password'
  return passwordPaths.includes(path) && request.method !== 'OPTIONS'
}

/** The body as an object, without consuming it. Anything but JSON is left for lite to refuse. */
async function readBody(request: Request): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await request.clone().json()
    return typeof body === 'object' && body !== null ? { ...body } : {}
  } catch {
    return {}
  }
}

const texts = [
  'email',
  'password',
  'phone',
  'refresh_token',
  'token',
  'token_hash',
  'type',
  'auth_code',
  'code_verifier',
]

/**
 * What is wrong with JSON that is not an object, whose fields lite would read anyway, or whose texts are not strings.
 */
async function findBadBody(request: Request): Promise<string | undefined> {
  if (request.body === null) return undefined
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => ({}))
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'The body must be a JSON object'
  const fields = new Map<string, unknown>(Object.entries(body))
  const odd = texts.find((name) => !['string', 'undefined'].includes(typeof (fields.get(name) ?? undefined)))
  return odd === undefined ? undefined : `${odd} must be text`
}

function isServiceCaller(request: Request, serviceKey: string): boolean {
  const bearer = request.headers.get('authorization')?.replace(/^bearer /i, '') ?? ''
  return [bearer, request.headers.get('apikey') ?? ''].some((key) => isSame(key, serviceKey))
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
