import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from '@playwright/test'
import { startTestHost, type TestHost } from '../tests/host/start-test-host.ts'
import { FrontPage } from './page-models/front-page.ts'

const clientId = 'client.apps.googleusercontent.com'
const domain = 'northlight.example'
const realFetch = globalThis.fetch
let host: TestHost
let person = { email: `ann@${domain}`, email_verified: true, hd: domain }

/** Google's token endpoint and certificates, as the host requests them. */
async function answerAsGoogle(): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const certificates = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] }
  globalThis.fetch = async (input, init) => {
    const { hostname, pathname } = new URL(input instanceof Request ? input.url : String(input))
    if (hostname === 'oauth2.googleapis.com') {
      const token = new SignJWT({ ...person, name: 'Ann Lindqvist' })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuer('https://accounts.google.com')
        .setAudience(clientId)
        .setSubject(person.email)
        .setIssuedAt()
        .setExpirationTime('5m')
      return Response.json({ access_token: 'token', id_token: await token.sign(privateKey), token_type: 'Bearer' })
    }
    if (hostname === 'www.googleapis.com' && pathname.endsWith('/certs')) return Response.json(certificates)
    return await realFetch(input, init)
  }
}

test.beforeAll(async () => {
  await answerAsGoogle()
  host = await startTestHost({
    settings: { google: { clientId, clientSecret: 'secret' }, allowedEmailDomains: [domain] },
  })
})
test.afterAll(async () => {
  globalThis.fetch = realFetch
  await host.close()
})

test('Google signs in people of the company’s domain and nobody else', async ({ page }) => {
  const asked: URL[] = []
  // Google's own page is answered here, so the browser never contacts it.
  await page.route('**/auth/v1/authorize?**', async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 })
    const address = new URL(answer.headers()['location'] ?? '')
    expect(address.hostname).toBe('accounts.google.com')
    asked.push(address)
    const state = address.searchParams.get('state') ?? ''
    await route.fulfill({ status: 302, headers: { location: `${host.url}/auth/v1/callback?code=abc&state=${state}` } })
  })
  const front = new FrontPage(page)
  const logIn = async (): Promise<void> => {
    await page.goto(`${host.url}/login`)
    await expect(front.dialog.getByLabel('Password')).toBeHidden()
    await front.dialog.getByRole('button', { name: 'Continue with Google' }).click()
  }

  person = { email: 'eve@evil.example', email_verified: true, hd: 'evil.example' }
  await logIn()
  await expect(front.title).toBeVisible()
  await expect(page).toHaveURL(`${host.url}/`)
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')).toBeVisible()

  person = { email: `ann@${domain}`, email_verified: true, hd: domain }
  await logIn()
  await expect(page).toHaveURL(`${host.url}/welcome`)
  await expect(page.getByRole('heading', { name: 'Welcome, Ann' })).toBeVisible()
  expect(asked.at(-1)?.searchParams.get('hd')).toBe(domain)
})
