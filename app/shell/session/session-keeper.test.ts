import type { StudioClient } from '#core/sync/studio-client.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { emptyGateway } from '#core/gateway/memory/empty-gateway.ts'
import type { Session, SessionEvent, StudioSummary } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type StudioId, type UserId } from '#core/lib/ids.ts'
import { clientStore, resetClient } from '#app/stores/client-store.ts'
import { resetSession, sessionStore } from '#app/stores/session-store.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { rememberDestination, takeDestination } from '../remembered-destination.ts'
import { findKeptSession, keepSession } from './kept-session.ts'
import { hasInvite, keepInvite } from './pending-invite.ts'
import { SessionKeeper } from './session-keeper.ts'
import type { SessionNews } from './session-news.ts'

const userId = toId<UserId>('00000000-0000-4000-8000-0000000000aa')
const token = 'a1b2c3d4e5f6a1b2c3d4e5f6'
const aStudio = (slug: string): StudioSummary => ({ id: toId<StudioId>(`id-${slug}`), name: slug, slug })
const [north, south, west] = [aStudio('north'), aStudio('south'), aStudio('west')]

const offline = (): AppError => new AppError('offline', 'You are offline.', { retryable: true })
const invalidInvite = (): AppError => new AppError('invalid-input', 'Invalid invite link')

type World = {
  path?: string
  studios?: StudioSummary[]
  activeId?: StudioId
  isSuperAdmin?: boolean
  acceptInvite?: () => Promise<StudioSummary>
  list?: () => Promise<readonly StudioSummary[]>
  load?: () => Promise<Session | undefined>
  readonly signOut?: () => Promise<void>
}

/** A keeper with fakes: records what was asked of the server, and gives tests their levers. */
function aWorld({ path = '/', studios = [north, south], activeId, isSuperAdmin = false, ...fakes }: World = {}) {
  const address = { path }
  const asked: string[] = []
  const waits: number[] = []
  const posted: SessionNews[] = []
  let tellSession: (event: SessionEvent, session: Session | undefined) => void = () => undefined
  let tellNews: (news: SessionNews) => void = () => undefined
  const session: Session = {
    userId,
    email: 'mei@northlight.example',
    fullName: 'Mei Tanaka',
    avatarUrl: undefined,
    expiresAt: Number.MAX_SAFE_INTEGER,
  }
  const empty = emptyGateway(userId)
  const note =
    <T>(what: string, answer: () => Promise<T>) =>
    async (): Promise<T> => {
      asked.push(what)
      return await answer()
    }
  const client = {
    userId,
    openStudio: async (studioId: StudioId) => await Promise.resolve({ studioId }),
    release: async () => await Promise.resolve(),
    clear: note('clear the device', async () => await Promise.resolve()),
    close: note('close', async () => await Promise.resolve()),
  }
  const keeper = new SessionKeeper({
    config: {
      supabaseUrl: '',
      publishableKey: '',
      auth: { google: true, github: false, local: true },
      allowedEmailDomains: ['northlight.example', 'other.example'],
      demo: { isAvailable: true, password: 'demo', accounts: [] },
      contactEmail: undefined,
      pushKey: undefined,
      hasMail: false,
    },
    gateway: {
      call: async () => await Promise.resolve({ is_super_admin: isSuperAdmin }),
      session: {
        ...empty.session,
        load: fakes.load ?? (async () => await Promise.resolve(session)),
        completeOAuth: fakes.load ?? (async () => await Promise.resolve(session)),
        signInWithPassword: async () => await Promise.resolve(session),
        startOAuth: async ({ provider, redirectTo, domainHint }) =>
          await Promise.resolve(`${provider} ${redirectTo} ${domainHint ?? ''}`),
        signOut: note('sign out', fakes.signOut ?? (async () => await Promise.resolve())),
        subscribe: (listener) => {
          tellSession = listener
          return () => undefined
        },
      },
      studios: {
        ...empty.studios,
        acceptInvite: note('accept', fakes.acceptInvite ?? (async () => await Promise.resolve(west))),
        ensureMine: note('ensure', async () => await Promise.resolve(studios[0])),
        findActive: note('active', async () => await Promise.resolve(activeId)),
        list: note('list', fakes.list ?? (async () => await Promise.resolve(studios))),
        setActive: async (id) => {
          asked.push(`set ${id}`)
          await Promise.resolve()
        },
        create: async (name) => await Promise.resolve(aStudio(name)),
      },
    },
    // Only what the keeper calls of a client.
    startClient: async () => await Promise.resolve(client as unknown as StudioClient),
    follow: () => () => undefined,
    followStudio: () => () => undefined,
    forgetDevice: note('forget', async () => {
      localStorage.clear()
      sessionStorage.clear()
      await Promise.resolve()
    }),
    news: {
      post: (news) => posted.push(news),
      subscribe: (listener) => {
        tellNews = listener
      },
    },
    page: {
      path: () => address.path,
      href: () => `https://xsheet.example${address.path}`,
      navigate: (to) => {
        address.path = to
      },
      leaveFor: (to) => asked.push(`leave for ${to}`),
      reload: () => asked.push('reload'),
      wait: async (milliseconds) => {
        waits.push(milliseconds)
        await Promise.resolve()
      },
    },
  })
  return {
    keeper,
    address,
    asked,
    waits,
    posted,
    session,
    tellSession: (event: SessionEvent, changed: Session | undefined) => tellSession(event, changed),
    tellNews: (news: SessionNews) => tellNews(news),
  }
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  resetSession()
  resetClient()
  resetToasts()
})

