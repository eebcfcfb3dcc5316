import { act, render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { toId, type StudioId, type UserId } from '#core/lib/ids.ts'
import { findRoute, links, resolveRedirect, routes, STUDIO_WIDE } from '#app/routes.ts'
import { setSessionPort, type SessionPort } from '#app/stores/session-port.ts'
import { resetSession, signedIn, signedOut } from '#app/stores/session-store.ts'
import { AppRouter } from './router.tsx'

const slug = 'northlight'
const uuid = '0193b1c6-7a10-7cc1-9d5e-2f6f2a6e9b11'
const projects = links.projects({ studioSlug: slug })

const enter = (studioSlug: string | undefined, isSuperAdmin = false): void => {
  const studio = { id: toId<StudioId>('s1'), name: 'Northlight', slug: studioSlug ?? '' }
  signedIn({
    user: { id: toId<UserId>('u1'), email: 'u1@example.com', displayName: 'Mei', avatarUrl: undefined, isSuperAdmin },
    studios: studioSlug === undefined ? [] : [studio],
    currentStudioId: studioSlug === undefined ? undefined : studio.id,
  })
}

const people = {
  'signed out': { enter: signedOut, start: '/' },
  'signed in without a studio': { enter: () => enter(undefined), start: '/welcome' },
  'a member': { enter: () => enter(slug), start: projects },
  'a super-admin': { enter: () => enter(slug, true), start: projects },
} as const
type Person = keyof typeof people

const params: Readonly<Record<string, string>> = { studioSlug: slug, userId: STUDIO_WIDE, token: 'a1b2' }
const known = Object.values(routes).map((pattern) =>
  pattern.replace(/:(\w+)/g, (_, name: string) => params[name] ?? 'salt-road'),
)
const legacy = ['/studio', '/studio/timeline', '/shots', '/assets', '/tasks', '/reviews', '/activity']
const odd = [`/studio/${slug}`, `/studio/${uuid}`, `/studio/${uuid}/projects`, `/studio/${slug}/nowhere`, '/else/where']
const addresses = [...known, ...legacy, ...odd]

/** Returns where an address redirects this person, according to the route table; undefined if they may stay. */
function leadsTo(address: string, person: Person): string | undefined {
  const { start } = people[person]
  const redirect = resolveRedirect(address)
  if (redirect !== undefined) return person === 'signed out' ? '/' : redirect === '/' ? start : redirect
  const name = findRoute(address)?.name ?? 'home'
  if (['invite', 'contact', 'authCallback', 'newPassword'].includes(name)) return undefined
  if (person === 'signed out') return name === 'home' || name === 'login' ? undefined : '/'
  if (name === 'home' || name === 'login') return start
  if (name === 'welcome') return start
  return name === 'superadmin' && person !== 'a super-admin' ? start : undefined
}

beforeEach(() => {
  const port: Partial<SessionPort> = { followInvite: async () => undefined }
  // The screens at these addresses call nothing else.
  setSessionPort(port as SessionPort)
  resetSession()
  sessionStorage.clear()
  history.replaceState(undefined, '', '/')
})
afterEach(() => {
  setSessionPort(undefined)
  resetSession()
})

/** A page renders something, if only its outline. */
const isBlank = (container: HTMLElement): boolean => container.childElementCount === 0

const ways = {
  opened: async (address: string, person: Person) => {
    people[person].enter()
    history.replaceState(undefined, '', address)
    return render(<AppRouter />)
  },
  'moved to in the app': async (address: string, person: Person) => {
    people[person].enter()
    history.replaceState(undefined, '', people[person].start)
    const page = render(<AppRouter />)
    act(() => navigate(address))
    return page
  },
  'open before it is known who it is': async (address: string, person: Person) => {
    resetSession()
    history.replaceState(undefined, '', address)
    const page = render(<AppRouter />)
    await act(async () => people[person].enter())
    return page
  },
} as const
type Way = keyof typeof ways

const asked = (Object.keys(ways) as Way[]).flatMap((way) =>
  (Object.keys(people) as Person[]).map((person) => ({ way, person })),
)

test.each(asked)('every address ends at a page: $way, $person', async ({ way, person }) => {
  const ends: Record<string, string> = {}
  for (const address of addresses) {
    const { container, unmount } = await ways[way](address, person)
    // Screens of a studio that is not open may be blank for now; redirect targets may not.
    const isLost = location.pathname !== address && isBlank(container)
    ends[address] = isLost ? `blank at ${location.pathname}` : location.pathname
    unmount()
  }

  expect(ends).toEqual(Object.fromEntries(addresses.map((address) => [address, leadsTo(address, person) ?? address])))
})

test('consecutive redirects are all followed, every time', () => {
  enter(slug)
  history.replaceState(undefined, '', projects)
  const { container } = render(<AppRouter />)

  for (const address of ['/shots', '/superadmin', '/shots', '/welcome', '/login']) {
    act(() => navigate(address))
    act(() => navigate('/tasks'))

    expect([address, location.pathname, isBlank(container)]).toEqual([address, projects, false])
  }
})

test('a sign-in that completes during a redirect continues from its target', () => {
  history.replaceState(undefined, '', '/shots')
  function SignsIn() {
    useLayoutEffect(() => enter(slug), [])
    return null
  }

  const { container } = render(
    <>
      <AppRouter />
      <SignsIn />
    </>,
  )

  expect(location.pathname).toBe(projects)
  expect(isBlank(container)).toBe(false)
})

test('two consecutive redirects make one history entry', () => {
  enter(slug)
  history.replaceState(undefined, '', projects)
  render(<AppRouter />)
  const before = history.length

  act(() => navigate('/shots'))

  expect(history.length).toBe(before + 1)
})

test('a redirect loop stops at the projects page', () => {
  // A studio's name may look like an id, and such addresses redirect home.
  enter(uuid)
  const replace = vi.spyOn(history, 'replaceState')
  history.replaceState(undefined, '', '/superadmin')
  const { container } = render(<AppRouter />)

  expect(location.pathname).toBe(links.projects({ studioSlug: uuid }))
  expect(isBlank(container)).toBe(false)
  expect(replace.mock.calls.length).toBeLessThanOrEqual(3)
})

test("a signed-out person's destination is remembered through any number of redirects", () => {
  signedOut()
  history.replaceState(undefined, '', `/studio/${slug}`)
  render(<AppRouter />)

  expect(location.pathname).toBe('/')
  expect(sessionStorage.getItem('destination')).toBe(projects)
})
