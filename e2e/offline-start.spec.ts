import { expect, test } from '@playwright/test'
import { startTestHost, type TestHost } from '../tests/host/start-test-host.ts'
import { FrontPage } from './page-models/front-page.ts'
import { waitUntilSpaceIsKept } from './page-models/session.ts'

const space = '/studio/northlight/project/the-salt-road/spaces'
let host: TestHost
let isRunning = true

test.use({ serviceWorkers: 'allow' })
test.beforeAll(async () => {
  host = await startTestHost({ demo: true })
})
test.afterAll(async () => {
  if (isRunning) await host.close()
})

test('after two visits the app starts without a server and shows the studio as last seen', async ({
  context,
  page,
}) => {
  const front = new FrontPage(page)
  await page.goto(host.url)
  await front.openLogIn()
  await front.pickDemoAccount('Mei Tanaka')
  await page.waitForURL('**/projects')
  await page.goto(`${host.url}${space}`)
  const rows = page.getByRole('grid').getByRole('row')
  await expect(rows.filter({ hasText: 'sq020_sh0060' })).toBeVisible()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  // The second visit is served by the service worker.
  await page.reload()
  await expect(rows.filter({ hasText: 'sq020_sh0060' })).toBeVisible()
  await expect
    .poll(async () => await page.evaluate(async () => (await caches.keys()).some((name) => name.includes('precache'))))
    .toBe(true)
  await waitUntilSpaceIsKept(page)
  await page.close()

  await host.close()
  isRunning = false
  const later = await context.newPage()
  await later.goto(`${host.url}${space}`)

  await expect(later.getByRole('grid').getByRole('row').filter({ hasText: 'sq020_sh0060' })).toBeVisible()
  await later.keyboard.press('g')
  await later.keyboard.press('p')
  await expect(later.getByRole('link', { name: /The Salt Road/ }).first()).toBeVisible()
  // The palette searches the data on the device.
  await later.keyboard.press('Control+k')
  await later.keyboard.type('#sh0060')
  await expect(later.getByRole('option').filter({ hasText: 'sq020_sh0060' }).first()).toBeVisible()
})
