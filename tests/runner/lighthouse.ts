import { join } from 'node:path'
import { startTestHost } from '../host/start-test-host.ts'
import { findBrowser } from './browser.ts'
import { runKept } from './process.ts'
import type { Counts } from './reports.ts'

// Not in the lock file: only this stage needs it, and version 13 requires a data package that some registries lack.
const LIGHTHOUSE = 'lighthouse@12.8.2'
const categories = ['accessibility', 'best-practices'] as const
const forms = ['mobile', 'desktop'] as const

type Form = (typeof forms)[number]
type Audit = { id: string; title: string; score: number | null }
type Category = { score: number | null; auditRefs: readonly { id: string; weight: number }[] }
type Report = { categories: Record<string, Category | undefined>; audits: Record<string, Audit | undefined> }

/** The part of puppeteer that is used; it comes with Lighthouse. */
type Page = {
  goto: (url: string, options?: object) => Promise<unknown>
  waitForSelector: (selector: string, options?: object) => Promise<unknown>
  waitForFunction: (code: string) => Promise<unknown>
  click: (selector: string) => Promise<void>
  keyboard: { press: (key: string) => Promise<void> }
}
type Browser = { newPage: () => Promise<Page>; close: () => Promise<void> }
type Puppeteer = { launch: (options: object) => Promise<Browser> }
type Lighthouse = {
  navigation: (page: Page, go: () => Promise<void>, options: object) => Promise<{ lhr: Report } | undefined>
  desktopConfig: object
}

const projects = '/studio/northlight/projects'
const feature = '/studio/northlight/project/the-salt-road'

const open = (path: string, ready: string) => async (page: Page, address: string) => {
  await page.goto(address + path)
  await page.waitForSelector(ready, { visible: true })
}

/**
 * Opens a pop-up, which has no address of its own, by its command's keys; key handlers are ready a moment after the
 * screen.
 */
const openByKeys =
  (keys: readonly string[], ready: string, path = projects) =>
  async (page: Page, address: string) => {
    await open(path, 'main h1')(page, address)
    for (let round = 0; ; round++) {
      for (const key of keys) await page.keyboard.press(key)
      const isOpen = await page.waitForSelector(ready, { visible: true, timeout: 2000 }).then(
        () => true,
        () => false,
      )
      if (isOpen) return
      if (round === 10) throw new Error(`${keys.join(' ')} did not open ${ready}`)
    }
  }

const signedOut = { landing: open('/', 'h1'), 'log in': open('/login', '[role=dialog]') }
const signedIn = {
  projects: open(projects, 'main ul a'),
  project: open(feature, 'main ul a'),
  space: open(`${feature}/spaces`, '[role=gridcell]'),
  'studio settings': openByKeys(['g', '.'], '[role=dialog] [role=tabpanel]'),
  'user settings': openByKeys(['g', 'u'], '[role=dialog] fieldset'),
  'switch studio': openByKeys(['g', 'w'], '[role=dialog] fieldset'),
  'new project': openByKeys(['c'], '[role=dialog] textarea'),
  'new space': openByKeys(['c'], '[role=dialog] fieldset', feature),
  palette: openByKeys(['/'], '[role=dialog] [role=option]'),
  'shortcut sheet': openByKeys(['?'], '[role=dialog] input'),
  'coming soon': open(`${feature}/assets`, 'main h1'),
  share: open('/share', 'main h1'),
  timeline: open('/studio/northlight/timeline', 'main [role=grid]'),
  'artist feed': open('/studio/northlight/artist/studio', 'main li'),
  timesheet: open('/studio/northlight/timesheet/studio', 'main h1'),
}

/** Audits every screen of the frame with Lighthouse, on phone and desktop: only 100 passes. */
export async function judgeByLighthouse(folder: string): Promise<Counts & { note?: string }> {
  const browser = await findBrowser()
  if (browser === undefined) return { passed: 0, failed: 1, note: 'no browser: name one in XSHEET_CHROMIUM' }
  const tools = join(folder, 'lighthouse')
  const install = await runKept({
    program: 'npm',
    args: ['install', '--prefix', tools, '--no-audit', '--no-fund', '--loglevel=error', LIGHTHOUSE],
    limitMinutes: 5,
  })
  if (install.exitCode !== 0) {
    return { passed: 0, failed: 1, note: `${LIGHTHOUSE} cannot be had: ${install.output.trim()}` }
  }
  const host = await startTestHost({ demo: true })
  try {
    return await auditAll(tools, browser.path, host.url)
  } finally {
    await host.close()
  }
}

async function auditAll(tools: string, executablePath: string | undefined, address: string): Promise<Counts> {
  // The package has just been installed, so its types are unknown.
  const lighthouse = (await import(join(tools, 'node_modules/lighthouse/core/index.js'))) as Lighthouse
  const puppeteer = (await import(
    join(tools, 'node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js')
  )) as Puppeteer
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update']
  const browser = await puppeteer.launch({
    headless: true,
    args,
    ...(executablePath !== undefined && { executablePath }),
  })
  const counts = { passed: 0, failed: 0 }
  const judge = async (name: string, go: (page: Page, address: string) => Promise<void>): Promise<void> => {
    for (const form of forms) {
      const problems = await findProblems({ lighthouse, browser, form, go: (page) => go(page, address) })
      counts[problems.length === 0 ? 'passed' : 'failed'] += 1
      process.stdout.write(`${problems.length === 0 ? '✓' : '✗'} ${name}, ${form}\n${problems.join('')}`)
    }
  }
  try {
    for (const [name, go] of Object.entries(signedOut)) await judge(name, go)
    await signIn(await browser.newPage(), address)
    for (const [name, go] of Object.entries(signedIn)) await judge(name, go)
  } finally {
    await browser.close()
  }
  return counts
}

async function signIn(page: Page, address: string): Promise<void> {
  await open('/', 'h1')(page, address)
  await page.click('::-p-aria([name="Try Demo"][role="button"])')
  await page.waitForFunction("location.pathname.endsWith('/projects')")
}

type Judgement = {
  lighthouse: Lighthouse
  browser: Browser
  form: Form
  go: (page: Page) => Promise<void>
}

/** Returns a line for each category below 100 and each audit that lowered it. */
async function findProblems({ lighthouse, browser, form, go }: Judgement): Promise<readonly string[]> {
  const page = await browser.newPage()
  const result = await lighthouse.navigation(page, async () => await go(page), {
    ...(form === 'desktop' && { config: lighthouse.desktopConfig }),
    // Stay signed in.
    flags: { onlyCategories: categories, disableStorageReset: true, logLevel: 'error' },
  })
  return categories.flatMap((id) => {
    const category = result?.lhr.categories[id]
    if (category?.score === 1) return []
    const failed = (category?.auditRefs ?? []).flatMap((ref) => {
      const audit = result?.lhr.audits[ref.id]
      return ref.weight > 0 && audit !== undefined && (audit.score ?? 1) < 1 ? [audit] : []
    })
    const lines = failed.map((audit) => `      ${audit.id}: ${audit.title}\n`)
    return [`  ${id}: ${category?.score ?? 'no score'}\n`, ...lines]
  })
}
