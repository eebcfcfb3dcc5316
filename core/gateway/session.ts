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
  /** Refreshes in the background before the token ends; for programs that stay open. */
  readonly autoRefresh: boolean
}

/** A token that ends within this time is refreshed before it is used. */
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

/** Signs in and keeps the session; auth-js is loaded with the first call and does the refreshing, from 200 ms doubling. */
export class AuthSession implements SessionGateway {
  readonly #deps: SessionDeps
  #client: Promise<GoTrueClient> | undefined
  #recovery: { readonly token: string; readonly client: GoTrueClient } | undefined

  constructor(deps: SessionDeps) {
    this.#deps = deps
  }

  /** The kept session, ended or not: without a network it is still whose device this is. */
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
    // Whoever knew the old one is out; where nobody answers now, their sessions end by themselves.
    await recovery.signOut({ scope: 'others' })
    const { data } = await recovery.getSession()
    if (data.session === null) throw new AppError('no-active-session', messages['no-active-session'])
    return await signedIn((await this.#auth()).setSession(data.session))
  }

  changePassword: SessionGateway['changePassword'] = async ({ current, password }) => {
    const wire = await this.#readStored()
    const email = wire === undefined ? undefined : toSession(wire).email
    if (email === undefined) throw new AppError('no-active-session', messages['no-active-session'])
    // Whoever finds a screen open knows no password: the current one opens a session of its own, and that one changes it.
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
    // The new one is set by now: a line that breaks here is told apart from a refusal.
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
    // auth-js keeps a session whose access token has time left. That one was refused before this was asked: nothing of it is good.
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

  /** A token opens one session, which is kept for the next try where a password is refused. It is nobody's until a password is set. */
  async #recover(token: string): Promise<GoTrueClient> {
    if (this.#recovery?.token === token) return this.#recovery.client
    const client = await loadAuth(this.#apart())
    const { error } = await client.verifyOtp({ type: 'recovery', token_hash: token })
    if (error !== null) throw toSessionError(error)
    this.#recovery = { token, client }
    return client
  }

  /** Keeps its session in memory. */
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

  // auth-js would first refresh an ended session, which takes half a minute to fail without a network.
  async #readStored(): Promise<WireSession | undefined> {
    const text = await this.#deps.storage.getItem(storageKey)
    if (text === null) return undefined
    try {
      const stored: Partial<WireSession> | null = JSON.parse(text)
      const isWhole = typeof stored?.access_token === 'string' && typeof stored.user?.id === 'string'
      // What auth-js has written under its own key is a session of its own.
      return isWhole ? (stored as WireSession) : undefined
    } catch {
      return undefined
    }
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
 * Leaves the moment a token ends to be counted from now. The server's, read by a clock that is an hour ahead, would be past
 * with each new token: every request would ask for another one, and whoever left the page meanwhile would be signed out.
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

/** Whether the server has judged what it was sent, and not merely failed or asked to wait. */
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
