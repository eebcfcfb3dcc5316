import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { FrontPage } from './page-models/front-page.ts'

const space = '/studio/northlight/project/the-salt-road/spaces'

/** Every screen and layer, by how one gets there; each is judged in both themes. */
const places: Record<string, (page: Page) => Promise<void>> = {
  projects: async (page) => {
    await page.goto('/studio/northlight/projects')
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  },
  'project page': async (page) => {
    await page.goto('/studio/northlight/project/the-salt-road')
    await expect(page.getByRole('heading', { name: 'Spaces' })).toBeVisible()
  },
  grid: async (page) => {
    await page.goto(space)
    await expect(page.getByRole('grid').getByRole('row').nth(5)).toBeVisible()
  },
  'grid with a selection': async (page) => {
    await page.goto(space)
    await page.getByRole('gridcell').nth(3).click()
    await page.keyboard.press('Shift+ArrowDown')
  },
  'status menu': async (page) => {
    await page.goto(space)
    await page.getByRole('gridcell').nth(3).click()
    await page.keyboard.press('s')
  },
  'task popup': async (page) => {
    await page.goto(`${space}?item=sq020-sh0060&task=fx`)
    await expect(page.getByRole('dialog')).toContainText('frame')
  },
  palette: async (page) => {
    await page.goto(space)
    await page.getByRole('grid').waitFor()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox').first()).toBeVisible()
  },
  'shortcut sheet': async (page) => {
    await page.goto(space)
    await page.getByRole('grid').waitFor()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
  },
}

async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

for (const theme of ['dark', 'light'] as const) {
  test(`the front page and its log-in pop-up have no accessibility violation (${theme})`, async ({ page }) => {
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
    const front = new FrontPage(page)
    await front.open()
    expect(await findViolations(page)).toEqual([])

    await front.openLogIn()
    expect(await findViolations(page)).toEqual([])
  })

  test(`no signed-in screen has an accessibility violation (${theme})`, async ({ page }) => {
    test.setTimeout(180_000)
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
    const front = new FrontPage(page)
    await front.open()
    await front.openLogIn()
    await front.pickDemoAccount('Mei Tanaka')
    await page.waitForURL('**/projects')

    const found: Record<string, string[]> = {}
    for (const [name, go] of Object.entries(places)) {
      await go(page)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      const violations = await findViolations(page)
      if (violations.length > 0) found[name] = violations
    }

    expect(found).toEqual({})
  })
}
