import { expect, test, type Page } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { callServer, signIn } from './page-models/session.ts'

type Entry = {
  id: string
  created_at: string
  minutes: number
  item_id: string
  task_id: string
  version_number: number
}

async function findStudio(page: Page): Promise<string> {
  const [studio] = await callServer<{ id: string }[]>(page, 'studios?select=id&custom_slug=eq.northlight')
  return studio?.id ?? ''
}

async function myTime(page: Page): Promise<Entry[]> {
  const [me] = await callServer<{ id: string }[]>(page, 'user_profiles?select=id&display_name=eq.Amara%20Diallo')
  const range = { p_from: new Date(Date.now() - 80 * 86_400_000).toISOString(), p_to: '2100-01-01T00:00:00Z' }
  const args = { p_studio_id: await findStudio(page), p_user_id: me?.id, ...range }
  return await callServer<Entry[]>(page, 'rpc/list_time_entries', args)
}

const day = (page: Page, date: string) => page.locator(`[data-day="${date}"]`)

test('an artist corrects a day by keyboard, undoes it, copies a week and times a task over a reload', async ({
  browser,
}) => {
  const page = await signIn(browser, 'Amara Diallo')
  const newest = (await myTime(page)).at(-1)
  const date = newest?.created_at.slice(0, 10) ?? ''
  const sum = async (): Promise<number> =>
    (await myTime(page))
      .filter((time) => time.created_at.startsWith(date))
      .reduce((all, { minutes }) => all + minutes, 0)

  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page.getByRole('heading', { name: 'Timesheet', level: 1 })).toBeVisible()
  // Opens five days before today.
  const today = new Date().toISOString().slice(0, 10)
  await expect(day(page, today)).toBeInViewport()
  await page.goto(`${new URL(page.url()).pathname}?date=${date}`)
  await expect(day(page, date)).toBeInViewport()
  const pill = day(page, date).getByRole('listitem').first()
  await expect(pill).toContainText(/revision/)
  const before = await sum()
  await expect(day(page, date).locator('[data-warning]')).toHaveCount(before === 480 ? 0 : 1)

  await page.keyboard.press('ArrowDown')
  await expect(pill.getByRole('button', { name: /^Edit time/ })).toBeFocused()
  await page.keyboard.press('Enter')
  const flyout = page.getByRole('dialog', { name: /^Time on/ })
  await expect(flyout.getByLabel('Hours')).toBeFocused()
  expect((await flyout.boundingBox())?.width).toBe(240)
  await page.keyboard.press('Escape')
  await expect(flyout).toBeHidden()
  await expect(pill.getByRole('button', { name: /^Edit time/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(flyout.getByLabel('Hours')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('7')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('75')
  await page.keyboard.press('Enter')
  await expect(pill).toContainText('8h 15m')
  await expect.poll(sum).not.toBe(before)
  await page.keyboard.press('Control+z')
  await expect.poll(sum).toBe(before)
  await expect(pill).not.toContainText('8h 15m')

  await page.keyboard.press('Control+c')
  await expect(page.getByText(/^Week of .* copied$/)).toBeVisible()
  const copied = await page.evaluate(async () => await navigator.clipboard.readText())
  expect(copied.split('\n')[0]).toContain(`${date}\t`)
  expect(copied).toMatch(/\nTotal\t/)

  await page.keyboard.press('s')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  const timer = page.getByRole('region', { name: 'Timer' })
  await expect(timer.getByRole('button', { name: /Stop/ })).toBeVisible()
  await page.reload()
  await expect(timer.getByRole('button', { name: /Stop/ })).toBeVisible()
  await page.keyboard.press('Shift+S')
  await expect(timer).toContainText('No timer is running')
  await page.keyboard.press('t')
  await expect(day(page, today).getByRole('list')).toContainText(/entry|entries/)
  expect(await findViolations(page)).toEqual([])
})

test('a lead sees everybody’s days, opens a person’s, sums up a month and locks a week', async ({ browser }) => {
  const [page, artist] = await Promise.all([signIn(browser, 'Mei Tanaka'), signIn(browser, 'Amara Diallo')])
  const time = (await myTime(artist)).findLast(({ created_at: at }) => Date.parse(at) < Date.now() - 14 * 86_400_000)
  const date = time?.created_at.slice(0, 10) ?? ''
  await page.goto(`/studio/northlight/timesheet/studio?date=${date}`)
  const pill = day(page, date).getByRole('listitem').filter({ hasText: 'Amara Diallo' })
  await expect(pill).toBeVisible()
  await expect(page.locator('[data-warning]')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
  await pill.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/timesheet/*?date=${date}`)
  await expect(page.getByText(/^Amara Diallo · /)).toBeVisible()
  await expect(day(page, date)).toBeInViewport()

  await page.keyboard.press('3')
  await expect(page.getByRole('table', { name: 'By project' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Amara Diallo' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('4')
  await expect(page.getByText(/^Time logged: /)).toBeAttached()
  await page.keyboard.press('1')

  await page.keyboard.press('Shift+L')
  await expect(page.getByRole('button', { name: 'Locked by Mei Tanaka', exact: true })).toBeVisible()
  const change = { kind: 'revision', id: time?.id, minutes: 1 }
  const studioId = await findStudio(artist)
  await expect(callServer(artist, 'rpc/change_time', { p_studio_id: studioId, p_changes: [change] })).rejects.toThrow(
    /The week of .* is locked\. A lead can unlock it\./,
  )
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: 'Lock week' })).toBeVisible()

  const download = page.waitForEvent('download')
  await page.keyboard.press('Shift+E')
  expect((await download).suggestedFilename()).toMatch(/^timesheet-.*\.csv$/)
  await page.getByRole('button', { name: 'Artist Feed' }).click()
  await expect(page.getByRole('heading', { name: 'Amara Diallo', level: 1 })).toBeVisible()
})
