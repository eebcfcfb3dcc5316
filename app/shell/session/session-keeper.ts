import type { StudioClient } from '#core/sync/studio-client.ts'
import { attempt } from '#core/lib/attempt.ts'
import { subscribe } from 'valtio/vanilla'
import { findInviteToken } from '#core/access/invite-token.ts'
import { shortNameOf } from '#core/people/display-name.ts'
import type { Gateway, Session } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import type { StudioId, UserId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { err } from '#core/lib/result.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { findRoute, links, routes } from '#app/routes.ts'
import { clientStore, resetClient, setClient, setStudio } from '#app/stores/client-store.ts'
import type { AppConfig } from '#app/stores/config-store.ts'
import type { SessionPort } from '#app/stores/session-port.ts'
import {
  resetSession,
  sessionStore,
  setCurrentStudio,
  setStudios,
  signedIn,
  signedOut,
  updateUser,
  type SessionStudio,
  type SessionUser,
} from '#app/stores/session-store.ts'
import { findDestination, rememberDestination, takeDestination } from '../remembered-destination.ts'
import type { Leaving } from './forget-device.ts'
import { findKeptSession, keepSession, type KeptSession } from './kept-session.ts'
import { loadStudios } from './load-studios.ts'
import { hasInvite, keepInvite, takeInvite } from './pending-invite.ts'
import type { NewsChannel } from './session-news.ts'
import type { Page } from './page.ts'

/** Signing out must not wait long for a slow server: the next person needs the device. */
const signOutPatienceMs = 3000

export type KeeperDeps = {
  readonly config: AppConfig
  readonly gateway: Pick<Gateway, 'session' | 'studios' | 'call'>
  readonly startClient: (userId: UserId) => Promise<StudioClient>
  /** Starts what follows a client (sync state in the top bar, notifications); returns a function that stops it. */
  readonly follow: (client: StudioClient) => () => void
  readonly followStudio: (studio: StudioReplica, userId: UserId) => () => void
  readonly forgetDevice: (leaving: Leaving) => Promise<void>
  readonly news: NewsChannel
  readonly page: Page
}

/** Document 1, section 9: from 200 ms, doubling, at most half a minute between attempts. */
const firstWaitMs = 200
const longestWaitMs = 30_000

/** Moves the session through its states (document 1, section 4) and keeps the current studio open. */
export class SessionKeeper implements SessionPort {
  readonly #deps: KeeperDeps
  #userId: UserId | undefined
  #isWatching = false
  #areStudiosSkipped = false
  #stopFollowing: (() => void) | undefined
  #stopStudio: (() => void) | undefined
  #loading: Promise<void> | undefined
  #resuming: Promise<void> | undefined

  constructor(deps: KeeperDeps) {
    this.#deps = deps
  }

  /** Resumes the session of an earlier visit, or the one a provider's page returned with. */
  async resume(): Promise<void> {
    this.#resuming = this.#resume()
    await this.#resuming
  }

  async #resume(): Promise<void> {
    const { gateway, page, news } = this.#deps
    const isCallback = page.path() === routes.authCallback
    this.#watch()
    try {
      const session = isCallback ? await gateway.session.completeOAuth(page.href()) : await gateway.session.load()
      if (isCallback) page.navigate(links.home(), { replace: true })
      if (isCallback && session !== undefined) news.post('signed-in')
      if (session === undefined) signedOut()
      else await this.#enter(toUser(session))
    } catch (caught) {
      if (isCallback) page.navigate(links.home(), { replace: true })
      const kept = findKeptSession()
      if (caught instanceof AppError && caught.retryable && !isCallback && kept !== undefined) {
        await this.#enter(kept.user)
        return
      }
      signedOut()
      reportFailure(caught)
    }
  }

  signIn: SessionPort['signIn'] = async (account) =>
    await attempt(async () => await this.#begin(this.#deps.gateway.session.signInWithPassword(account)))

  signUp: SessionPort['signUp'] = async (account) =>
    await attempt(async () => await this.#begin(this.#deps.gateway.session.signUpWithPassword(account)))

  askForNewPassword: SessionPort['askForNewPassword'] = async (email) =>
    await attempt(async () => await this.#deps.gateway.session.requestNewPassword(email))

  setNewPassword: SessionPort['setNewPassword'] = async (change) =>
    await attempt(async () => {
      const { gateway, page } = this.#deps
      await this.#begin(gateway.session.setNewPassword(change))
      page.navigate(links.home(), { replace: true })
    })

  changePassword: SessionPort['changePassword'] = async (change) =>
    await attempt(async () => await this.#deps.gateway.session.changePassword(change))

  signInWith: SessionPort['signInWith'] = async (provider) =>
    await attempt(async () => {
      const { config, gateway, page } = this.#deps
      const [domainHint] = config.allowedEmailDomains
      const redirectTo = new URL(routes.authCallback, page.href()).href
      page.leaveFor(
        await gateway.session.startOAuth({ provider, redirectTo, ...(domainHint !== undefined && { domainHint }) }),
      )
    })

  tryDemo: SessionPort['tryDemo'] = async () => {
    const { accounts, password } = this.#deps.config.demo
    // A demo visitor should see everything and be able to change most of it, without using the owner's account.
    const account = accounts.find(({ role }) => role === 'admin') ?? accounts[0]
    if (account === undefined) return err(new AppError('not-found', messages['not-found']))
    return await this.signIn({ email: account.email, password })
  }

  signOut: SessionPort['signOut'] = async () => {
    this.#deps.news.post('signed-out')
    await this.#forget(async () => {
      // Offline, the server keeps a session whose tokens nobody has any more.
      const ended = this.#deps.gateway.session.signOut().catch(() => undefined)
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, signOutPatienceMs))])
    })
  }

  createStudio: SessionPort['createStudio'] = async (name) =>
    await attempt(async () => await this.#admit(await this.#deps.gateway.studios.create(name.trim())))

  joinStudio: SessionPort['joinStudio'] = async (text) => {
    const token = findInviteToken(text)
    if (token === undefined) return err(new AppError('invite-link-invalid', messages['invite-link-invalid']))
    return await attempt(async () => await this.#admit(await this.#deps.gateway.studios.acceptInvite(token)))
  }

  switchStudio: SessionPort['switchStudio'] = async (studioId) =>
    await attempt(async () => {
      if (studioId === sessionStore.currentStudioId) return
      setCurrentStudio(studioId)
      await Promise.all([this.#openStudio(studioId), this.#deps.gateway.studios.setActive(studioId)])
    })

  reopenStudio: SessionPort['reopenStudio'] = async () => {
    const { currentStudioId } = sessionStore
    const { client, studio } = clientStore.get()
    // A person who was archived may have been readmitted: what is open pulls again.
    if (studio?.replica.getState() === 'gone') client?.refresh()
    else if (currentStudioId !== undefined) await this.#openStudio(currentStudioId)
  }

  followInvite: SessionPort['followInvite'] = async (token) => {
    const { page } = this.#deps
    // Until the earlier session is loaded it is unknown whether someone is signed in; its failures are shown elsewhere.
    await this.#resuming?.catch(() => undefined)
    await this.#loading
    if (this.#userId === undefined) {
      keepInvite(token)
      page.navigate(links.login(), { replace: true })
      return
    }
    const joined = await this.joinStudio(token)
    page.navigate(joined.ok ? links.projects({ studioSlug: joined.value.slug }) : links.home(), { replace: true })
    if (!joined.ok) reportFailure(joined.error)
  }

  followAddress: SessionPort['followAddress'] = async (path) => {
    if (sessionStore.status !== 'signed-in' || this.#userId === undefined) return
    if (this.#areStudiosSkipped && path !== routes.superadmin && sessionStore.user) await this.#load(sessionStore.user)
    const slug = findSlug(path)
    const studio = sessionStore.studios.find((candidate) => candidate.slug === slug)
    if (studio === undefined) return
    const switched = await this.switchStudio(studio.id)
    // Offline, the studio opens from the cache, and the server learns of it another time.
    if (!switched.ok && !switched.error.retryable) reportFailure(switched.error)
  }

  async #begin(signingIn: Promise<Session>): Promise<void> {
    this.#watch()
    const session = await signingIn
    this.#deps.news.post('signed-in')
    await this.#enter(toUser(session))
  }

  async #enter(user: SessionUser): Promise<void> {
    const { startClient, follow, forgetDevice, page } = this.#deps
    const kept = findKeptSession(user.id)
    // Someone else used this device before: nothing of theirs may remain.
    if (kept === undefined && findKeptSession() !== undefined) await forgetDevice('replaced')
    this.#userId = user.id
    const client = await startClient(user.id)
    setClient(client)
    this.#stopFollowing = follow(client)
    if (kept !== undefined && !hasInvite() && isEnough(kept, this.#findSlug())) {
      this.#show({ ...kept, user: { ...kept.user, email: user.email } })
      this.#goToDestination()
      // Enough to start with; the server's answer follows.
      this.#load(kept.user).catch(reportFailure)
      return
    }
    resetSession()
    this.#goToDestination()
    this.#areStudiosSkipped = page.path() === routes.superadmin
    if (this.#areStudiosSkipped) this.#show({ user: await this.#withRights(user), ...noStudios })
    else await this.#load(user)
  }

  /** Loads once at a time; further callers wait for the running load. */
  async #load(user: SessionUser): Promise<void> {
    this.#areStudiosSkipped = false
    this.#loading ??= this.#loadOnce(user).finally(() => {
      this.#loading = undefined
    })
    await this.#loading
  }

  async #loadOnce(user: SessionUser): Promise<void> {
    const { gateway, page } = this.#deps
    const inviteToken = takeInvite()
    const loaded = await this.#untilOnline(async () =>
      Promise.all([
        loadStudios(gateway.studios, { inviteToken, slug: this.#findSlug() }),
        this.#withRights(user),
      ] as const),
    )
    // Signed out while loading.
    if (this.#userId !== user.id || loaded === undefined) return
    const [{ studios, current, invitedId, inviteError }, own] = loaded
    // The studio may have delivered the person's profile meanwhile: it is newer than this one.
    const known = sessionStore.user ?? own
    this.#show({ user: { ...known, isSuperAdmin: own.isSuperAdmin }, studios, currentStudioId: current?.id })
    if (inviteError !== undefined) reportFailure(inviteError)
    if (invitedId !== undefined && current !== undefined) page.navigate(links.projects({ studioSlug: current.slug }))
  }

  /** Retries until there is an answer, or until the person has left. */
  async #untilOnline<T>(ask: () => Promise<T>): Promise<T | undefined> {
    const userId = this.#userId
    for (let waitMs = firstWaitMs; this.#userId === userId; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      try {
        return await ask()
      } catch (caught) {
        if (!(caught instanceof AppError) || !caught.retryable) throw caught
        await this.#deps.page.wait(Math.max(waitMs, caught.retryAfterMs ?? 0))
      }
    }
    return undefined
  }

  async #withRights(user: SessionUser): Promise<SessionUser> {
    const { is_super_admin: isSuperAdmin }: { is_super_admin?: unknown } = Object(
      await this.#deps.gateway.call('debug_current_user_context'),
    )
    return { ...user, isSuperAdmin: isSuperAdmin === true }
  }

  #show(session: KeptSession): void {
    const isOpen = clientStore.get().studio?.studioId === session.currentStudioId
    signedIn(session)
    if (session.currentStudioId !== undefined && !isOpen) void this.#openStudio(session.currentStudioId)
  }

  #keep = (): void => {
    const { user, studios, currentStudioId } = sessionStore
    if (user !== undefined) keepSession({ user, studios, currentStudioId })
  }

  /** Returns to where the person wanted to go before signing in. */
  #goToDestination(): void {
    const { page } = this.#deps
    if (page.path() !== links.home() && page.path() !== links.login()) return
    const destination = takeDestination()
    // The home address stays as it is: its query may hold an app shortcut's target.
    if (destination === undefined && page.path() === links.home()) return
    page.navigate(destination ?? links.home(), { replace: true })
  }

  #findSlug(): string | undefined {
    return (
      findRoute(this.#deps.page.path())?.params['studioSlug'] ??
      findRoute(findDestination() ?? '')?.params['studioSlug']
    )
  }

  async #admit(studio: SessionStudio): Promise<SessionStudio> {
    setStudios([...sessionStore.studios.filter(({ id }) => id !== studio.id), studio])
    const switched = await this.switchStudio(studio.id)
    if (!switched.ok) throw switched.error
    return studio
  }

  async #openStudio(studioId: StudioId): Promise<void> {
    const { client, studio: previous } = clientStore.get()
    if (client === undefined || previous?.studioId === studioId) return
    this.#stopStudio?.()
    this.#stopStudio = undefined
    setStudio(undefined)
    if (previous !== undefined) void client.release(`studio:${previous.studioId}`)
    const isWanted = (): boolean => clientStore.get().client === client && sessionStore.currentStudioId === studioId
    try {
      const studio = await client.openStudio(studioId)
      if (!isWanted()) return
      setStudio(studio)
      this.#stopStudio = this.#deps.followStudio(studio, client.userId)
    } catch (caught) {
      if (!(caught instanceof AppError)) throw caught
      if (isWanted()) setStudio(undefined, caught)
    }
  }

  /** Listens for changes of the session, here and in other tabs. */
  #watch(): void {
    if (this.#isWatching) return
    this.#isWatching = true
    const { gateway, news, page } = this.#deps
    subscribe(sessionStore, this.#keep)
    gateway.session.subscribe((event, session) => {
      if (session !== undefined && this.#userId !== undefined && session.userId !== this.#userId) page.reload()
      else if (event === 'signed-out' && this.#userId !== undefined) void this.#expire()
      else if (session !== undefined) updateUser({ email: session.email })
    })
    news.subscribe((told) => {
      if (told === 'signed-out' && this.#userId !== undefined) void this.#forget()
      if (told === 'signed-in' && this.#userId === undefined) void this.resume()
    })
  }

  /** Handles a session ended by the server: drafts stay on the device for the person's return. */
  async #expire(): Promise<void> {
    const { page } = this.#deps
    if (findRoute(page.path())?.params['studioSlug'] !== undefined)
      rememberDestination(page.href().slice(new URL(page.href()).origin.length))
    const { client } = this.#end()
    await client?.close()
    page.navigate(links.home())
    signedOut()
    reportFailure(new AppError('session-not-found', messages['session-not-found']))
  }

  /** Signs out, here or after another tab did: nothing of the person stays on this device. */
  async #forget(endSession: () => Promise<void> = async () => {}): Promise<void> {
    const { client } = this.#end()
    resetSession()
    await endSession()
    await client?.clear()
    await this.#deps.forgetDevice('signed-out')
    // Leave the studio first: its address is not where the next person wants to go.
    this.#deps.page.navigate(links.home())
    signedOut()
  }

  #end(): { client: StudioClient | undefined } {
    const { client } = clientStore.get()
    this.#userId = undefined
    this.#stopFollowing?.()
    this.#stopStudio?.()
    this.#stopFollowing = undefined
    this.#stopStudio = undefined
    resetClient()
    return { client }
  }
}

function findSlug(path: string): string | undefined {
  return findRoute(path)?.params['studioSlug']
}

const noStudios = { studios: [], currentStudioId: undefined } as const

/** Tells whether the stored session is enough to show the current address. */
function isEnough({ studios, currentStudioId }: KeptSession, slug: string | undefined): boolean {
  return currentStudioId !== undefined && (slug === undefined || studios.some((studio) => studio.slug === slug))
}

function toUser({ userId, email, fullName, avatarUrl }: Session): SessionUser {
  const name = fullName ?? shortNameOf({ fullName: '', email })
  return { id: userId, email, displayName: name, avatarUrl, isSuperAdmin: false }
}

/** Returns expected failures as results; bugs are rethrown. */
