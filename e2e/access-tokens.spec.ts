import { expect, type Page, test } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { signInAs } from './page-models/session.ts'

async function openByPalette(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').first().fill(command)
  await expect(page.getByRole('option', { name: command }).first()).toBeVisible()
  await page.keyboard.press('Enter')
}

async function signIn(page: Page): Promise<void> {
  await signInAs(page, 'Mei Tanaka')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()
}

async function exchange(page: Page, token: string): Promise<number> {
  return (await page.request.post('/functions/v1/exchange-token', { data: { token }, maxRetries: 3 })).status()
}

test('an access token is created by keyboard, shown once and revoked', async ({ page }) => {
  await signIn(page)
  await openByPalette(page, 'User Settings')
  const panel = page.getByRole('region', { name: 'Access tokens' })

  await panel.getByLabel('Name of the token').focus()
  await page.keyboard.type('laptop')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const token = await panel.getByLabel('Access token', { exact: true }).inputValue()
  expect(token).toMatch(/^xst_[0-9a-f]{64}$/)
  expect(await exchange(page, token)).toBe(200)
  expect(await findViolations(page)).toEqual([])

  await panel.getByRole('button', { name: 'Revoke laptop' }).focus()
  await page.keyboard.press('Enter')
  await expect(panel.getByText('laptop')).toHaveCount(0)
  await expect(panel.getByLabel('Access token', { exact: true })).toHaveCount(0)
  expect(await exchange(page, token)).toBe(401)
})

test('a device code signs a machine in; a wrong code is refused', async ({ page }) => {
  const ask = async (data: object) => await page.request.post('/functions/v1/device-sign-in', { data })
  const started = await (await ask({ client_name: 'farm-07' })).json()
  await signIn(page)

  await page.goto('/device')
  await page.getByLabel('Code').fill('BBBB-BBBB')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is not known or has expired')).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await page.goto(`/device?code=${started.user_code}`)
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(page.getByText('farm-07')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'The machine is signed in' })).toBeVisible()

  const approved = await (await ask({ device_code: started.device_code })).json()
  expect(await exchange(page, approved.token)).toBe(200)
})

test('a service account is created with a token and deleted', async ({ page }) => {
  await signIn(page)
  await openByPalette(page, 'Studio Settings')
  const panel = page.getByRole('region', { name: 'Service accounts' })
  const name = 'Farm'

  await panel.getByLabel('Name of the account').fill(name)
  await panel.getByRole('button', { name: 'Add account' }).press('Enter')
  await panel.getByRole('button', { name: `New token for ${name}` }).press('Enter')
  const token = await panel.getByLabel('Access token', { exact: true }).inputValue()
  expect(await exchange(page, token)).toBe(200)
  expect(await findViolations(page)).toEqual([])

  await panel.getByRole('button', { name: `Delete ${name}` }).press('Enter')
  await expect(panel.getByText(name, { exact: true })).toHaveCount(0)
  expect(await exchange(page, token)).toBe(401)
})