test('after sign-in a studio is ensured, the active one read, the list loaded, and the choice sent', async () => {
  const { keeper, asked } = aWorld()

  await keeper.resume()

  expect(asked).toEqual(['ensure', 'active', 'list', 'set id-north'])
  expect(sessionStore).toMatchObject({ status: 'signed-in', currentStudioId: north.id })
  await vi.waitFor(() => expect(clientStore.get().studio?.studioId).toBe(north.id), 30_000)
})

test('the choice is not sent to the server if it already is its active studio', async () => {
  const { keeper, asked } = aWorld({ activeId: south.id })

  await keeper.resume()

  expect(sessionStore.currentStudioId).toBe(south.id)
  expect(asked).toEqual(['ensure', 'active', 'list'])
})

test('the studio in the address takes precedence over the active one', async () => {
  const { keeper, asked } = aWorld({ path: '/studio/south/projects', activeId: north.id })

  await keeper.resume()

  expect(sessionStore.currentStudioId).toBe(south.id)
  expect(asked).toContain('set id-south')
})

test('a pending invite is accepted first, its studio becomes current, and the invite is forgotten', async () => {
  keepInvite(token)
  const { keeper, asked, address } = aWorld({ studios: [north, west], activeId: north.id })

  await keeper.resume()

  expect(asked.slice(0, 2)).toEqual(['accept', 'ensure'])
  expect(sessionStore.currentStudioId).toBe(west.id)
  expect(address.path).toBe('/studio/west/projects')
  expect(hasInvite()).toBe(false)
})

test('a refused pending invite is forgotten, shown as an error, and does not stop the sign-in', async () => {
  keepInvite(token)
  const { keeper } = aWorld({ acceptInvite: async () => await Promise.reject(invalidInvite()) })

  await keeper.resume()

  expect(hasInvite()).toBe(false)
  expect(sessionStore).toMatchObject({ status: 'signed-in', currentStudioId: north.id })
  expect(toastStore.toasts.map(({ text }) => text)).toEqual(['Invalid invite link'])
})

test('someone without a studio is signed in and has none', async () => {
  const { keeper } = aWorld({ studios: [] })

  await keeper.resume()

  expect(sessionStore).toMatchObject({ status: 'signed-in', studios: [], currentStudioId: undefined })
})

