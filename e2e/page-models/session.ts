import { expect, type Browser, type Page } from '@playwright/test'
import { demoAccounts, demoPassword } from '#supabase/seed/accounts.ts'
import type { Account } from './front-page.ts'

/** Returns a unique account, so that journeys do not affect each other. */
export function anAccount(name: string): Account {
  return { email: `${name}-${crypto.randomUUID().slice(0, 8)}@journey.example`, password: 'correct-horse-battery' }
}

/** Returns the account of somebody in the demo studio, by name. */
function demoAccount(person: string): Account {
  const email = demoAccounts.find(({ name }) => name === person)?.email
  if (email === undefined) throw new Error(`${person} is not in the demo studio`)
  return { email, password: demoPassword }
}

/**
 * Gives the page's browser this account's session, as if kept from an earlier visit, on an otherwise empty device. The
 * sign-in pages have journeys of their own. `origin` defaults to the origin of the suite's own host.
 */
export async function signInAs(page: Page, person: string | Account, origin = ''): Promise<void> {
  const data = typeof person === 'string' ? demoAccount(person) : person
  const server = await findServer(page, origin)
  await keepSession(page, server, await ask<Session>(page, server, { path: 'auth/v1/token?grant_type=password', data }))
}

/** Signs somebody of the demo studio in on a device that has lost nothing but the session, as after a crash. */
export async function signInAgain(page: Page, person: string): Promise<void> {
  const server = await findServer(page, new URL(page.url()).origin)
  const data = demoAccount(person)
  const session = await ask<Session>(page, server, { path: 'auth/v1/token?grant_type=password', data })
  await page.evaluate((value) => localStorage.setItem('xsheet-session', value), JSON.stringify(session))
}

/** Signs up a new person without a studio. */
export async function signUpAs(page: Page, account: Account, origin = ''): Promise<void> {
  const server = await findServer(page, origin)
  await keepSession(page, server, await ask<Session>(page, server, { path: 'auth/v1/signup', data: account }))
}

type Session = { readonly access_token: string }
type Server = { readonly origin: string; readonly key: string }
type Question = { readonly path: string; readonly data: object; readonly token?: string }

async function findServer(page: Page, origin: string): Promise<Server> {
  const response = await page.request.get(`${origin}/config.json`)
  const config = await response.json()
  return { origin: new URL(response.url()).origin, key: String(config.supabasePublishableKey) }
}

async function keepSession(page: Page, { origin }: Server, session: Session): Promise<void> {
  await emptyDevice(page, origin)
  await page.evaluate((value) => localStorage.setItem('xsheet-session', value), JSON.stringify(session))
}

/**
 * Clears what the app has stored in the page's browser, but not the HTTP cache, as a new context would: fetching and
 * compiling the app's files again is most of the time it takes to open. Ends on an address of the host that runs no
 * code.
 */
async function emptyDevice(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/config.json`)
  const devtools = await page.context().newCDPSession(page)
  const storageTypes = 'cookies,local_storage,indexeddb,cache_storage,service_workers'
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await devtools.detach()
  await page.evaluate(() => sessionStorage.clear())
}

/** Resets the device to just after sign-in, with the same session and window, and removes all routes. */
export async function renewDevice(page: Page): Promise<void> {
  const session = await page.evaluate(() => localStorage.getItem('xsheet-session') ?? '')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await emptyDevice(page, new URL(page.url()).origin)
  await page.evaluate((value) => localStorage.setItem('xsheet-session', value), session)
}

async function ask<T>(page: Page, { origin, key }: Server, { path, data, token = key }: Question): Promise<T> {
  const headers = { apikey: key, authorization: `Bearer ${token}` }
  const response = await page.request.post(`${origin}/${path}`, { headers, data })
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`)
  // The caller knows the type.
  return (await response.json()) as T
}

/** Signs up a new person with a studio; ends on its projects page. */
export async function startStudio(page: Page, account: Account, studioName: string): Promise<void> {
  const server = await findServer(page, '')
  const session = await ask<Session>(page, server, { path: 'auth/v1/signup', data: account })
  const creation = { path: 'rest/v1/rpc/create_studio', data: { p_name: studioName }, token: session.access_token }
  const studio = await ask<{ custom_slug: string }>(page, server, creation)
  await keepSession(page, server, session)
  await page.goto(`/studio/${studio.custom_slug}/projects`)
  await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()
}

/** Signs in somebody of the demo studio in a new context; ends on their studio's projects page. */
export async function signIn(browser: Browser, person: string, baseURL?: string): Promise<Page> {
  const context = await browser.newContext({
    timezoneId: 'UTC',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(baseURL !== undefined && { baseURL }),
  })
  const page = await context.newPage()
  await signInAs(page, person, baseURL)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'The Salt Road' }).first()).toBeVisible()
  return page
}

/** Calls the server as the signed-in person: POST with a body, else GET. */
export async function callServer<T>(page: Page, path: string, body?: object): Promise<T> {
  const answer: unknown = await page.evaluate(
    async ({ address, sent }) => {
      const config = await (await fetch('/config.json')).json()
      const { access_token: accessToken } = JSON.parse(localStorage.getItem('xsheet-session') ?? '{}')
      const headers = {
        apikey: config.supabasePublishableKey,
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
      }
      const request = sent === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(sent) }
      const response = await fetch(`/rest/v1/${address}`, request)
      if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
      return await response.json()
    },
    { address: path, sent: body },
  )
  // The caller knows the type.
  return answer as T
}

/** Lists the personal data left on this device, apart from device settings. */
export async function listLeftovers(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const device = new Set(['theme', 'studioViewMode', 'projectViewMode', 'config'])
    const databases = await indexedDB.databases()
    const cacheNames = await caches.keys()
    return [
      ...Object.keys(localStorage).filter((key) => !device.has(key)),
      ...Object.keys(sessionStorage),
      ...databases.map(({ name }) => name ?? ''),
      ...cacheNames.filter((name) => name.startsWith('media') || name.startsWith('shared')),
    ]
  })
}

/** Waits until the open space is stored on the device, shortly after its rows are drawn. */
export async function waitUntilSpaceIsKept(page: Page): Promise<void> {
  const countKept = async (): Promise<number> =>
    await page.evaluate(async () => {
      const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('xsheet-') ? [name] : []))
      const ask = async <T>(request: IDBRequest<T>): Promise<T> =>
        await new Promise((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(request.error))
        })
      let kept = 0
      for (const name of names) {
        const db = await ask(indexedDB.open(name))
        if (db.objectStoreNames.contains('scopes')) {
          const keys = await ask(db.transaction('scopes').objectStore('scopes').getAllKeys())
          kept += keys.filter((key) => typeof key === 'string' && key.startsWith('space:')).length
        }
        db.close()
      }
      return kept
    })
  await expect.poll(countKept).toBeGreaterThan(0)
}
