import { expect, test } from 'vitest'
import { decide, follow, type GateSession } from './gate.ts'

const signedOut: GateSession = {
  status: 'signed-out',
  userId: undefined,
  isSuperAdmin: false,
  currentStudioSlug: undefined,
}
const studioLess: GateSession = { ...signedOut, status: 'signed-in', userId: 'u1' }
const member: GateSession = { ...studioLess, currentStudioSlug: 'northlight' }
const grid = '/studio/northlight/project/salt-road/space/ep-2'

test("home is the landing page, the current studio's projects, or the welcome page", () => {
  expect(decide('/', '', signedOut)).toMatchObject({ kind: 'screen', match: { name: 'home' } })
  expect(decide('/', '', member)).toEqual({ kind: 'redirect', to: '/studio/northlight/projects' })
  expect(decide('/login', '', member)).toEqual({ kind: 'redirect', to: '/studio/northlight/projects' })
  expect(decide('/', '', studioLess)).toEqual({ kind: 'redirect', to: '/welcome' })
})

test('a link into a studio waits for sign-in and is remembered', () => {
  expect(decide(grid, '?item=a', signedOut)).toEqual({ kind: 'redirect', to: '/', remember: `${grid}?item=a` })
  expect(decide(grid, '', { ...signedOut, status: 'loading' })).toEqual({ kind: 'wait' })
  expect(decide(grid, '', member)).toMatchObject({ kind: 'screen', match: { name: 'space' } })
})

test('shared files and device authorisation wait for sign-in too', () => {
  expect(decide('/share', '', signedOut)).toEqual({ kind: 'redirect', to: '/', remember: '/share' })
  expect(decide('/share', '', member)).toMatchObject({ kind: 'screen', match: { name: 'share' } })
  expect(decide('/device', '?code=BCDF-GHJK', signedOut)).toMatchObject({ remember: '/device?code=BCDF-GHJK' })
})

test('the welcome page is for people without a studio', () => {
  expect(decide('/welcome', '', studioLess)).toMatchObject({ kind: 'screen' })
  expect(decide('/welcome', '', member)).toEqual({ kind: 'redirect', to: '/studio/northlight/projects' })
  expect(decide('/welcome', '', signedOut)).toEqual({ kind: 'redirect', to: '/' })
})

test('the super-admin page is for super-admins only', () => {
  expect(decide('/superadmin', '', member)).toEqual({ kind: 'redirect', to: '/' })
  expect(decide('/superadmin', '', { ...member, isSuperAdmin: true })).toMatchObject({ kind: 'screen' })
})

test.each(['/login', '/auth/callback', '/invite/abc'])(
  '%s is open to everyone, even before the session is known',
  (path) => {
    expect(decide(path, '', { ...signedOut, status: 'loading' })).toMatchObject({ kind: 'screen' })
  },
)

test('legacy and unknown addresses lead home, signed in or not', () => {
  for (const session of [signedOut, member]) {
    expect(decide('/shots', '', session)).toEqual({ kind: 'redirect', to: '/' })
    expect(decide('/studio/northlight/nowhere', '', session)).toEqual({ kind: 'redirect', to: '/' })
  }
})

test("the installed app's shortcuts open pages of the current studio", () => {
  const to = (go: string) => decide('/', `?source=pwa&go=${go}`, member)

  expect(to('timeline')).toEqual({ kind: 'redirect', to: '/studio/northlight/timeline' })
  expect(to('feed')).toEqual({ kind: 'redirect', to: '/studio/northlight/artist/u1' })
  expect(to('timesheet')).toEqual({ kind: 'redirect', to: '/studio/northlight/timesheet/u1' })
  expect(to('anything')).toEqual({ kind: 'redirect', to: '/studio/northlight/projects' })
})

test('a redirect to a redirect is followed as one, and remembers where the person wanted to go', () => {
  expect(follow('/shots', '', member)).toEqual({ kind: 'redirect', to: '/studio/northlight/projects' })
  expect(follow('/superadmin', '', studioLess)).toEqual({ kind: 'redirect', to: '/welcome' })
  expect(follow('/studio/northlight', '', signedOut)).toEqual({
    kind: 'redirect',
    to: '/',
    remember: '/studio/northlight/projects',
  })
  expect(follow('/shots', '', { ...signedOut, status: 'loading' })).toEqual({ kind: 'redirect', to: '/' })
})

test.each(['timeline', '0193b1c6-7a10-7cc1-9d5e-2f6f2a6e9b11'])(
  'redirect loops, as in a studio called %s, end at its projects page',
  (currentStudioSlug) => {
    const inCircle: GateSession = { ...member, currentStudioSlug }
    const projects = `/studio/${currentStudioSlug}/projects`
    expect(decide(projects, '', inCircle)).toEqual({ kind: 'redirect', to: '/' })

    expect(follow('/', '', inCircle)).toEqual({ kind: 'redirect', to: projects })
    expect(follow('/superadmin', '', inCircle)).toEqual({ kind: 'redirect', to: projects })
    expect(follow(projects, '', inCircle)).toMatchObject({ kind: 'screen', match: { name: 'projects' } })
  },
)
