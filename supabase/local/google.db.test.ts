import { createHash, randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'

const clientId = 'client.apps.googleusercontent.com'
type Person = { email: string; email_verified: boolean; hd?: string }

let host: TestHost
const { privateKey, publicKey } = await generateKeyPair('RS256')
const certificates = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] }
const realFetch = globalThis.fetch

beforeAll(async () => {
  host = await startTestHost({
    settings: { google: { clientId, clientSecret: 'secret' }, allowedEmailDomains: ['northlight.example'] },
  })
})
afterAll(() => host?.close())
afterEach(() => vi.unstubAllGlobals())

/** Google's token endpoint and certificates, answering as if this person consented. */
function pretendToBe(person: Person): void {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { hostname, pathname } = new URL(input instanceof Request ? input.url : String(input))
    if (hostname === 'oauth2.googleapis.com') {
      const token = new SignJWT({ ...person, name: 'Ann' })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuer('https://accounts.google.com')
        .setAudience(clientId)
        .setSubject(person.email)
        .setIssuedAt()
        .setExpirationTime('5m')
      return Response.json({ access_token: 'token', id_token: await token.sign(privateKey), token_type: 'Bearer' })
    }
    if (hostname === 'www.googleapis.com' && pathname.endsWith('/certs')) return Response.json(certificates)
    return realFetch(input, init)
  })
}

/** Follows the redirects of a sign-in with PKCE and returns where the browser ends up. */
async function signIn(person: Person): Promise<{ landed: URL; verifier: string }> {
  pretendToBe(person)
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const query = new URLSearchParams({
    provider: 'google',
    redirect_to: `${host.url}/auth/callback`,
    code_challenge: challenge,
    code_challenge_method: 's256',
  })
  const leaving = await realFetch(`${host.url}/auth/v1/authorize?${query}`, { redirect: 'manual' })
  const state = new URL(leaving.headers.get('location') ?? '').searchParams.get('state') ?? ''
  const returning = await realFetch(`${host.url}/auth/v1/callback?code=abc&state=${state}`, { redirect: 'manual' })
  return { landed: new URL(returning.headers.get('location') ?? ''), verifier }
}

/** Exchanges what the browser came back with for a session. */
const exchange = (landed: URL, verifier: string): Promise<Response> =>
  realFetch(`${host.url}/auth/v1/token?grant_type=pkce`, {
    method: 'POST',
    headers: { apikey: host.keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ auth_code: landed.searchParams.get('code'), code_verifier: verifier }),
  })

const listUsers = async (): Promise<string[]> =>
  (await host.database.query<{ email: string }>('select email from auth.users order by 1')).map(({ email }) => email)

test('somebody of the company can sign in, and again later', async () => {
  const ann = { email: 'ann@northlight.example', email_verified: true, hd: 'northlight.example' }

  for (const _time of ['first', 'second']) {
    const { landed, verifier } = await signIn(ann)
    expect(landed.pathname).toBe('/auth/callback')
    const session = await exchange(landed, verifier)
    expect(await session.json()).toMatchObject({ user: { email: ann.email } })
  }
  expect(await listUsers()).toEqual([ann.email])
})

test('a code is useless to anybody who did not request it', async () => {
  const { landed } = await signIn({ email: 'ann@northlight.example', email_verified: true, hd: 'northlight.example' })

  const stolen = await exchange(landed, randomBytes(32).toString('base64url'))

  expect(stolen.ok).toBe(false)
  expect(await stolen.text()).not.toContain('access_token')
})

test.each<[string, Person]>([
  ['a personal account with an address of the company', { email: 'eve@northlight.example', email_verified: true }],
  ['another company', { email: 'eve@evil.com', email_verified: true, hd: 'evil.com' }],
  [
    'a domain that only begins like ours',
    { email: 'eve@northlight.example.evil.com', email_verified: true, hd: 'northlight.example.evil.com' },
  ],
  [
    'an address that is not verified',
    { email: 'eve@northlight.example', email_verified: false, hd: 'northlight.example' },
  ],
])('%s is sent back without an account', async (_what, person) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const before = await listUsers()

  const { landed } = await signIn(person)

  expect(landed.searchParams.get('code')).toBeNull()
  expect(landed.searchParams.get('error')).not.toBeNull()
  expect(await listUsers()).toEqual(before)
})

test('config.json offers Google and neither passwords nor a demo', async () => {
  expect(await (await realFetch(`${host.url}/config.json`)).json()).toMatchObject({
    auth: { google: true, github: false, local: false },
    allowedEmailDomains: ['northlight.example'],
    demo: { available: false, password: '', accounts: [] },
  })
})

test('nobody signs up or in with a password', async () => {
  const visitor = host.connect()

  const up = await visitor.auth.signUp({ email: 'eve@northlight.example', password: 'correct-horse' })
  const within = await visitor.auth.signInWithPassword({ email: 'ann@northlight.example', password: 'correct-horse' })

  expect(up.error?.code).toBe('email_provider_disabled')
  expect(within.error?.code).toBe('email_provider_disabled')
})

test('the service cannot create a user of another domain either', async () => {
  const { error } = await host.admin.client.auth.admin.createUser({ email: 'eve@evil.com', email_confirm: true })

  expect(error?.code).toBe('email_address_not_authorized')
})