test('on /superadmin no studios are loaded until the person leaves it', async () => {
  const { keeper, asked, address } = aWorld({ path: '/superadmin', isSuperAdmin: true })

  await keeper.resume()

  expect(asked).toEqual([])
  expect(sessionStore.user?.isSuperAdmin).toBe(true)

  address.path = '/'
  await keeper.followAddress('/')

  expect(sessionStore.currentStudioId).toBe(north.id)
})

test('a failing network is retried, starting at 200 ms and doubling', async () => {
  let failures = 3
  const { keeper, waits } = aWorld({
    list: async () => (failures-- > 0 ? await Promise.reject(offline()) : await Promise.resolve([north])),
  })

  await keeper.resume()

  expect(waits).toEqual([200, 400, 800])
  expect(sessionStore.currentStudioId).toBe(north.id)
})

test('a start without a network shows the state of the last visit', async () => {
  await aWorld().keeper.resume()
  resetSession()
  const { keeper } = aWorld({
    load: async () => await Promise.reject(offline()),
    list: async () => await new Promise<never>(() => undefined),
  })

  await keeper.resume()

  expect(sessionStore).toMatchObject({ status: 'signed-in', user: { id: userId }, currentStudioId: north.id })
})

test('a person signing in after someone else finds nothing of theirs', async () => {
  const other = toId<UserId>('00000000-0000-4000-8000-0000000000bb')
  const user = { id: other, email: 'eve@x.example', displayName: 'Eve', avatarUrl: undefined, isSuperAdmin: false }
  keepSession({ user, studios: [south], currentStudioId: south.id })
  const { keeper, asked } = aWorld({ studios: [north] })

  await keeper.resume()

  expect(asked[0]).toBe('forget')
  expect(findKeptSession()?.user.id).toBe(userId)
})

test('a deep link survives the sign-in', async () => {
  rememberDestination('/studio/south/project/salt-road?item=sh010')
  const { keeper, address } = aWorld({ path: '/login', activeId: north.id })

  await keeper.signIn({ email: 'mei@northlight.example', password: 'x' })

  expect(address.path).toBe('/studio/south/project/salt-road?item=sh010')
  expect(takeDestination()).toBeUndefined()
})

test('the auth callback leads home, with a session or without', async () => {
  const good = aWorld({ path: '/auth/callback' })
  await good.keeper.resume()
  expect(good.address.path).toBe('/')
  expect(sessionStore.status).toBe('signed-in')

  resetSession()
  const bad = aWorld({ path: '/auth/callback', load: async () => await Promise.reject(invalidInvite()) })
  await bad.keeper.resume()
  expect(bad.address.path).toBe('/')
  expect(sessionStore.status).toBe('signed-out')
})

test('Google sign-in is given the first allowed domain and returns to the callback', async () => {
  const { keeper, asked } = aWorld()

  await keeper.signInWith('google')

  expect(asked).toEqual(['leave for google https://xsheet.example/auth/callback northlight.example'])
})

test('signing out notifies the other tabs, clears the device and ends at the landing page', async () => {
  const { keeper, asked, posted, address } = aWorld({ activeId: north.id })
  await keeper.resume()
  address.path = '/studio/north/projects'
  asked.length = 0

  await keeper.signOut()

  expect(posted).toEqual(['signed-out'])
  expect(asked).toEqual(['sign out', 'clear the device', 'forget'])
  expect(sessionStore).toMatchObject({ status: 'signed-out', user: undefined, studios: [] })
  expect(address.path).toBe('/')
  expect(clientStore.get().client).toBeUndefined()
})

test('signing out does not wait for an unresponsive server', async () => {
  const { keeper, asked } = aWorld({ signOut: async () => await new Promise(() => undefined) })
  await keeper.resume()
  vi.useFakeTimers()

  const leaving = keeper.signOut()
  await vi.advanceTimersByTimeAsync(3000)
  await leaving

  vi.useRealTimers()
  expect(asked).toContain('forget')
  expect(sessionStore.status).toBe('signed-out')
})

