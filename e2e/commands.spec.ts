import { expect, type Page, test } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { anAccount, signInAs, startStudio } from './page-models/session.ts'

const space = '/studio/northlight/project/the-salt-road/spaces'

async function signIn(page: Page): Promise<void> {
  await signInAs(page, 'Mei Tanaka')
  await page.goto('/')
  await page.waitForURL('**/projects')
}

async function openGrid(page: Page): Promise<void> {
  await page.goto(space)
  await expect(page.getByRole('grid').getByRole('row').nth(5)).toBeVisible()
}

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or run a command' })

test('a key pressed before its code has loaded takes effect once it has', async ({ browser }) => {
  // Responses cached by the service worker could not be delayed.
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await signIn(page)
  const late = [
    { code: /\/assets\/layers-[^/]*\.js/, key: '?', opens: 'Keyboard shortcuts' },
    { code: /\/assets\/projects-screen-[^/]*\.js/, key: 'c', opens: 'Create New Project' },
  ]
  for (const { code, key, opens } of late) {
    const letGo = Promise.withResolvers<void>()
    await page.route(code, async (route) => {
      await letGo.promise
      await route.continue()
    })
    const asked = page.waitForRequest(code)
    await page.reload({ waitUntil: 'commit' })
    await asked
    await expect(page.locator('#root main')).toBeAttached()

    await page.keyboard.press(key)
    letGo.resolve()

    await expect(page.getByRole('dialog', { name: opens })).toBeVisible()
    await page.unroute(code)
  }
  await context.close()
})

test('the palette finds a shot, a task, a place and a person by keyboard alone', async ({ page }) => {
  await signIn(page)
  await openGrid(page)
  // The cache that the search reads is written shortly after the rows appear.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await field(page).fill('#sq020_sh0060')
    await expect(page.getByRole('option').first()).toContainText('sq020_sh0060', { timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Enter')
  await page.waitForURL(/item=sq020-sh0060/)
  await expect(page.getByRole('dialog', { name: 'sq020_sh0060' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Words in any order, missing letters, a stage's name.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('anim sh0060 sq020')
  await expect(page.getByRole('option').filter({ hasText: 'Animation' }).first()).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('@amara')
  await expect(page.getByRole('option').first()).toContainText('Amara Diallo')
  for (let press = 0; press < 6; press++) await page.keyboard.press('Backspace')
  await page.keyboard.type('/slat road')
  await expect(page.getByRole('option').first()).toContainText('The Salt Road')
  await page.keyboard.press('Enter')
  await page.waitForURL(/the-salt-road$/)

  // Recently used entries come first.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option').first()).toContainText('The Salt Road')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a key sequence shows its continuations and navigates; G G and G 1 go back', async ({ page }) => {
  await signIn(page)
  await openGrid(page)
  const grid = new URL(page.url()).pathname

  // A sequence times out waiting for its second key, and a busy machine may read the hint too late.
  const follow = async (hint: string, key: string, reached: (url: URL) => boolean): Promise<void> =>
    await expect(async () => {
      await page.keyboard.press('g')
      await expect(page.locator('output').filter({ hasText: hint })).toBeVisible()
      await page.keyboard.press(key)
      await page.waitForURL(reached, { timeout: 5000 })
    }).toPass()
  await follow('Projects', 'p', (url) => url.pathname.endsWith('/projects'))
  await expect(page.locator('output').filter({ hasText: 'Projects' })).toHaveCount(0)
  await follow('The Salt Road', 'g', (url) => url.pathname === grid)

  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.waitForURL(/the-salt-road$/)
  await page.keyboard.press('g')
  await page.keyboard.press('1')
  await page.waitForURL((url) => url.pathname === grid)

  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.waitForURL('**/timeline')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.waitForURL((url) => url.pathname === grid)
})

test('the shortcut sheet lists this page’s keys', async ({ page }) => {
  await signIn(page)
  await openGrid(page)

  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('Switch between dark and light')
  await page.keyboard.type('timeline')
  await expect(sheet.getByText('G T', { exact: true }).last()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
})

test('a key is rebound, used, and kept over a reload and on another device; single keys can be switched off', async ({
  page,
  browser,
}) => {
  const account = anAccount('keys')
  await startStudio(page, account, `Keys ${account.email}`)
  const theme = page.locator('html')
  await expect(theme).toHaveAttribute('data-theme', 'dark')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('>change keyboard')
  await expect(page.getByRole('option').first()).toContainText('Change keyboard shortcuts')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change keyboard shortcuts' })
  await dialog.getByRole('button', { name: 'Change the keys of Switch between dark and light' }).click()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(dialog.getByRole('alert')).toHaveText('G P is already used by “Projects”.')
  await dialog.getByRole('button', { name: 'Change the keys of Switch between dark and light' }).click()
  const saved = page.waitForResponse((response) => response.url().includes('/save_preference') && response.ok())
  await page.keyboard.press('Shift+J')
  await saved
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.keyboard.press('Shift+T')
  await expect(theme).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Shift+J')
  await expect(theme).toHaveAttribute('data-theme', 'light')

  const elsewhere = await (await browser.newContext()).newPage()
  await signInAs(elsewhere, account)
  await elsewhere.goto('/')
  await elsewhere.waitForURL('**/projects')
  await expect(async () => {
    await elsewhere.keyboard.press('Shift+J')
    await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'light', { timeout: 500 })
  }).toPass()
  await elsewhere.context().close()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('>single-key')
  await expect(page.getByRole('option').first()).toContainText('single-key')
  const switched = page.waitForResponse((response) => response.url().includes('/save_preference') && response.ok())
  await page.keyboard.press('Enter')
  await switched
  await page.reload()
  await expect(page.getByRole('button', { name: /profile menu/ })).toBeVisible()
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(theme).toHaveAttribute('data-theme', 'light')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeVisible()
})

/** The layers of this page, by the keys that open them. */
const layers: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  palette: async (page) => await page.keyboard.press('Control+k'),
  'palette with results': async (page) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('a')
  },
  'palette scope': async (page) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('@')
    await expect(page.getByRole('option').first()).toBeVisible()
  },
  'palette help': async (page) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('?')
  },
  'shortcut sheet': async (page) => await page.keyboard.press('?'),
  'key settings': async (page) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('>change keyboard')
    await expect(page.getByRole('option').first()).toContainText('Change keyboard')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('switch')).toBeVisible()
  },
}

test('command layers have no accessibility violations', async ({ page }) => {
  await signIn(page)
  await openGrid(page)

  const found: Record<string, readonly string[]> = {}
  for (const [name, open] of Object.entries(layers)) {
    await open(page)
    await expect(page.getByRole('dialog')).toBeVisible()
    const violations = await findViolations(page)
    if (violations.length > 0) found[name] = violations
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  // The hint of a sequence disappears after a moment.
  await expect(async () => {
    await page.keyboard.press('g')
    await expect(page.locator('output').filter({ hasText: 'Projects' })).toBeVisible({ timeout: 700 })
  }).toPass()
  found['what can follow'] = await findViolations(page, { within: 'output' })

  expect(found).toEqual({ 'what can follow': [] })
})
