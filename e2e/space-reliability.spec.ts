import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, expect, test, type BrowserContext, type Page } from '@playwright/test'
import { startOwnHost, type OwnHost } from './page-models/own-host.ts'
import { callServer } from './page-models/session.ts'
import { SpacePage } from './page-models/space-page.ts'

/** The victims killed while a change of some hundred tasks is being sent. */
const victims = ['tab', 'browser', 'server'] as const

const rounds = 9

/** A seeded random generator, so that failures can be reproduced. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

type Device = {
  readonly context: BrowserContext
  readonly space: SpacePage
  readonly profile: string
  readonly url: string
}

async function startBrowser(profile: string, url: string): Promise<Device> {
  const { executablePath, args } = test.info().project.use.launchOptions ?? {}
  const context = await chromium.launchPersistentContext(profile, {
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    ...(executablePath !== undefined && { executablePath }),
    ...(args !== undefined && { args: [...args] }),
  })
  const page = context.pages()[0] ?? (await context.newPage())
  return { context, space: new SpacePage(page), profile, url }
}

async function killBrowser({ context, profile, url }: Device): Promise<Device> {
  const session = await context.browser()?.newBrowserCDPSession()
  const info = await session?.send('SystemInfo.getProcessInfo')
  const browserProcess = info?.processInfo.find(({ type }) => type === 'browser')
  if (browserProcess === undefined) throw new Error('The browser has a process')
  process.kill(browserProcess.id, 'SIGKILL')
  await context.close().catch(() => undefined)
  rmSync(path.join(profile, 'SingletonLock'), { force: true })
  return await startBrowser(profile, url)
}

async function killTab({ context, profile, url, space }: Device): Promise<Device> {
  const page = await context.newPage()
  // Kills the browser process without warning the page.
  void space.page.goto('chrome://crash').catch(() => undefined)
  await space.page.waitForEvent('crash')
  await space.page.close()
  return { context, profile, url, space: new SpacePage(page) }
}

async function strike(device: Device, host: OwnHost, victim: (typeof victims)[number]): Promise<Device> {
  if (victim === 'tab') return await killTab(device)
  if (victim === 'browser') return await killBrowser(device)
  await host.kill()
  await host.start()
  return device
}

type Change = { readonly task_id: string; readonly metadata: { readonly statusInfo: { readonly status: string } } }

/** Returns the statuses named in automatic comments, oldest first, by task. */
async function askHistory(page: Page): Promise<ReadonlyMap<string, readonly string[]>> {
  const history = new Map<string, string[]>()
  for (let offset = 0; ; offset += 1000) {
    const rows = await callServer<readonly Change[]>(
      page,
      `comments?is_automatic=is.true&created_at=gt.${since}&select=task_id,metadata&order=created_at,id&limit=1000&offset=${offset}`,
    )
    for (const { task_id: task, metadata } of rows) {
      history.set(task, [...(history.get(task) ?? []), codeOf(metadata.statusInfo.status)])
    }
    if (rows.length < 1000) return history
  }
}

let since = ''

/** One of the demo's statuses has a two-word name. */
const codeOf = (name: string): string => name.replace('TO DO', 'TODO').toUpperCase()

test('killing browser, tab or server during a bulk change loses nothing, repeats nothing and keeps the order', async () => {
  test.setTimeout(400_000)
  const random = makeRandom(20_261_122)
  const host = await startOwnHost()
  const profile = mkdtempSync(path.join(tmpdir(), 'xsheet-profile-'))
  let device = await startBrowser(profile, host.url)
  await device.space.enter('Mei Tanaka')
  since = encodeURIComponent(new Date().toISOString())
  const meant: string[] = []
  const codes = ['TODO', 'WIP', 'WFA', 'FEEDBACK', 'CLIENT', 'DONE']
  let last = ''

  for (let round = 0; round < rounds; round += 1) {
    const { space } = device
    await space.cell('sq010_sh0010', 0).click()
    await space.press('Control+a')
    // Two changes in a row, both announced as done before anything is killed.
    for (let change = 0; change < 2; change += 1) {
      const free = codes.filter((code) => code !== last)
      last = free[Math.floor(random() * free.length)] ?? 'WIP'
      await space.press(String(codes.indexOf(last) + 1))
      await expect(space.page.getByText(new RegExp(`^\\d+ tasks: ${last}$`))).toBeVisible()
      meant.push(last)
    }
    await space.page.waitForTimeout(Math.floor(random() * 120))
    device = await strike(device, host, victims[round % victims.length] ?? 'server')
    await device.space.open()
    await expect(device.space.cell('sq010_sh0010', 0)).toContainText(last)
    await device.space.waitUntilSynced()

    const history = await askHistory(device.space.page)
    const wrong = [...history].filter(([, told]) => told.join() !== withoutRepeats(told, meant).join())
    expect(wrong).toEqual([])
  }
  // Every task that can be changed was, each time; those already in the first status were left alone that once.
  const history = await askHistory(device.space.page)
  expect(history.size).toBeGreaterThan(300)
  for (const told of history.values()) expect(told).toEqual(meant.slice(-told.length))
  for (const told of history.values()) expect(meant.length - told.length).toBeLessThanOrEqual(1)

  await device.context.close().catch(() => undefined)
  await host.remove()
  rmSync(profile, { recursive: true, force: true })
})

/**
 * Returns the intended statuses from a task's first change on: a task already in the first status has no comment of it.
 */
function withoutRepeats(told: readonly string[], meant: readonly string[]): readonly string[] {
  return meant.slice(meant.length - told.length)
}