test('signing out in another tab clears this one as well', async () => {
  const { keeper, asked, tellNews } = aWorld()
  await keeper.resume()

  tellNews('signed-out')

  await vi.waitFor(() => expect(sessionStore.status).toBe('signed-out'), 30_000)
  expect(asked).toContain('clear the device')
  expect(asked).toContain('forget')
})

test('a session ended by the server keeps drafts and the current address', async () => {
  const { keeper, asked, address, tellSession } = aWorld()
  await keeper.resume()
  address.path = '/studio/north/timeline'

  tellSession('signed-out', undefined)

  await vi.waitFor(() => expect(sessionStore.status).toBe('signed-out'), 30_000)
  expect(asked).toContain('close')
  expect(asked).not.toContain('clear the device')
  expect(takeDestination()).toBe('/studio/north/timeline')
  expect(toastStore.toasts[0]?.text).toBe('Your session has ended. Please sign in again.')
})

test("a refreshed session changes nothing on screen; another person's reloads the page", async () => {
  const { keeper, asked, session, tellSession } = aWorld()
  await keeper.resume()
  const before = JSON.stringify(sessionStore)

  tellSession('refreshed', session)
  expect(JSON.stringify(sessionStore)).toBe(before)

  tellSession('signed-in', { ...session, userId: toId<UserId>('00000000-0000-4000-8000-0000000000bb') })
  expect(asked).toContain('reload')
})

test('an invite followed while signed out waits for the sign-in', async () => {
  const { keeper, address, asked } = aWorld({ path: `/invite/${token}` })

  await keeper.followInvite(token)

  expect(address.path).toBe('/login')
  expect(hasInvite()).toBe(true)
  expect(asked).toEqual([])
})

test('an invite followed while signed in joins and shows the projects; a refused one leads home', async () => {
  const good = aWorld()
  await good.keeper.resume()
  await good.keeper.followInvite(token)
  expect(good.address.path).toBe('/studio/west/projects')
  expect(sessionStore.currentStudioId).toBe(west.id)

  const bad = aWorld({ acceptInvite: async () => await Promise.reject(invalidInvite()) })
  await bad.keeper.resume()
  await bad.keeper.followInvite(token)
  expect(bad.address.path).toBe('/')
})

test('an invite followed while the session is still loading joins at once', async () => {
  const { keeper, address } = aWorld({ path: `/invite/${token}` })

  const resumed = keeper.resume()
  await keeper.followInvite(token)
  await resumed

  expect([address.path, hasInvite()]).toEqual(['/studio/west/projects', false])
})

test('text without a token is refused without asking the server', async () => {
  const { keeper, asked } = aWorld()

  const joined = await keeper.joinStudio('https://xsheet.example/invite/short')

  expect(joined).toMatchObject({ ok: false, error: { message: 'Invalid invite link' } })
  expect(asked).toEqual([])
})

test("a link into another of the person's studios makes that one current", async () => {
  const { keeper, asked } = aWorld({ activeId: north.id })
  await keeper.resume()

  await keeper.followAddress('/studio/south/projects')

  expect(sessionStore.currentStudioId).toBe(south.id)
  expect(asked).toContain('set id-south')
  expect(clientStore.get().studio?.studioId).toBe(south.id)
})

test('a new studio is listed and becomes the current one', async () => {
  const { keeper } = aWorld({ studios: [] })
  await keeper.resume()

  const made = await keeper.createStudio('  Blue Hour  ')

  expect(made).toMatchObject({ ok: true, value: { name: 'Blue Hour' } })
  expect(sessionStore.studios.map(({ name }) => name)).toEqual(['Blue Hour'])
  expect(sessionStore.currentStudioId).toBe('id-Blue Hour')
})
