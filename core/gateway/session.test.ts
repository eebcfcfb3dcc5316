import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import { AuthSession } from './session.ts'

afterEach(() => vi.useRealTimers())

type Situation = {
  readonly expiresInSeconds: number
  readonly fetched: string[]
  /** Without one there is no network. */
  readonly answer?: (request: Request) => Response | Promise<Response>
}

const aUser = { id: 'someone', email: 'ann@studio.test', user_metadata: { full_name: 'Ann Lee' } }

const aWireSession = (expiresInSeconds: number) => ({
  access_token: 'token',
  refresh_token: 'again',
  expires_at: Math.floor(Date.now() / 1000) + expiresInSeconds,
  expires_in: expiresInSeconds,
  user: aUser,
})

function aSession({ expiresInSeconds, fetched, answer }: Situation): AuthSession {
  const wire = aWireSession(expiresInSeconds)
  const values = new Map([['xsheet-session', JSON.stringify(wire)]])
  return new AuthSession({
    url: 'https://studio.test',
    apiKey: 'key',
    autoRefresh: false,
    storage: {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => {
        values.set(key, value)
      },
      removeItem: (key) => {
        values.delete(key)
      },
    },
    fetch: async (input, init) => {
      const request = new Request(input, init)
      fetched.push(request.url)
      return (await answer?.(request)) ?? (await Promise.reject(new TypeError('fetch failed')))
    },
  })
}

test('a stored session tells whose it is offline, expired or not, without a request', async () => {
  const fetched: string[] = []
  const session = aSession({ expiresInSeconds: -3600, fetched })
  expect(await session.load()).toMatchObject({ userId: 'someone', email: 'ann@studio.test', fullName: 'Ann Lee' })
  expect(fetched).toEqual([])
})

test('an offline sign-in says that the server cannot be reached, and promises no later sending', async () => {
  const session = aSession({ expiresInSeconds: 600, fetched: [] })

  const signIn = session.signInWithPassword({ email: 'ann@studio.test', password: 'correct-horse' })

  await expect(signIn).rejects.toMatchObject({
    code: 'offline',
    message: 'The server is not available right now.',
    retryable: true,
  })
})

test('a token with time left is used as it is', async () => {
  const fetched: string[] = []
  expect(await aSession({ expiresInSeconds: 600, fetched }).loadAccessToken()).toBe('token')
  expect(fetched).toEqual([])
})

test.each([
  ['a day ahead', 86_400_000],
  ['a day behind', -86_400_000],
])('a token lasts as long with a clock that is %s, without another request', async (_, aheadMs) => {
  const fetched: string[] = []
  vi.useFakeTimers({ toFake: ['Date'] })
  const answer = () => Response.json({ ...aWireSession(3600), access_token: 'new' })
  const serverNow = Date.now()
  const session = aSession({
    expiresInSeconds: -60,
    fetched,
    answer: () => {
      vi.setSystemTime(serverNow)
      const answered = answer()
      vi.setSystemTime(serverNow + aheadMs)
      return answered
    },
  })
  expect(await session.refresh()).toMatchObject({ expiresAt: expect.closeTo(serverNow + aheadMs + 3_600_000, -4) })
  const asked = fetched.length

  expect(await session.loadAccessToken()).toBe('new')
  expect(fetched).toHaveLength(asked)
})

const refuse = (status: number, errorCode: string) => () =>
  Response.json({ code: status, error_code: errorCode }, { status })

test('a session ended by the server is over, however long its token would last', async () => {
  const session = aSession({ expiresInSeconds: 3000, fetched: [], answer: refuse(400, 'session_not_found') })
  const told = vi.fn<(event: string) => void>()
  session.subscribe(told)
  await session.loadAccessToken()

  await expect(session.refresh()).rejects.toBeInstanceOf(AppError)

  expect(await session.load()).toBeUndefined()
  expect(told.mock.calls.map(([event]) => event)).toContain('signed-out')
})

const aFirewall = () =>
  new Response('<!doctype html><title>Blocked</title>', { status: 403, headers: { 'content-type': 'text/html' } })

