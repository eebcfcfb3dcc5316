import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { startTestHost, type TestHost } from '../tests/host/start-test-host.ts'
import { aPicture } from './page-models/board-page.ts'
import { chooserOf } from './page-models/choose-file.ts'
import { FrontPage } from './page-models/front-page.ts'
import { findViolations } from './page-models/judge.ts'
import { CardsPage } from './page-models/projects-page.ts'
import { waitUntilSpaceIsKept } from './page-models/session.ts'
import { wholeBrowser } from './page-models/whole-browser.ts'

let host: TestHost
let front: Server
let address: string
/** Appended to the service worker: different text makes a different version. */
let version = ''

/** A proxy in front of the host, so that a new worker version can appear while a page is open. */
async function startFront(): Promise<void> {
  front = createServer((incoming, outgoing) => {
    const { port } = new URL(host.url)
    const { url, method, headers: asked } = incoming
    const isWorker = url === '/service-worker.js'
    // Uncompressed and never 304, so that the version can be appended.
    const { 'accept-encoding': encoding, 'if-none-match': known, ...plain } = asked
    const headers = isWorker
      ? plain
      : { ...plain, ...(encoding && { 'accept-encoding': encoding }), ...(known && { 'if-none-match': known }) }
    const passed = request({ host: '127.0.0.1', port, path: url, method, headers }, (answer) => {
      const { 'content-length': length, etag, ...others } = answer.headers
      const kept = isWorker ? others : { ...others, ...(length && { 'content-length': length }), ...(etag && { etag }) }
      outgoing.writeHead(answer.statusCode ?? 502, kept)
      if (!isWorker) return answer.pipe(outgoing)
      answer.on('data', (part) => outgoing.write(part))
      return answer.on('end', () => outgoing.end(version))
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => {
    front.listen(0, '127.0.0.1', resolve)
  })
  const bound = front.address()
  address = `http://127.0.0.1:${bound !== null && typeof bound === 'object' ? bound.port : 0}`
}

test.use({ serviceWorkers: 'allow' })
test.beforeAll(async () => {
  await startFront()
  host = await startTestHost({ demo: true, settings: { publicUrl: address } })
})
test.afterAll(async () => {
  front.closeAllConnections()
  front.close()
  await host.close()
})

/** A window of a profile on disk, as an installed app has; nothing can be installed in private windows. */
const installed = test.extend<{ app: BrowserContext }>({
  app: async ({ playwright, launchOptions }, provide) => {
    const folder = mkdtempSync(join(tmpdir(), 'xsheet-profile-'))
    const context = await playwright.chromium.launchPersistentContext(folder, {
      ...launchOptions,
      ...wholeBrowser,
      viewport: { width: 1440, height: 860 },
    })
    await provide(context)
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  },
})

async function signIn(page: Page): Promise<void> {
  await page.goto(address)
  const frontPage = new FrontPage(page)
  await frontPage.openLogIn()
  await frontPage.pickDemoAccount('Mei Tanaka')
  await page.waitForURL('**/projects')
  await expect(page.getByRole('link', { name: /The Salt Road/ }).first()).toBeVisible()
}

/** Waits until the worker controls this page. */
async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.reload()
  await expect.poll(async () => await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await expect(page.getByRole('button', { name: /profile menu/ })).toBeVisible()
}

installed('the browser reports no installability errors', async ({ app }) => {
  const page = await app.newPage()
  await page.goto(address)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const devtools = await app.newCDPSession(page)

  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  const { errors, data } = await devtools.send('Page.getAppManifest')

  expect(installabilityErrors).toEqual([])
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '{}')
  expect(manifest.share_target).toMatchObject({ action: '/share', method: 'POST', enctype: 'multipart/form-data' })
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
    '/?go=feed',
    '/?go=timeline',
    '/?go=timesheet',
    '/?go=projects',
  ])
})

installed('files shared by another program arrive and wait for a task to be chosen', async ({ app }) => {
  const page = await app.newPage()
  await signIn(page)
  await waitForWorker(page)
  // The search knows items of spaces that were opened on this device.
  await page.goto(`${address}/studio/northlight/project/the-salt-road/spaces`)
  await expect(page.getByRole('grid').getByRole('row').nth(5)).toBeVisible()
  await waitUntilSpaceIsKept(page)

  await page.evaluate(() => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'POST', action: '/share', enctype: 'multipart/form-data' })
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true })
    const files = new DataTransfer()
    for (const name of ['frame 1.png', 'take.mp4'])
      files.items.add(new File(['bytes'], name, { type: name.endsWith('png') ? 'image/png' : 'video/mp4' }))
    input.files = files.files
    form.append(input)
    document.body.append(form)
    form.submit()
  })

  await page.waitForURL('**/share')
  await expect(page.getByRole('heading', { name: 'Which task are these 2 files for?' })).toBeVisible()
  for (const name of ['frame 1.png', 'take.mp4']) await expect(page.getByText(name)).toBeVisible()
  expect(await findViolations(page), 'share').toEqual([])
  await page.getByRole('button', { name: 'Choose a task' }).click()
  await expect(async () => {
    await page.getByRole('combobox').fill('')
    await page.getByRole('combobox').fill('sh0060')
    await expect(page.getByRole('option').first()).toBeVisible({ timeout: 1500 })
  }).toPass()
  expect(await findViolations(page), 'page of arguments').toEqual([])
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByText('take.mp4')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Nothing was shared')).toBeVisible()
})

