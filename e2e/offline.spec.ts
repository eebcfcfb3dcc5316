import { expect, type Locator, type Page, test } from '@playwright/test'
import { callServer, signInAs } from './page-models/session.ts'
import { SpacePage } from './page-models/space-page.ts'
import { turnOf } from './page-models/turn.ts'

test.use({ serviceWorkers: 'allow' })

const space = '/studio/northlight/project/the-salt-road/spaces'

function cellOf(page: Page, item: string, column: number): Locator {
  return page.getByRole('grid').getByRole('row').filter({ hasText: item }).getByRole('gridcell').nth(column)
}

test('changes made offline survive a reload and are sent once, in order, on reconnecting', async ({
  browser,
}, testInfo) => {
  const item = ['sq020_sh0080', 'sq020_sh0050'][turnOf(testInfo)] ?? ''
  const [mine, theirs] = await Promise.all([browser.newContext(), browser.newContext()])
  const [page, watcher] = await Promise.all([mine.newPage(), theirs.newPage()])
  await signInAs(page, 'Mei Tanaka')
  await page.goto(space)
  const cell = cellOf(page, item, 6)
  await expect(cell).toContainText('TODO')
  // The second visit, like any later one, is served by the service worker.
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
  await signInAs(watcher, 'Amara Diallo')
  await watcher.goto(space)
  await expect(cellOf(watcher, item, 6)).toContainText('WFA')

  // Both changes have arrived exactly once, each with its comment.
  await watcher.goto(`${space}?item=${item.replace('_', '-')}&task=grading`)
  const popup = watcher.getByRole('dialog')
  await expect(popup.getByText('from TODO')).toHaveCount(1)
  await expect(popup.getByText('from WIP')).toHaveCount(1)
  await Promise.all([mine.close(), theirs.close()])
})

test('HTML from a captive portal or firewall is not taken for an answer: nothing is refused, lost or shown', async ({
  page,
}, testInfo) => {
  const item = ['sq020_sh0070', 'sq020_sh0060'][turnOf(testInfo)] ?? ''
  await signInAs(page, 'Mei Tanaka')
  await page.goto(space)
  const cell = cellOf(page, item, 6)
  await expect(cell).toContainText('TODO')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await expect(cell).toContainText('TODO')

  const hotel = '<!doctype html><title>Grand Hotel</title><h1>Welcome to the Grand Hotel</h1>'
  const statuses = [200, 403, 404, 401]
  await page.context().route(/\/(rest|auth|functions|storage)\/v1\//, async (route) => {
    const status = statuses.shift() ?? 200
    statuses.push(status)
    await route.fulfill({ status, contentType: 'text/html', body: hotel })
  })
  await cell.click()
  await page.keyboard.press('2')
  await expect(cell).toContainText('WIP')
  await expect(page.getByRole('button', { name: 'Reconnecting. Show changes' })).toBeVisible()
  await page.reload()
  await expect(cell).toContainText('WIP')
  await expect(page.getByText('Grand Hotel')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)

  await page.context().unrouteAll()
  await expect(page.getByRole('button', { name: 'Synced. Show changes' })).toBeVisible()
  await page.reload()
  await expect(cell).toContainText('WIP')
})

test('a change made just before a reload is kept, even while the disk is busy', async ({ page }) => {
  await signInAs(page, 'Mei Tanaka')
  await page.goto(space)
  const cell = cellOf(page, 'sq020_sh0090', 6)
  await cell.click()
  await page.keyboard.press('2')
  await expect(cell).toContainText('WIP')

  // IndexedDB is busy with large writes when the key is pressed, and the page reloads at once.
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
  // The page may be gone before evaluate returns.
  await asked.catch((error: unknown) => expect(String(error)).toContain('context was destroyed'))
  await gone

  await expect(cell).toContainText('WFA')
})

test('pages opened before are shown offline as last seen, and a task of a known space takes a comment', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const space = new SpacePage(await context.newPage())
  const { page } = space
  await space.enter('Mei Tanaka')
  await space.getReadyForOffline()
  const visit = async (path: string): Promise<void> => {
    await page.goto(`/studio/northlight/${path}`)
  }
  await visit('artist/studio')
  // The text without its relative time.
  const newest = page.getByRole('region', { name: 'Activity' }).getByRole('listitem').first()
  const activity = newest.getByRole('paragraph').nth(1)
  await expect(activity).toBeVisible()
  const seen = await activity.textContent()
  await visit('timesheet/studio')
  const worked = page.getByText(/^\d revisions?$/).first()
  await expect(worked).toBeVisible()
  // Saved by the time another page of the same document is shown.
  await page.getByRole('link', { name: 'Northlight', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: /Synced/ })).toBeVisible()

  await context.setOffline(true)
  await visit('artist/studio')
  await expect(activity).toHaveText(seen ?? '')
  await expect(page.getByText(/^As of .*, offline$/).first()).toBeVisible()
  await visit('timesheet/studio')
  await expect(worked).toBeVisible()
  await expect(page.getByText(/^As of .*, offline$/).first()).toBeVisible()

  await visit('project/the-salt-road/spaces?item=sq020-sh0050&task=lighting')
  const popup = page.getByRole('dialog')
  await expect(popup.getByText('Comments are loaded when the server can be reached.')).toBeVisible()
  const text = `From the train ${crypto.randomUUID().slice(0, 6)}`
  await popup.getByRole('textbox', { name: 'Comment', exact: true }).fill(text)
  await page.keyboard.press('Control+Enter')
  await expect(popup.getByRole('list', { name: 'Comments' }).getByText(text)).toBeVisible()
  await context.setOffline(false)
  await expect(popup.getByText('Comments are loaded when the server can be reached.')).toBeHidden()
  await expect
    .poll(async () => await callServer<unknown[]>(page, `comments?select=id&content=eq.${encodeURIComponent(text)}`))
    .toHaveLength(1)
})
