import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startHost } from '#supabase/local/server.ts'
import { cloneDatabase, toSettings } from '#tests/host/template.ts'
import { findFreePort } from '#supabase/local/free-port.ts'
import { callServer, signInAs } from './page-models/session.ts'
import { TopBar } from './page-models/top-bar.ts'

test('a dead server is reported, changes wait, and everything resumes by itself', async ({ page }) => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'xsheet-reconnect-'))
  const database = await cloneDatabase(dataDirectory, true)
  const port = await findFreePort()
  const settings = { ...toSettings(dataDirectory), port, databaseUrl: database.url, demo: true }
  const first = await startHost(settings)
  await signInAs(page, 'Mei Tanaka', first.url)
  await page.goto(first.url)
  await page.waitForURL('**/projects')
  await expect(page.getByRole('button', { name: 'Synced. Show changes' })).toBeVisible()
  await new TopBar(page).choose('Settings')
  const dialog = page.getByRole('dialog', { name: 'User Settings' })
  await dialog.getByLabel('Discord handle').fill('mei#0001')

  await first.close()
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()

  await expect(
    page.getByText('Your profile is kept on this device and saved when the connection is back.'),
  ).toBeVisible()
  const state = page.getByRole('button', { name: 'Reconnecting. Show changes' })
  await expect(state).toBeVisible()
  await expect(page.getByRole('button', { name: /^Synced/ })).toHaveCount(0)
  await state.click()
  await expect(page.getByText('Your profile', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  // The typed text is back.
  await new TopBar(page).choose('Settings')
  await expect(dialog.getByLabel('Discord handle')).toHaveValue('mei#0001')
  await page.keyboard.press('Escape')

  const second = await startHost(settings)
  await expect(page.getByRole('button', { name: 'Synced. Show changes' })).toBeVisible()
  await expect
    .poll(async () => await callServer(page, 'user_profiles?select=discord_handle&discord_handle=eq.mei%230001'))
    .toEqual([{ discord_handle: 'mei#0001' }])
  await page.close()
  await second.close()
  rmSync(dataDirectory, { recursive: true, force: true })
})
