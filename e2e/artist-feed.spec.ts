import { expect, test, type Page } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { startOwnHost, type OwnHost } from './page-models/own-host.ts'
import { callServer, signIn } from './page-models/session.ts'

// A host of its own, so that other journeys add nothing to the feeds.
let host: OwnHost
test.beforeAll(async () => {
  host = await startOwnHost()
})
test.afterAll(async () => await host.remove())

const column = (page: Page, name: string) => page.getByRole('region', { name })
const cards = (page: Page, name: string) => column(page, name).getByRole('listitem')

test('a lead reads an artist’s feed by keyboard and changes a task from it', async ({ browser }) => {
  const page = await signIn(browser, 'Mei Tanaka', host.url)
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await expect(page.getByRole('heading', { name: 'Mei Tanaka', level: 1 })).toBeVisible()

  // Switch to another artist by name.
  await page.keyboard.press('u')
  await page.keyboard.type('Amara')
  await expect(page.getByRole('option', { name: 'Amara Diallo' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Amara Diallo', level: 1 })).toBeVisible()
  await expect(page.getByText('Member', { exact: true })).toBeVisible()
  await expect(cards(page, 'Activity').first()).toContainText(/Comment|Revision/)
  await expect(cards(page, 'Assignments').first()).toBeVisible()
  const due = await column(page, 'Assignments')
    .getByText(/Due|No date/)
    .allTextContents()
  const firstUndated = due.indexOf('No date')
  expect(due.slice(firstUndated < 0 ? due.length : firstUndated).every((text) => text === 'No date')).toBe(true)

  await page.keyboard.press('2')
  const first = cards(page, 'Assignments').first()
  await expect(first.getByRole('button')).toBeFocused()
  const item = await first.getByRole('button').textContent()
  // An item can appear several times, for several of its tasks.
  const task = column(page, 'Assignments').locator(`[data-feed="${await first.getAttribute('data-feed')}"]`)
  await page.keyboard.press('s')
  await page.keyboard.type('FEEDBACK')
  await page.keyboard.press('Enter')
  await expect(first).toContainText('FEEDBACK')
  await page.keyboard.press('Control+z')
  await expect(first).not.toContainText('FEEDBACK')

  // Reassign the task away from Amara, then undo.
  await page.keyboard.press('2')
  await page.keyboard.press('a')
  await page.keyboard.type('Nobody')
  await page.keyboard.press('Enter')
  await expect(task).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(task).toBeVisible()

  expect(await findViolations(page)).toEqual([])

  await page.keyboard.press('2')
  await expect(first.getByRole('button')).toBeFocused()
  await page.keyboard.press('r')
  // Type at once, without waiting for the page: S, 3 and Delete would be commands.
  await page.keyboard.type('s3 seen')
  const popup = page.getByRole('dialog', { name: item ?? '' })
  await expect(popup.getByRole('textbox', { name: 'Comment' })).toHaveValue('s3 seen')
})

test('mentions by picker and by name in the text arrive live; the studio’s feed shows activity only', async ({
  browser,
}) => {
  const [page, colleague] = await Promise.all([
    signIn(browser, 'Amara Diallo', host.url),
    signIn(browser, 'Mei Tanaka', host.url),
  ])
  await page.getByRole('button', { name: /^View my updates/ }).click()
  await expect(page.getByRole('heading', { name: 'Amara Diallo', level: 1 })).toBeVisible()
  const [task] = await callServer<{ id: string }[]>(
    colleague,
    'item_tasks?select=id&is_disabled=is.false&order=id&limit=1',
  )
  const [amara] = await callServer<{ id: string }[]>(
    colleague,
    'user_profiles?select=id&display_name=eq.Amara%20Diallo',
  )
  const say = async (text: string, mentions: readonly string[]): Promise<void> => {
    const ids = { p_task_id: task?.id, p_comment_id: crypto.randomUUID() }
    await callServer(colleague, 'rpc/add_comment', { ...ids, p_content: text, p_mentions: mentions })
  }
  const mark = crypto.randomUUID().slice(0, 6)
  await say(`look here ${mark}`, [amara?.id ?? ''])
  await expect(cards(page, 'Mentions').first()).toContainText(`look here ${mark}`)
  await say(`and here, @Amara Diallo ${mark}`, [])
  await expect(cards(page, 'Mentions').first()).toContainText(`and here, @Amara Diallo ${mark}`)
  await expect(cards(page, 'Mentions').filter({ hasText: mark })).toHaveCount(2)

  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expect(page.getByRole('heading', { name: 'Studio', level: 1 })).toBeVisible()
  await expect(cards(page, 'Activity').filter({ hasText: mark }).first()).toContainText('Comment by Mei Tanaka')
  await expect(column(page, 'Assignments')).toBeHidden()
  await expect(column(page, 'Mentions')).toBeHidden()
})