test.each([
  ['a failure', refuse(500, 'unexpected_failure')],
  ['a request to wait', refuse(429, 'over_request_rate_limit')],
  ['a firewall’s page', aFirewall],
])('%s instead of a new token ends no session', async (_, answer) => {
  const session = aSession({ expiresInSeconds: 3000, fetched: [], answer })

  // A failure is retried for half a minute.
  vi.useFakeTimers()
  const refused = session.refresh().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await refused).toBeInstanceOf(AppError)

  expect(await session.load()).toMatchObject({ userId: 'someone' })
})

test.each([
  ['answers', true],
  ['is gone', false],
])(
  'a password change reports whether other devices are signed out: the server %s after the change',
  async (_, isThere) => {
    const answer = (request: Request): Response => {
      if (!request.url.includes('/logout')) return Response.json(request.method === 'PUT' ? aUser : aWireSession(3600))
      return isThere ? new Response(undefined, { status: 204 }) : new Response('', { status: 502 })
    }
    const session = aSession({ expiresInSeconds: 600, fetched: [], answer })

    const changed = await session.changePassword({ current: 'the-old-one', password: 'a-better-one' })

    expect(changed).toEqual({ areOthersSignedOut: isThere })
  },
)

test('a callback address without a code or tokens signs nobody in, and a refusal in it keeps its message', async () => {
  const session = aSession({ expiresInSeconds: 600, fetched: [] })
  expect(await session.completeOAuth('https://app.test/auth/callback')).toBeUndefined()
  const refused = session.completeOAuth('https://app.test/auth/callback?error_description=Not%20from%20here')
  await expect(refused).rejects.toMatchObject({ message: 'Not from here' })
})

test('Google gets a code challenge and the company’s domain, and the code is sent with its verifier', async () => {
  const sent: unknown[] = []
  const answer = async (request: Request): Promise<Response> => {
    sent.push(await request.json())
    return Response.json(aWireSession(3600))
  }
  const fetched: string[] = []
  const session = aSession({ expiresInSeconds: -3600, fetched, answer })

  const redirectTo = 'https://app.test/auth/callback'
  const address = new URL(await session.startOAuth({ provider: 'google', redirectTo, domainHint: 'studio.test' }))
  expect(address.origin + address.pathname).toBe('https://studio.test/auth/v1/authorize')
  const wanted = { provider: 'google', hd: 'studio.test', redirect_to: redirectTo, code_challenge_method: 's256' }
  expect(Object.fromEntries(address.searchParams)).toMatchObject(wanted)

  expect(await session.completeOAuth(`${redirectTo}?code=the-code`)).toMatchObject({ userId: 'someone' })
  expect(fetched).toEqual(['https://studio.test/auth/v1/token?grant_type=pkce'])
  const [{ auth_code: code, code_verifier: verifier = '' } = {}] = sent as Partial<Record<string, string>>[]
  expect(code).toBe('the-code')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  expect(challenge).toBe(address.searchParams.get('code_challenge'))
})

test('GitHub gets no domain hint', async () => {
  const session = aSession({ expiresInSeconds: -3600, fetched: [] })
  const github = {
    provider: 'github',
    redirectTo: 'https://app.test/auth/callback',
    domainHint: 'studio.test',
  } as const

  expect(new URL(await session.startOAuth(github)).searchParams.get('hd')).toBeNull()
})

test('a failing session refresh is retried after 200 ms, doubling each time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  let tries = 0
  const answer = (): Response => {
    tries += 1
    return tries < 6 ? Response.json({}, { status: 503 }) : Response.json(aWireSession(3600))
  }
  const untilItWaits = async (): Promise<void> => {
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  const token = aSession({ expiresInSeconds: 30, fetched: [], answer }).loadAccessToken()

  for (const [index, wait] of [200, 400, 800, 1600, 3200].entries()) {
    await untilItWaits()
    expect(tries).toBe(index + 1)
    vi.advanceTimersByTime(wait - 1)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(vi.getTimerCount()).toBe(0)
  }

  expect(await token).toBe('token')
})
