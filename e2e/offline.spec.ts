import { expect, type Locator, type Page, test } from '@playwright/test'
import { FrontPage } from './page-models/front-page.ts'
import { turnOf } from './page-models/turn.ts'

const space = '/studio/northlight/project/the-salt-road/spaces'

async function signIn(page: Page, person: string): Promise<void> {
  const front = new FrontPage(page)
  await front.open()
  await front.openLogIn()
  await front.pickDemoAccount(person)
  await page.waitForURL('**/projects')
}

function cellOf(page: Page, item: string, column: number): Locator {
  return page.getByRole('grid').getByRole('row').filter({ hasText: item }).getByRole('gridcell').nth(column)
}

test('what is changed without a network is kept over a reload and lands once, in order, when it is back', async ({
  browser,
}, testInfo) => {
  const item = ['sq020_sh0080', 'sq020_sh0050'][turnOf(testInfo)] ?? ''
  const [mine, theirs] = await Promise.all([browser.newContext(), browser.newContext()])
  const [page, watcher] = await Promise.all([mine.newPage(), theirs.newPage()])
  await signIn(page, 'Mei Tanaka')
  await page.goto(space)
  const cell = cellOf(page, item, 6)
  await expect(cell).toContainText('TODO')
  // The second visit is served by the service worker, as any later one is.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await expect(cell).toContainText('TODO')

  await mine.setOffline(true)
  await cell.click()
  await page.keyboard.press('2')
  await page.keyboard.press('3')
  await expect(cell).toContainText('WFA')
  await page.reload()
  await expect(cell).toContainText('WFA')

  await mine.setOffline(false)
  await signIn(watcher, 'Amara Diallo')
  await watcher.goto(space)
  await expect(cellOf(watcher, item, 6)).toContainText('WFA')

  // Both changes are there, each with its comment, once.
  await watcher.goto(`${space}?item=${item.replace('_', '-')}&task=grading`)
  const popup = watcher.getByRole('dialog')
  await expect(popup.getByText('from TODO')).toHaveCount(1)
  await expect(popup.getByText('from WIP')).toHaveCount(1)
  await Promise.all([mine.close(), theirs.close()])
})

test('what was changed in the moment before a reload is kept, however busy the disk is', async ({ page }) => {
  await signIn(page, 'Mei Tanaka')
  await page.goto(space)
  const cell = cellOf(page, 'sq020_sh0090', 6)
  await cell.click()
  await page.keyboard.press('2')
  await expect(cell).toContainText('WIP')

  // The browser's database has much to write when the key comes, and the page goes in the same moment.
  const gone = page.waitForEvent('load')
  const asked = page.evaluate(async () => {
    const open = indexedDB.open('busy')
    await new Promise((resolve) => {
      open.onupgradeneeded = () => open.result.createObjectStore('rows', { autoIncrement: true })
      open.onsuccess = resolve
    })
    const rows = open.result.transaction('rows', 'readwrite', { durability: 'strict' }).objectStore('rows')
    for (let count = 0; count < 2000; count += 1) rows.put('x'.repeat(20_000))
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: '3', code: 'Digit3', bubbles: true }))
    location.reload()
  })
  // The page may go before it has answered that it was asked to.
  await asked.catch((error: unknown) => expect(String(error)).toContain('context was destroyed'))
  await gone

  await expect(cell).toContainText('WFA')
})
