import type { Database } from './queryable.ts'
import { describe, expect, test } from 'vitest'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { isAllowedEmail, makeAuth } from './auth.ts'
import { makeRateLimit } from './rate-limit.ts'
import type { Settings } from './settings.ts'

const keys = { jwtSecret: 's'.repeat(40), publishableKey: 'sb_publishable_p', serviceKey: 'sb_secret_s' }
const google = { clientId: 'id', clientSecret: 'secret' }

type Answer = { status: number; body?: unknown }

/** The guard in front of a lite that answers `answer` and records the requests that reach it. */
function anAuth(settings: Partial<Settings> = {}, answer: Answer = { status: 200, body: {} }) {
  const reached: string[] = []
  const clock = { now: 0 }
  const auth = makeAuth({
    settings: {
      port: 0,
      host: '127.0.0.1',
      dataDirectory: '/nowhere',
      demo: false,
      allowedEmailDomains: [],
      ...settings,
    },
    keys,
    // No request of these tests reaches the database.
    database: {} as Database,
    lite: async (request) => {
      reached.push(`${request.method} ${new URL(request.url).pathname}`)
      return Response.json(answer.body, { status: answer.status })
    },
    limits: {
      account: makeRateLimit({ failures: 2, windowMs: 60_000, now: () => clock.now }),
      address: makeRateLimit({ failures: 3, windowMs: 60_000, now: () => clock.now }),
      signUp: makeRateLimit({ failures: 3, windowMs: 60_000, now: () => clock.now }),
      recovery: {
        account: makeRateLimit({ failures: 2, windowMs: 60_000, now: () => clock.now }),
        address: makeRateLimit({ failures: 3, windowMs: 60_000, now: () => clock.now }),
      },
    },
  })
  const ask = (path: string, { method = 'POST', body = {}, headers = {}, peer = '10.0.0.1' } = {}): Promise<Response> =>
    auth(
      new Request(`http://h/auth/v1${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
      }),
      peer,
    )
  return { ask, reached, clock }
}

describe('with a Google client', () => {
  test.each([
    '/signup',
    '/token?grant_type=password',
    '/otp',
    '/magiclink',
    '/recover',
    '/resend',
    '/verify',
    '/reauthenticate',
  ])('%s is refused because passwords are off', async (path) => {
    const { ask, reached } = anAuth({ google })

    const response = await ask(path, { body: { email: 'a@b.example', password: 'long-enough' } })

    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      error_code: 'email_provider_disabled',
      msg: expect.stringContaining('Google'),
    })
    expect(reached).toEqual([])
  })

  test('a password cannot be set either', async () => {
    const { ask, reached } = anAuth({ google })

    expect((await ask('/user', { method: 'PUT', body: { password: 'new-password' } })).status).toBe(403)
    expect(reached).toEqual([])
  })

  test.each(['/token?grant_type=refresh_token', '/token?grant_type=pkce', '/logout'])('%s passes', async (path) => {
    const { ask, reached } = anAuth({ google })

    expect((await ask(path)).status).toBe(200)
    expect(reached).toHaveLength(1)
  })
})

test.each(['/otp', '/magiclink', '/resend', '/reauthenticate'])(
  '%s, whose mail nobody would receive, is refused and creates no account',
  async (path) => {
    const { ask, reached } = anAuth()

    const response = await ask(path, { body: { email: 'new@b.example' } })

    expect([response.status, await response.json()]).toEqual([
      422,
      expect.objectContaining({ error_code: 'otp_disabled' }),
    ])
    expect(reached).toEqual([])
  },
)

describe('domains', () => {
  test.each([
    ['ann@north.example', true],
    ['ANN@North.Example', true],
    ['ann@north.example.evil.com', false],
    ['ann@evil-north.example', false],
    ['ann@sub.north.example', false],
    ['north.example', true],
    ['ann@evil.com@north.example', true],
    ['"@north.example"@evil.com', false],
    ['ann@north.example ', false],
  ])('%s is allowed: %s', (email, isAllowed) => {
    expect(isAllowedEmail(email, ['north.example'])).toBe(isAllowed)
  })

  test('an address of another domain may not sign up, and is told the allowed one', async () => {
    const { ask, reached } = anAuth({ allowedEmailDomains: ['north.example'] })

    const response = await ask('/signup', { body: { email: 'ann@evil.com', password: 'long-enough' } })

    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ msg: 'Only addresses of north.example may sign up' })
    expect(reached).toEqual([])
  })

  test('nobody can change their address, which would bypass the domain check', async () => {
    const { ask } = anAuth()

    expect((await ask('/user', { method: 'PUT', body: { email: 'ann@evil.com' } })).status).toBe(403)
    expect((await ask('/user', { method: 'PUT', body: { data: { name: 'Ann' } } })).status).toBe(200)
  })
})

test('sign-ups are limited per minute and machine, whether they succeed or not', async () => {
  const { ask, reached, clock } = anAuth()
  const signUp = async (peer?: string) => (await ask('/signup', { body: { email: 'a@b.example' }, peer })).status

  expect([await signUp(), await signUp(), await signUp(), await signUp()]).toEqual([200, 200, 200, 429])
  expect(await signUp('10.0.0.2')).toBe(200)
  clock.now += 60_000
  expect(await signUp()).toBe(200)
  expect(reached).toHaveLength(5)
})

test('the passwords of demo accounts cannot be changed', async () => {
  const { ask, reached } = anAuth({ demo: true })
  const tokenOf = (email: string): string => `h.${Buffer.from(JSON.stringify({ email })).toString('base64url')}.s`
  const change = async (token: string): Promise<number> =>
    (
      await ask('/user', {
        method: 'PUT',
        body: { password: 'another-one' },
        headers: { authorization: `Bearer ${token}` },
      })
    ).status

  expect(await change(tokenOf('Mei.Tanaka@northlight.example'))).toBe(403)
  expect(reached).toEqual([])
  expect(await change(tokenOf('ana@example.com'))).toBe(200)
  expect(await change('no-token')).toBe(200)
})

test('concurrent wrong passwords are counted one by one', async () => {
  const { ask, reached } = anAuth({}, { status: 400, body: {} })
  const guess = async (n: number, peer?: string) =>
    (await ask('/token?grant_type=password', { body: { email: 'a@b.example', password: `${n}` }, peer })).status

  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => guess(n)))

  expect(answers.toSorted((a, b) => a - b)).toEqual([400, 400, 429, 429, 429, 429])
  expect(reached).toHaveLength(2)
  expect(await guess(7, '10.0.0.2')).toBe(400)
})

test.each([null, 1, 'x', []])('a body %j is refused before anything reads it', async (body) => {
  const { ask, reached } = anAuth()

  const response = await ask('/token?grant_type=password', { body: body as object })

  expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ error_code: 'bad_json' })])
  expect(reached).toEqual([])
})

test.each([
  ['/token?grant_type=password', { email: { a: 1 }, password: 'x' }],
  ['/token?grant_type=password', { email: ['a@b.example'], password: 'x' }],
  ['/token?grant_type=refresh_token', { refresh_token: { a: 1 } }],
  ['/signup', { email: 'a@b.example', password: { a: { b: [] } } }],
  ['/verify', { email: { a: 1 } }],
  ['/verify', { type: ['recovery'], token_hash: { a: 1 } }],
  ['/user', { password: 7 }],
])('%s refuses %j, whose texts are not strings', async (path, body) => {
  const { ask, reached } = anAuth()

  const response = await ask(path, { method: path === '/user' ? 'PUT' : 'POST', body })

  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ error_code: 'bad_json', message: expect.stringMatching(/^\w+ must be text$/) }),
  ])
  expect(reached).toEqual([])
})

test('null counts as a missing text', async () => {
  expect(
    (await anAuth().ask('/token?grant_type=password', { body: { email: 'a@b.example', phone: null } })).status,
  ).toBe(200)
})

describe('a demo studio reachable from other machines', () => {
  const signIn = async (settings: Partial<Settings>, password = demoPassword) => {
    const { ask, reached } = anAuth(settings)
    const body = { email: 'Ingrid.Solberg@northlight.example', password }
    const { status } = await ask('/token?grant_type=password', { body })
    return { status, isTried: reached.length > 0 }
  }
  const refused = { status: 403, isTried: false }
  const tried = { status: 200, isTried: true }

  test.each([{ host: '0.0.0.0' }, { publicUrl: 'https://studio.example' }])(
    'made while only local, it opens to its public password only when requested: %j',
    async (address) => {
      expect(await signIn(address)).toEqual(refused)
      expect(await signIn({ ...address, demo: true })).toEqual(tried)
      expect(await signIn(address, 'a password of her own')).toEqual(tried)
      expect(await signIn({})).toEqual(tried)
    },
  )
})

describe('guessing', () => {
  const wrong = { status: 400, body: { error_code: 'invalid_credentials' } }

  test('after too many failures an address has to wait, and is told how long', async () => {
    const { ask, reached, clock } = anAuth({}, wrong)
    for (let attempt = 0; attempt < 3; attempt += 1) await ask('/token?grant_type=password')

    const refused = await ask('/token?grant_type=password')

    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(reached).toHaveLength(3)
    expect((await ask('/token?grant_type=password', { peer: '10.0.0.2' })).status).toBe(400)
    clock.now += 60_000
    expect((await ask('/token?grant_type=password')).status).toBe(400)
  })

  test('session refreshes are limited apart from sign-ins, as often as passwords', async () => {
    const { ask } = anAuth({}, wrong)
    const renew = async () => (await ask('/token?grant_type=refresh_token')).status
    for (let attempt = 0; attempt < 3; attempt += 1) await ask('/token?grant_type=password')

    expect([await renew(), await renew(), await renew(), await renew()]).toEqual([400, 400, 400, 429])
  })

  test('a whole IPv6 network counts as one caller', async () => {
    const { ask } = anAuth({}, wrong)
    const guess = async (peer: string) => (await ask('/token?grant_type=password', { peer })).status

    expect([await guess('2001:db8::1'), await guess('2001:db8::2'), await guess('2001:db8::3')]).toEqual([
      400, 400, 400,
    ])
    expect([await guess('2001:db8::4'), await guess('2001:db8:0:1::4')]).toEqual([429, 400])
  })

  test('an account is blocked only for the address that guesses, not for its office or its owner elsewhere', async () => {
    const { ask } = anAuth({}, wrong)
    const signIn = async (email: string, peer?: string) =>
      (await ask('/token?grant_type=password', { body: { email, password: 'a wrong one' }, peer })).status

    expect([await signIn('ann@a.example'), await signIn(' ANN@a.example'), await signIn('ann@a.example')]).toEqual([
      400, 400, 429,
    ])
    expect(await signIn('ben@a.example')).toBe(400)
    expect(await signIn('ann@a.example', '10.0.0.2')).toBe(400)
  })

  test('successes do not count', async () => {
    const { ask } = anAuth()
    for (let attempt = 0; attempt < 10; attempt += 1) await ask('/token?grant_type=password')

    expect((await ask('/token?grant_type=password')).status).toBe(200)
  })
})

test.each([
  ['nothing', {}],
  ['the publishable key', { apikey: keys.publishableKey, authorization: `Bearer ${keys.publishableKey}` }],
  ['part of the service key', { authorization: 'Bearer sb_secret_' }],
])('users are not administered with %s', async (_what, headers) => {
  const { ask } = anAuth()

  const response = await ask('/admin/users', { method: 'GET', headers })

  expect(response.status).toBe(401)
})

test('other origins may call, and responses are not cached', async () => {
  const { ask } = anAuth()
  const preflight = await ask('/token', {
    method: 'OPTIONS',
    headers: { 'access-control-request-headers': 'apikey,x-new' },
  })
  const response = await ask('/token?grant_type=password')

  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey,x-new')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('cache-control')).toBe('no-store')
})

describe('a forgotten password', () => {
  const recover = { body: { email: 'ann@studio.example' } }

  test('without mail nothing is requested, and the answer points to the operator of the host', async () => {
    const { ask, reached } = anAuth()

    const response = await ask('/recover', recover)

    expect([response.status, reached]).toEqual([403, []])
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('npm run password') })
  })

  test('recovery links are limited by account and address together, so nobody can block another person’s', async () => {
    const { ask, reached } = anAuth({ mail: { from: 'xsheet@studio.example', smtpUrl: 'smtp://127.0.0.1' } })
    const statuses: number[] = []

    for (let turn = 0; turn < 3; turn += 1) statuses.push((await ask('/recover', recover)).status)
    statuses.push((await ask('/recover', { body: { email: 'ben@studio.example' } })).status)
    statuses.push((await ask('/recover', { body: { email: 'cem@studio.example' } })).status)
    statuses.push((await ask('/recover', { ...recover, peer: '10.0.0.2' })).status)

    expect(statuses).toEqual([200, 200, 429, 200, 429, 200])
    expect(reached).toHaveLength(4)
  })
})
