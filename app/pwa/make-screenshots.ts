// Takes the screenshots for the browser's install dialog, from the running app with its demo studio:
// `XSHEET_URL=http://127.0.0.1:4600 node app/pwa/make-screenshots.ts`.
import { chromium } from '@playwright/test'

const address = process.env['XSHEET_URL'] ?? 'http://127.0.0.1:4600'
const executablePath = process.env['XSHEET_CHROMIUM']
const space = '/studio/northlight/project/the-salt-road/spaces'

const pictures = [
  { name: 'wide', width: 1280, height: 800, path: space, ready: '[role="gridcell"]' },
  { name: 'narrow', width: 390, height: 844, path: `${space}?item=sq020-sh0060&task=fx`, ready: '[role="dialog"]' },
] as const

const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(executablePath !== undefined && { executablePath }),
})
const page = await browser.newPage()
await page.goto(address)
await page.getByRole('button', { name: 'Try Demo' }).first().click()
await page.waitForURL('**/projects')
for (const { name, width, height, path, ready } of pictures) {
  await page.setViewportSize({ width, height })
  await page.goto(new URL(path, address).href)
  await page.locator(ready).first().waitFor()
  // Thumbnails and the sync state arrive after the rows.
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: new URL(`../public/screenshots/${name}.png`, import.meta.url).pathname })
}
await browser.close()
