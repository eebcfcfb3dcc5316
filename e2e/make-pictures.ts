// Takes the pictures of README.md and docs/tour.md from the running product, into docs/pictures: `npm run pictures`.
// Those of the demo studio are taken here, those of a new user's first days by the journey that walks them.
// XSHEET_CHROMIUM names a browser.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { FrontPage } from './page-models/front-page.ts'
import { startOwnHost } from './page-models/own-host.ts'
import { takePicture } from './page-models/take-picture.ts'

const root = path.join(import.meta.dirname, '..')
const folder = path.join(root, 'docs/pictures')
const project = '/studio/northlight/project/the-salt-road'
const space = `${project}/space/sequences`
const executablePath = process.env['XSHEET_CHROMIUM']

const pictures = [
  { name: 'studio-grid', at: space, ready: '[role="gridcell"]' },
  { name: 'studio-popup', at: `${space}?item=sq040-sh0050&task=lighting&version=v8`, ready: '[role="slider"]' },
  { name: 'studio-timeline', at: '/studio/northlight/timeline', ready: '[role="grid"]' },
  { name: 'studio-moodboard', at: `${project}/moodboard`, ready: '[role="option"]' },
  { name: 'studio-casting', at: `${project}/casting`, ready: '[role="main"] li, main li' },
  { name: 'studio-timesheet', at: '/studio/northlight/timesheet/studio', ready: '[data-day] li' },
] as const

async function takeAll(page: Page, url: string): Promise<void> {
  await page.goto(url)
  const front = new FrontPage(page)
  await front.openLogIn()
  await front.pickDemoAccount('Mei Tanaka')
  await page.waitForURL('**/projects')
  for (const { name, at, ready } of pictures) {
    await page.goto(url + at)
    await page.locator(ready).first().waitFor({ state: 'attached' })
    await takePicture(page, folder, name)
  }
  await page.goto(`${url}${project}/reviews`)
  await page
    .getByRole('link', { name: /Dailies/ })
    .first()
    .click()
  await page.getByRole('slider').first().waitFor()
  await takePicture(page, folder, 'studio-dailies')
}

const host = await startOwnHost()
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(executablePath !== undefined && { executablePath }),
})
try {
  await takeAll(await browser.newPage({ viewport: { width: 1440, height: 860 } }), host.url)
} finally {
  await browser.close()
  await host.remove()
}
const walk = ['test', '-c', 'tests/config/playwright.config.ts', 'e2e/walk-keyboard']
const { status } = spawnSync(path.join(root, 'node_modules/.bin/playwright'), walk, {
  cwd: root,
  env: { ...process.env, XSHEET_PICTURES: folder },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
