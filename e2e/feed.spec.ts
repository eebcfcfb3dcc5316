import { expect, test, type Browser, type Page } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { startOwnHost, type OwnHost } from './page-models/own-host.ts'
import { callServer, signIn } from './page-models/session.ts'

type Row = { readonly id: string }

// A host of its own, so that other journeys add nothing to the feeds.
let host: OwnHost
test.beforeAll(async () => {
  host = await startOwnHost()
})
test.afterAll(async () => await host.remove())

const open = async (browser: Browser) =>
  await Promise.all([signIn(browser, 'Mei Tanaka', host.url), signIn(browser, 'Amara Diallo', host.url)])

/** Ann comments on Amara's task, mentioning somebody. */
async function comment(page: Page, content: string, mentions: readonly string[] = []): Promise<void> {
  const [task] = await callServer<Row[]>(page, 'item_tasks?select=id&is_disabled=is.false&order=id&limit=1')
  const ids = { p_task_id: task?.id, p_comment_id: crypto.randomUUID() }
  await callServer(page, 'rpc/add_comment', { ...ids, p_content: content, p_mentions: mentions })
}

test('the studio feed is live, filtered, paged and used by keyboard', async ({ browser }) => {
  const [page, colleague] = await open(browser)
  await page.keyboard.press('Shift+F')
  const panel = page.getByRole('complementary', { name: 'Studio Feed' })
  const entries = panel.getByRole('listitem')
  await expect(entries.first()).toBeVisible()

  const text = `The cloth drags ${crypto.randomUUID().slice(0, 6)}`
  await comment(colleague, text)
  await expect(entries.filter({ hasText: text })).toContainText('Amara Diallo commented')

  // Page to the end: each entry appears exactly once.
  await expect(async () => {
    await entries.last().scrollIntoViewIfNeeded()
    await expect(panel.getByText('No more posts')).toBeVisible({ timeout: 300 })
  }).toPass()
  const ids = await entries.evaluateAll((all) => all.map((entry) => entry.getAttribute('data-feed')))
  expect(new Set(ids).size).toBe(ids.length)

  await panel.getByRole('button', { name: 'Comments' }).click()
  await expect(entries.filter({ hasText: 'commented' })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Revisions' }).click()
  await expect(panel.getByText('Select at least one filter')).toBeVisible()

  // The filter is remembered for the studio.
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.keyboard.press('Shift+F')
  await expect(panel.getByText('Select at least one filter')).toBeVisible()
  await panel.getByRole('button', { name: 'Revisions' }).click()
  await panel.getByRole('button', { name: 'Comments' }).click()
  await panel.getByRole('button', { name: /statuses/i }).click()
  await page.getByRole('button', { name: 'None', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(panel.getByText('Select at least one filter')).toBeVisible()
  await panel.getByRole('button', { name: /statuses/i }).click()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(entries.first()).toBeVisible()

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(entries.nth(1).getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(/item=.+&task=/)

  await page.goto('/studio/northlight/projects')
  await expect(page.getByRole('button', { name: /Synced/ })).toBeVisible()
  await page.keyboard.press('Shift+F')
  await expect(entries.first()).toBeVisible()
  await page.keyboard.press('j')
  // Type at once: the very next key is text.
  await page.keyboard.type('rs3 seen')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Comment' })).toHaveValue('s3 seen')
})

test('a mention raises the bell’s count, appears as unread and is marked viewed by key', async ({ browser }) => {
  const [page, colleague] = await open(browser)
  const [mei] = await callServer<Row[]>(page, 'user_profiles?select=id&display_name=eq.Mei%20Tanaka')
  await page.keyboard.press('n')
  const panel = page.getByRole('complementary', { name: 'Notifications' })
  await expect(panel.getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('Shift+E')
  await expect(page.getByRole('button', { name: 'View my updates', exact: true })).toBeVisible()

  const text = `@Mei Tanaka the whale should breathe ${crypto.randomUUID().slice(0, 6)}`
  await comment(colleague, text, [mei?.id ?? ''])
  await comment(colleague, `${text} slower`, [mei?.id ?? ''])
  const first = panel.getByRole('listitem').first()
  await expect(first).toContainText('mentioned you')
  await expect(first).toContainText(`${text} slower`)
  await expect(page.getByRole('button', { name: 'View my updates, 2 unread' })).toBeVisible()

  expect(await findViolations(page, { within: 'aside' })).toEqual([])

  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await expect(page.getByRole('button', { name: 'View my updates, 1 unread' })).toBeVisible()
  await page.keyboard.press('Shift+E')
  await expect(page.getByRole('button', { name: 'View my updates', exact: true })).toBeVisible()
  await page.reload()
  // The panels' commands are available once one of their buttons shows its key.
  await expect(page.getByRole('button', { name: 'Studio Feed' })).toHaveAttribute('aria-keyshortcuts', /./)
  await page.keyboard.press('n')
  await expect(first).toContainText('mentioned you')
  await expect(first).not.toContainText('unread')
})