installed('a new version waits until it is accepted and typed input is saved', async ({ app }) => {
  const page = await app.newPage()
  await signIn(page)
  await waitForWorker(page)
  await page.evaluate(() => Object.assign(window, { isOldPage: true }))

  version = '\n// the next version'
  const bar = page.locator('section[aria-label="Update"]')
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect(bar).toBeVisible()
  expect(await findViolations(page), 'update bar').toEqual([])

  const reload = bar.locator('button', { hasText: 'Reload' })
  await page.keyboard.press('c')
  await new CardsPage(page, 'Projects').dialog.getByLabel('Project Name').fill('Half a name')
  await expect(reload).toHaveAttribute('aria-disabled', 'true')
  await expect(reload).toHaveAttribute('data-tooltip', 'Waiting for what you typed to be saved')
  await page.keyboard.press('Escape')
  await expect(reload).not.toHaveAttribute('aria-disabled')
  expect(await page.evaluate(() => 'isOldPage' in window)).toBe(true)
  await reload.click()
  await expect.poll(async () => await page.evaluate(() => 'isOldPage' in window).catch(() => true)).toBe(false)
  await expect(bar).toHaveCount(0)
})

installed('a new version waits for a running upload', async ({ app }) => {
  const page = await app.newPage()
  await signIn(page)
  await waitForWorker(page)
  // Holds the upload's response until the test releases it.
  const { promise: mayArrive, resolve: letArrive } = Promise.withResolvers<void>()
  const { promise: isSending, resolve: sending } = Promise.withResolvers<void>()
  await page.route('**', async (route) => {
    if (route.request().method() !== 'PUT') return await route.fallback()
    sending()
    await mayArrive
    return await route.continue()
  })
  const change = page.getByRole('button', { name: 'Change thumbnail of The Salt Road' })
  const chooser = await chooserOf(page, () => change.press('Enter'))
  await chooser.setFiles(aPicture('cover.png', [12, 128, 128], 1600))
  await isSending

  version = '\n// the version during an upload'
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  const reload = page.locator('section[aria-label="Update"] button', { hasText: 'Reload' })
  await expect(reload).toHaveAttribute('aria-disabled', 'true')
  await expect(reload).toHaveAttribute('data-tooltip', 'Waiting for the uploads to finish')

  letArrive()
  await expect(reload).not.toHaveAttribute('aria-disabled')
})

test.describe('in any window', () => {
  test.use({ serviceWorkers: 'block' })

  test('app shortcuts lead to their screens, and the icon shows the unread count', async ({ page }) => {
    await page.addInitScript(() => {
      const badges: number[] = []
      Object.assign(window, { badges })
      navigator.setAppBadge = async (count = 0) => {
        badges.push(count)
      }
    })
    await signIn(page)

    const bell = page.getByRole('button', { name: /View my updates, \d+ unread/ })
    await expect(bell).toBeVisible()
    const unread = Number(/(\d+) unread/.exec((await bell.getAttribute('aria-label')) ?? '')?.[1])
    const badge = async () => await page.evaluate(() => (window as unknown as { badges: number[] }).badges.at(-1))
    await expect.poll(badge).toBe(unread)
    expect(unread).toBeGreaterThan(0)
    for (const [go, end] of [
      ['feed', /\/artist\/[0-9a-f-]{36}$/],
      ['timeline', /\/timeline$/],
      ['timesheet', /\/timesheet\/[0-9a-f-]{36}$/],
      ['projects', /\/projects$/],
    ] as const) {
      await page.goto(`${address}/?go=${go}`)
      await expect(page).toHaveURL(end)
    }
  })

  test('the install prompt appears once, can be accepted or dismissed, and stays in the palette', async ({ page }) => {
    // Ignore the browser's own prompt, which may fire at any moment; only those made here count.
    await page.addInitScript(() => {
      window.addEventListener('beforeinstallprompt', (event) => {
        if (event.isTrusted) event.stopImmediatePropagation()
      })
    })
    await signIn(page)
    const offer = async (): Promise<void> =>
      await page.evaluate(() => {
        const event = new Event('beforeinstallprompt', { cancelable: true })
        Object.assign(event, { prompt: async () => Object.assign(window, { wasAsked: true }) })
        window.dispatchEvent(event)
      })
    const bar = page.getByRole('region', { name: 'Install' })

    await expect(async () => {
      await offer()
      await expect(bar).toBeVisible({ timeout: 1000 })
    }).toPass()
    expect(await findViolations(page), 'install bar').toEqual([])
    await bar.getByRole('button', { name: 'Not now' }).click()
    await expect(bar).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('button', { name: /profile menu/ })).toBeVisible()
    await offer()
    await expect(bar).toHaveCount(0)
    await page.keyboard.press('Control+Shift+K')
    await page.getByRole('combobox').fill('install')
    await expect(page.getByRole('option', { name: /Install Xsheet on this device/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect.poll(async () => await page.evaluate(() => 'wasAsked' in window)).toBe(true)
  })
})
