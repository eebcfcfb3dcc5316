import { expect, test, type Browser, type Page } from '@playwright/test'
import { FrontPage } from './page-models/front-page.ts'
import { planStudio } from './page-models/planned-studio.ts'
import { anAccount, callServer, listLeftovers, startStudio } from './page-models/session.ts'
import { SpacePage } from './page-models/space-page.ts'
import { TopBar } from './page-models/top-bar.ts'

const projects = /\/studio\/northlight\/projects$/

/** A page in a new context: another person, or the same one elsewhere. */
async function openElsewhere(browser: Browser): Promise<Page> {
  return await (await browser.newContext()).newPage()
}

/** Ends every session of the signed-in person, as a password change does, without telling this page. */
async function endSessions(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const config = await (await fetch('/config.json')).json()
    const { access_token: accessToken } = JSON.parse(localStorage.getItem('xsheet-session') ?? '{}')
    const headers = { apikey: config.supabasePublishableKey, authorization: `Bearer ${accessToken}` }
    return (await fetch('/auth/v1/logout?scope=global', { method: 'POST', headers })).status
  })
  expect(status).toBe(204)
}

/** Creates an invite link to the open studio. */
async function makeInvite(page: Page): Promise<string> {
  const { id } = await callServer<{ id: string }>(page, 'rpc/get_user_active_studio', {})
  const [invite] = await callServer<{ token: string }[]>(page, 'rpc/generate_studio_invite', { p_studio_id: id })
  return new URL(`/invite/${invite?.token}`, page.url()).href
}

test('the demo opens from the front page with one click', async ({ page }) => {
  const front = new FrontPage(page)

  await front.open()
  await front.tryDemo.click()

  await expect(page).toHaveURL(projects)
  await expect(new TopBar(page).crumbs).toContainText('Northlight')
})

test('a demo account signs in and out by keyboard alone', async ({ page }) => {
  const front = new FrontPage(page)
  await front.open()

  // Key handlers are ready a moment after the page is painted.
  await expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await expect(front.dialog).toBeVisible({ timeout: 1000 })
  }).toPass()
  await front.dialog.getByRole('button', { name: /Mei Tanaka/ }).press('Enter')
  await expect(page).toHaveURL(projects)
  await expect(new TopBar(page).profile).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('q')

  await expect(front.title).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('a wrong password shows an error and keeps what was typed', async ({ page }) => {
  const front = new FrontPage(page)
  await page.goto('/login')

  await front.logIn({ email: 'nobody@journey.example', password: 'not the password' })

  await expect(front.dialog.getByLabel('E-mail')).toHaveValue('nobody@journey.example')
  await expect(front.dialog.getByText(/invalid/i)).toBeVisible()
})

test('a new user creates a studio and owns it', async ({ page }) => {
  await startStudio(page, anAccount('ada'), 'Blue Hour')

  const bar = new TopBar(page)
  await expect(bar.crumbs).toContainText('Blue Hour')
  await bar.choose('Settings')
  await expect(page.getByRole('dialog', { name: 'User Settings' }).getByText('Owner')).toBeVisible()
})

test('a link into a studio opens after sign-in', async ({ page }) => {
  const front = new FrontPage(page)

  await page.goto('/studio/northlight/timesheet/studio?date=2026-11-21')
  await expect(page).toHaveURL(/\/$/)
  await front.openLogIn()
  await front.pickDemoAccount('Ingrid Solberg')

  await expect(page).toHaveURL(/\/studio\/northlight\/timesheet\/studio\?date=2026-11-21$/)
})

test('a session ended elsewhere is reported at once, and unsent changes go out after the next sign-in', async ({
  page,
}) => {
  const [account, front, space] = [anAccount('ended'), new FrontPage(page), new SpacePage(page)]
  await startStudio(page, account, 'Long Night')
  const { slug } = await planStudio(page)
  await page.goto(`/studio/${slug}/project/the-film/space/shots`)
  await space.cell('sh010', 0).click()
  await space.press('Enter')
  await page.getByRole('textbox', { name: 'Comment' }).fill('written in the last moment')
  await endSessions(page)

  await page.keyboard.press('Control+Enter')

  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await front.openLogIn()
  await front.logIn(account)
  await expect(page.getByRole('list', { name: 'Comments' })).toContainText('written in the last moment')
  await expect
    .poll(async () => await callServer(page, 'comments?select=content'))
    .toEqual([{ content: 'written in the last moment' }])
})

test('signing out leaves no data behind, in this tab or a second one', async ({ page, context }) => {
  const front = new FrontPage(page)
  await front.open()
  await front.tryDemo.click()
  await expect(page).toHaveURL(projects)
  await expect(new TopBar(page).crumbs).toBeVisible()
  const second = await context.newPage()
  await second.goto('/studio/northlight/projects')
  await expect(new TopBar(second).profile).toBeVisible()
  expect(await listLeftovers(page)).not.toEqual([])

  await new TopBar(page).choose('Sign Out')

  await expect(front.title).toBeVisible()
  await expect(new FrontPage(second).title).toBeVisible()
  await expect.poll(async () => await listLeftovers(page)).toEqual([])
  expect(await listLeftovers(second)).toEqual([])
})

