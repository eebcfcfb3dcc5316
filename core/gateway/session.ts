import { parseJson } from '#core/lib/json.ts'
import type { GoTrueClient, Session as WireSession } from '@supabase/auth-js'
import { AppError } from '#core/lib/errors.ts'
import { toId, type UserId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { badAnswer, type Fetch } from './http.ts'
import type { Session, SessionEvent, SessionGateway, SessionStorage } from './ports.ts'
import { toSessionError } from './session-error.ts'

type SessionDeps = {
  readonly url: string
  readonly apiKey: string
  readonly storage: SessionStorage
  readonly fetch: Fetch
  /** Refreshes in the background before the token expires; for long-running programs. */
  readonly autoRefresh: boolean
}

/** A token that expires within this time is refreshed before use. */
const marginMs = 60_000

const storageKey = 'xsheet-session'

const events: Readonly<Record<string, SessionEvent>> = {
  SIGNED_IN: 'signed-in',
  SIGNED_OUT: 'signed-out',
  TOKEN_REFRESHED: 'refreshed',
  USER_UPDATED: 'updated',
  PASSWORD_RECOVERY: 'updated',
  INITIAL_SESSION: 'updated',
}

/**
 * Signs in and keeps the session. auth-js loads with the first call and refreshes it, retrying after 200 ms and
 * doubling.
 */
export class AuthSession implements SessionGateway {
  readonly #deps: SessionDeps
  #client: Promise<GoTrueClient> | undefined
  #recovery: { readonly token: string; readonly client: GoTrueClient } | undefined

  constructor(deps: SessionDeps) {
    this.#deps = deps
  }

  /** Loads the stored session, expired or not: offline it still tells whose device this is. */
  load = async (): Promise<Session | undefined> => {
    const wire = await this.#readStored()
    return wire === undefined ? undefined : toSession(wire)
  }

  loadAccessToken = async (): Promise<string> => {
    const wire = await this.#readStored()
    if (wire === undefined) throw new AppError('no-active-session', messages['no-active-session'])
    if (toSession(wire).expiresAt - Date.now() > marginMs) return wire.access_token
    const { data, error } = await (await this.#auth()).refreshSession()
    if (error !== null) throw toSessionError(error)
    return data.session?.access_token ?? wire.access_token
  }

  signInWithPassword: SessionGateway['signInWithPassword'] = async (account) =>
    await signedIn((await this.#auth()).signInWithPassword(account))

  signUpWithPassword: SessionGateway['signUpWithPassword'] = async (account) =>
    await signedIn((await this.#auth()).signUp(account))

  requestNewPassword: SessionGateway['requestNewPassword'] = async (email) => {
    const { error } = await (await loadAuth(this.#apart())).resetPasswordForEmail(email)
    if (error !== null) throw toSessionError(error)
  }

  setNewPassword: SessionGateway['setNewPassword'] = async ({ token, password }) => {
    const recovery = await this.#recover(token)
    const changed = await recovery.updateUser({ password })
    if (changed.error !== null) throw toSessionError(changed.error)
    // Signs out anybody who knew the old password; if this fails now, their sessions expire by themselves.
    await recovery.signOut({ scope: 'others' })
    const { data } = await recovery.getSession()
    if (data.session === null) throw new AppError('no-active-session', messages['no-active-session'])
    return await signedIn((await this.#auth()).setSession(data.session))
  }

  changePassword: SessionGateway['changePassword'] = async ({ current, password }) => {
    const wire = await this.#readStored()
    const email = wire === undefined ? undefined : toSession(wire).email
    if (email === undefined) throw new AppError('no-active-session', messages['no-active-session'])
    // A stranger at an open screen does not know the password: the current one opens a separate session, which makes
    // the change.
    const apart = await loadAuth(this.#apart())
    const proof = await apart.signInWithPassword({ email, password: current })
    if (proof.error !== null) {
      const isWrong = proof.error.code === 'invalid_credentials'
      throw isWrong ? new AppError('password-wrong', messages['password-wrong']) : toSessionError(proof.error)
    }
    const changed = await apart.updateUser({ password })
    if (changed.error !== null) {
      await apart.signOut({ scope: 'local' })
      throw toSessionError(changed.error)
    }
    // The new password is set by now: a lost connection here must differ from a refusal.
    const ended = await (await this.#auth()).signOut({ scope: 'others' })
    return { areOthersSignedOut: ended.error === null }
  }

  startOAuth: SessionGateway['startOAuth'] = async ({ provider, redirectTo, domainHint }) => {
    const hint = provider === 'google' && domainHint !== undefined ? { queryParams: { hd: domainHint } } : {}
    const options = { redirectTo, skipBrowserRedirect: true, ...hint }
    const { data, error } = await (await this.#auth()).signInWithOAuth({ provider, options })
    if (error !== null) throw toSessionError(error)
    if (data.url === null) throw badAnswer('the sign-in')
    return data.url
  }

  completeOAuth = async (address: string): Promise<Session | undefined> => {
    const { searchParams, hash } = new URL(address)
    const fragment = new URLSearchParams(hash.replace(/^#/, ''))
    const find = (name: string): string | null => searchParams.get(name) ?? fragment.get(name)
    const refusal = find('error_description')
    if (refusal !== null) throw new AppError('email-domain-refused', refusal)
    const code = searchParams.get('code')
    if (code !== null) return await signedIn((await this.#auth()).exchangeCodeForSession(code))
    const [access_token, refresh_token] = [find('access_token'), find('refresh_token')]
    if (access_token === null || refresh_token === null) return undefined
    return await signedIn((await this.#auth()).setSession({ access_token, refresh_token }))
  }

  refresh = async (): Promise<Session> => {
    const [auth, before] = [await this.#auth(), await this.#readStored()]
    const renewed = await auth.refreshSession()
    // auth-js keeps a session whose access token has time left. But that token was refused before this call: the
    // session is no good.
    if (before !== undefined && isRefusal(renewed.error)) {
      const isSame = (await this.#readStored())?.access_token === before.access_token
      if (isSame) await auth.signOut({ scope: 'local' })
    }
    return await signedIn(Promise.resolve(renewed))
  }

  signOut = async (): Promise<void> => {
    const { error } = await (await this.#auth()).signOut({ scope: 'local' })
    if (error !== null) throw toSessionError(error)
  }

  subscribe: SessionGateway['subscribe'] = (listener) => {
    let unsubscribe: (() => void) | 'stopped' | undefined
    void this.#auth().then((client) => {
      if (unsubscribe === 'stopped') return
      const { data } = client.onAuthStateChange((event, wire) => {
        const name = events[event]
        if (name !== undefined) listener(name, wire === null ? undefined : toSession(wire))
      })
      unsubscribe = () => data.subscription.unsubscribe()
    })
    return () => {
      if (typeof unsubscribe === 'function') unsubscribe()
      unsubscribe = 'stopped'
    }
  }

  close = async (): Promise<void> => {
    if (this.#client !== undefined) await (await this.#client).stopAutoRefresh()
  }

  /**
   * Opens the one session that a token allows; it is kept for a retry if a password is refused, and signs nobody in
   * until one is set.
   */
  async #recover(token: string): Promise<GoTrueClient> {
    if (this.#recovery?.token === token) return this.#recovery.client
    const client = await loadAuth(this.#apart())
    const { error } = await client.verifyOtp({ type: 'recovery', token_hash: token })
    if (error !== null) throw toSessionError(error)
    this.#recovery = { token, client }
    return client
  }

  /** Returns dependencies that keep the session in memory. */
  #apart(): SessionDeps {
    const values = new Map<string, string>()
    const storage: SessionStorage = {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: (key) => void values.delete(key),
    }
    return { ...this.#deps, storage, autoRefresh: false }
  }

  #auth(): Promise<GoTrueClient> {
    return (this.#client ??= loadAuth(this.#deps))
  }

  // auth-js would first refresh an expired session, which takes half a minute to fail offline.
  async #readStored(): Promise<WireSession | undefined> {
    const text = await this.#deps.storage.getItem(storageKey)
    if (text === null) return undefined
    const stored: Partial<WireSession> = Object(parseJson(text))
    const isWhole = typeof stored.access_token === 'string' && typeof stored.user?.id === 'string'
    // Data under auth-js's own key is a session in its format.
    return isWhole ? (stored as WireSession) : undefined
  }
}

async function loadAuth({ url, apiKey, storage, fetch, autoRefresh }: SessionDeps): Promise<GoTrueClient> {
  const { AuthClient } = await import('@supabase/auth-js')
  return new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: apiKey },
    storageKey,
    storage,
    fetch: byOwnClock(fetch),
    flowType: 'pkce',
    persistSession: true,
    detectSessionInUrl: false,
    autoRefreshToken: autoRefresh,
  })
}

/**
 * Makes auth-js count a token's lifetime from the moment it arrives. With a clock an hour ahead, the server's
 * `expires_at` would already be past: every request would ask for a new token, and anybody leaving the page in between
 * would be signed out.
 */
function byOwnClock(ask: Fetch): Fetch {
  return async (input, init) => {
    const response = await ask(input, init)
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => undefined)
    if (typeof body !== 'object' || body === null || !('expires_in' in body) || !('expires_at' in body)) return response
    const { expires_at: _serverTime, ...rest } = body
    return Response.json(rest, { status: response.status, headers: withoutLength(response.headers) })
  }
}

function withoutLength(headers: Headers): Headers {
  const copy = new Headers(headers)
  for (const name of ['content-length', 'content-encoding']) copy.delete(name)
  return copy
}

type Answer = { data: { session: WireSession | null }; error: null } | { data: unknown; error: Error }

/** Tells whether the server has rejected the request, rather than failed or asked to wait. */
function isRefusal(error: { readonly status?: number | undefined } | null): boolean {
  const status = error?.status ?? 0
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

async function signedIn(answer: Promise<Answer>): Promise<Session> {
  const { data, error } = await answer
  if (error !== null) throw toSessionError(error)
  if (data.session === null) throw new AppError('no-active-session', messages['no-active-session'])
  return toSession(data.session)
}

function toSession({ user, expires_at: expiresAt }: WireSession): Session {
  const { full_name: fullName, name, avatar_url: avatarUrl }: Readonly<Record<string, unknown>> = user.user_metadata
  const names = [fullName, name].filter((text) => typeof text === 'string')
  return {
    userId: toId<UserId>(user.id),
    email: user.email ?? '',
    fullName: names[0],
    avatarUrl: typeof avatarUrl === 'string' ? avatarUrl : undefined,
    expiresAt: (expiresAt ?? 0) * 1000,
  }
}
