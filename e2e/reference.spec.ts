import { expect, test } from '@playwright/test'
import { demoPassword } from '../supabase/seed/accounts.ts'
import { startTestHost, type TestHost } from '../tests/host/start-test-host.ts'
import { findViolationsBySystem } from './page-models/judge.ts'

let host: TestHost
test.beforeAll(async () => {
  host = await startTestHost({ demo: true })
})
test.afterAll(async () => await host?.close())

test('the API reference fits a phone and can try a call with an access token', async ({ page }) => {
  const client = host.connect()
  await client.auth.signInWithPassword({ email: 'ingrid.solberg@northlight.example', password: demoPassword })
  const studio: unknown = (await client.from('studios').select('id').single()).data?.id
  const { data } = await client.rpc('create_access_token', { p_studio_id: studio, p_name: 'reader' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${host.url}/docs/api`)

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await findViolationsBySystem(page)).toEqual([])

  const call = page.locator('#list_studio_members')
  await call.getByText('Try it').click()
  await call.getByLabel('Arguments as JSON').fill(JSON.stringify({ p_studio: studio }))
  await page.getByPlaceholder('xst_…').fill('abc')
  await call.getByRole('button', { name: 'Send POST' }).click()
  await expect(call.getByRole('status')).toContainText('neither an access token')
  await page.getByPlaceholder('xst_…').fill(Object(data).token)
  await call.getByRole('button', { name: 'Send POST' }).click()
  await expect(call.getByRole('status')).toContainText('200 OK')
  await expect(call.getByRole('status')).toContainText('Mei Tanaka')
})