test('signing in applies to a second tab too', async ({ page, context }) => {
  const second = await context.newPage()
  await new FrontPage(second).open()
  const front = new FrontPage(page)
  await front.open()

  await front.tryDemo.click()

  await expect(page).toHaveURL(projects)
  await expect(second).toHaveURL(projects)
})

test('an invite link works through sign-in, and when pasted into the welcome page', async ({ page, browser }) => {
  await startStudio(page, anAccount('owner'), 'Paper Moon')
  const link = await makeInvite(page)
  const guest = await openElsewhere(browser)
  const front = new FrontPage(guest)

  await guest.goto(link)
  await expect(guest).toHaveURL(/\/login$/)
  await front.signUp(anAccount('guest'))
  await expect(guest).toHaveURL(/\/studio\/paper-moon(-\d+)?\/projects$/)

  const third = await openElsewhere(browser)
  await new FrontPage(third).open()
  await new FrontPage(third).openLogIn()
  await new FrontPage(third).signUp(anAccount('third'))
  await third.waitForURL('**/welcome')
  await third.getByLabel('Invite link').fill('this is no link')
  await third.getByRole('button', { name: 'Join' }).click()
  await expect(third.getByText('Invalid invite link')).toBeVisible()
  await third.getByLabel('Invite link').fill(`Come and join us: ${link}`)
  await third.getByRole('button', { name: 'Join' }).click()
  await expect(third).toHaveURL(/\/studio\/paper-moon(-\d+)?\/projects$/)
})

test('an invalid invite shows an error and leads to the projects', async ({ page }) => {
  const front = new FrontPage(page)
  await front.open()
  await front.tryDemo.click()
  await expect(page).toHaveURL(projects)

  await page.goto('/invite/000000000000000000000000')

  await expect(page).toHaveURL(projects)
  await expect(page.getByText('Invalid invite link')).toBeVisible()
})

test('a mention by somebody else raises the number on the bell', async ({ page, browser }) => {
  const front = new FrontPage(page)
  await page.goto('/login')
  await front.pickDemoAccount('Henrik Lund')
  const { bell } = new TopBar(page)
  await expect(bell).toBeVisible()
  const other = await openElsewhere(browser)
  await other.goto('/login')
  await new FrontPage(other).pickDemoAccount('Ingrid Solberg')
  await expect(other).toHaveURL(projects)
  const [henrik] = await callServer<{ id: string }[]>(other, 'user_profiles?select=id&display_name=eq.Henrik%20Lund')
  const [task] = await callServer<{ id: string }[]>(other, 'item_tasks?select=id&limit=1')
  // The count changes live; its value depends on the demo data.
  const readCount = async (): Promise<number> =>
    Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0)
  await page.waitForLoadState('networkidle')
  const before = await readCount()

  const comment = {
    p_task_id: task?.id,
    p_comment_id: crypto.randomUUID(),
    p_content: 'Look',
    p_mentions: [henrik?.id],
  }
  await callServer(other, 'rpc/add_comment', comment)

  await expect.poll(readCount).toBe(before + 1)
})

test('the timeline button returns to the previous screen', async ({ page }) => {
  const front = new FrontPage(page)
  await front.open()
  await front.tryDemo.click()
  await expect(page).toHaveURL(projects)

  await page.getByRole('button', { name: 'Timeline' }).click()
  await expect(page).toHaveURL(/\/studio\/northlight\/timeline$/)
  await page.getByRole('button', { name: 'Return' }).click()

  await expect(page).toHaveURL(projects)
})

test('personal settings are saved and loaded', async ({ page }) => {
  await startStudio(page, anAccount('nora'), 'Quiet Room')
  const bar = new TopBar(page)
  const dialog = page.getByRole('dialog', { name: 'User Settings' })

  await bar.choose('Settings')
  await dialog.getByLabel('Name', { exact: true }).fill('  Nora Lind  ')
  await dialog.getByLabel('Discord handle').fill('nora#1')
  await dialog.getByRole('checkbox', { name: 'Mentions' }).uncheck()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(bar.profile).toHaveAccessibleName(/Nora/)
  await bar.choose('Settings')

  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Nora Lind')
  await expect(dialog.getByLabel('Discord handle')).toHaveValue('nora#1')
  await expect(dialog.getByRole('checkbox', { name: 'Mentions' })).not.toBeChecked()
  await dialog.getByRole('switch', { name: 'Notifications' }).uncheck()
  await expect(dialog.getByRole('checkbox', { name: 'Mentions' })).toBeDisabled()
})

for (const path of ['/studio', '/studio/timeline', '/shots', '/assets', '/activity', '/nothing/here']) {
  test(`${path} redirects to the front page`, async ({ page }) => {
    await page.goto(path)

    await expect(page).toHaveURL(/:\d+\/$/)
    await expect(new FrontPage(page).title).toBeVisible()
  })
}
