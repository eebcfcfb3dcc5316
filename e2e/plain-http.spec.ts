import path from 'node:path'
import { chromium, expect, test } from '@playwright/test'
import { startOwnHost } from './page-models/own-host.ts'
import { openTask, postRevision } from './page-models/uploads.ts'
import { SpacePage } from './page-models/space-page.ts'

const film = path.join(import.meta.dirname, 'clips', 'rate-24.mp4')

test('in a studio’s own network, without HTTPS, shots are changed, copied, created, posted to and seen in two windows', async ({
  launchOptions,
}) => {
  const host = await startOwnHost({ flags: ['--allow-insecure-local-auth'] })
  const address = host.url.replace('127.0.0.1', 'xsheet.lan')
  const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP xsheet.lan 127.0.0.1']
  const browser = await chromium.launch({ ...launchOptions, args })
  const context = await browser.newContext({ baseURL: address, reducedMotion: 'reduce' })
  const [page, other] = [await context.newPage(), await context.newPage()]
  const faults: string[] = []
  for (const window of [page, other]) window.on('pageerror', ({ message }) => faults.push(message))

  await page.goto('/')
  // What browsers leave out here: clipboard, locks, caches, random UUIDs, decoders.
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await page.getByRole('button', { name: 'Try Demo' }).first().click()
  await page.waitForURL('**/projects')

  const [space, elsewhere] = [new SpacePage(page), new SpacePage(other)]
  await space.open()
  await elsewhere.open()
  await test.step('copies a status and pastes it', async () => {
    await space.cell('sq010_sh0010', 1).click()
    await page.keyboard.press('Control+c')
    await space.cell('sq010_sh0020', 6).click()
    await page.keyboard.press('Control+v')
    for (const window of [space, elsewhere]) await expect(window.cell('sq010_sh0020', 6)).toContainText('DONE')
    await page.keyboard.press('Control+z')
    for (const window of [space, elsewhere]) await expect(window.cell('sq010_sh0020', 6)).toContainText('FEEDBACK')
  })
  await test.step('creates a shot', async () => {
    await page.keyboard.press('c')
    await page.keyboard.type('lan_sh0010')
    await page.keyboard.press('Control+Enter')
    for (const window of [space, elsewhere]) await expect(window.row('lan_sh0010')).toBeVisible()
  })
  await test.step('posts a film, which plays', async () => {
    const popup = await openTask(page, address, '?item=lan-sh0010&task=animation')
    await postRevision(popup, { text: 'From the network', files: [film] })
    await expect(popup.getByText('From the network')).toBeVisible()
    const video = popup.locator('video').first()
    await expect(video).toHaveJSProperty('readyState', 4)
    await expect.poll(async () => await video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(256)
    await page.keyboard.press('Escape')
    for (const window of [space, elsewhere])
      await expect(window.row('lan_sh0010').getByRole('rowheader').locator('img')).toBeVisible()
  })

  expect(faults).toEqual([])
  await browser.close()
  await host.remove()
})
