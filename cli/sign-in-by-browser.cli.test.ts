import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

const clientId = 'client.apps.googleusercontent.com'
const realFetch = globalThis.fetch
let cli: Cli

beforeAll(async () => {
  const google = { clientId, clientSecret: 'secret' }
  cli = await startCli({ settings: { google, allowedEmailDomains: ['northlight.example'] } })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await cli.close()
})

/** Google's responses to the host, which runs in this process: the person has consented. */
async function pretendToBe(email: string): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }]
  const token = await new SignJWT({ email, email_verified: true, hd: email.split('@')[1], name: 'Ann' })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer('https://accounts.google.com')
    .setAudience(clientId)
    .setSubject(email)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(privateKey)
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { hostname } = new URL(input instanceof Request ? input.url : String(input))
    if (hostname === 'oauth2.googleapis.com')
      return Response.json({ access_token: 'token', id_token: token, token_type: 'Bearer' })
    if (hostname === 'www.googleapis.com') return Response.json({ keys })
    return realFetch(input, init)
  })
}

/** Follows the address as a browser does: to Google, back to the host, and on to the command's own port. */
async function browse(address: string): Promise<void> {
  const follow = async (from: string): Promise<URL> =>
    new URL((await realFetch(from, { redirect: 'manual' })).headers.get('location') ?? '')
  const google = await follow(address)
  const back = await follow(`${cli.host.url}/auth/v1/callback?code=abc&state=${google.searchParams.get('state')}`)
  expect(back.hostname).toBe('127.0.0.1')
  const page = await realFetch(back)
  expect(await page.text()).toContain('go back to the terminal')
}

test('login with Google goes through the browser, which redirects to a port of this machine', async () => {
  await pretendToBe('ann@northlight.example')
  let browsing: Promise<void> | undefined
  const onTalk = (text: string): void => {
    const address = /https?:\/\/\S+authorize\S*(?=\n)/.exec(text)?.[0]
    if (address !== undefined) browsing ??= browse(address)
  }
  const ended = await cli.spawn(['login', '--no-browser'], { onTalk })
  await browsing
  const who = await cli.run(['whoami', '--json'])

  expect(ended.stderr).toContain('Signed in to')
  expect(ended.code).toBe(0)
  expect(JSON.parse(who.stdout)).toMatchObject({ email: 'ann@northlight.example' })
})

test('a password is not accepted if the host has Google', async () => {
  const ended = await cli.run(['login', '--email', 'ann@northlight.example', '--password-stdin'], { input: 'secret' })

  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('does not accept passwords.') })
})
