import { expect, type Browser, type Page } from '@playwright/test'
import type { Account } from './front-page.ts'
import { FrontPage } from './front-page.ts'

/** An account nobody else uses, so that journeys stay out of each other's way. */
export function anAccount(name: string): Account {
  return { email: `${name}-${crypto.randomUUID().slice(0, 8)}@journey.example`, password: 'correct-horse-battery' }
}

/** Signs somebody new up and makes them a studio; ends on its projects page. */
export async function startStudio(page: Page, account: Account, studioName: string): Promise<void> {
  const front = new FrontPage(page)
  await front.open()
  await front.openLogIn()
  await front.signUp(account)
  await page.waitForURL('**/welcome')
  await page.getByLabel('Studio name').fill(studioName)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL('**/projects')
}

/** One of the demo's people in a browser of their own, on the projects page of their studio. */
export async function signIn(browser: Browser, person: string): Promise<Page> {
  const context = await browser.newContext({ timezoneId: 'UTC', permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  const front = new FrontPage(page)
  await front.open()
  await front.openLogIn()
  await front.pickDemoAccount(person)
  await page.waitForURL('**/projects')
  await expect(page.getByRole('link', { name: 'The Salt Road' }).first()).toBeVisible()
  return page
}

/** Asks the server as the person who is signed in on this page: POST with a body, else GET. */
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
  // The caller knows what it asked for.
  return answer as T
}

/** What of a person is still on this device, besides what belongs to the device itself. */
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
