import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { SpacePage } from './page-models/space-page.ts'

test('create, set a status, change many and take it all back, without a pointer', async ({ page }) => {
  const space = new SpacePage(page)
  await space.enter('Mei Tanaka')
  const mark = crypto.randomUUID().slice(0, 6)
  const [first, second] = [`keys_a${mark}`, `keys_b${mark}`]

  await space.press('ArrowDown', 'c')
  const form = page.getByRole('dialog', { name: 'Create Shot' })
  await expect(form.getByLabel('Name 1')).toBeFocused()
  await page.keyboard.type(first)
  await space.press('Enter')
  await expect(form.getByLabel('Name 2')).toBeFocused()
  await page.keyboard.type(second)
  await space.press('Control+Enter')
  await expect(space.row(second)).toBeVisible()

  // To the new rows: the filter narrows to them while it is typed.
  await page.getByLabel('Filter items by name').focus()
  await page.keyboard.type(first)
  await expect(page.getByRole('columnheader', { name: /^Item/ })).toContainText(/Item\s*1/)
  await space.press('Control+a')
  await page.keyboard.type(mark)
  await expect(page.getByRole('columnheader', { name: /^Item/ })).toContainText(/Item\s*2/)
  await space.press('Enter', 's')
  await page.keyboard.type('wip')
  await space.press('Enter')
  await expect(space.cell(first, 0)).toContainText('WIP')

  await space.press('Control+a', '3')
  await expect(space.cell(second, 7)).toContainText('WFA')
  await space.press('Control+z')
  await expect(space.cell(second, 7)).toContainText('TODO')
  await expect(space.cell(first, 0)).toContainText('WIP')
  await space.press('Control+z')
  await expect(space.cell(first, 0)).toContainText('TODO')
  await space.press('Control+Shift+z')
  await expect(space.cell(first, 0)).toContainText('WIP')
  await space.press('Control+z', 'Control+z')
  await expect(space.row(first)).toHaveCount(0)
  await expect(page.getByText('No items match the current filters')).toBeVisible()
})

/** Every layer of this screen, by the keys that open it. */
const layers: Readonly<Record<string, (space: SpacePage) => Promise<void>>> = {
  peek: async (space) => {
    await space.press('Space')
    await expect(space.page.getByRole('complementary', { name: 'Peek' })).toBeVisible()
  },
  'create form': async (space) => await space.press('c'),
  'filter panel': async (space) => await space.press('b'),
  assign: async (space) => await space.press('a'),
  'due date': async (space) => await space.press('Shift+D'),
  priority: async (space) => await space.press('p'),
  'delete tasks': async (space) => await space.press('Delete'),
  'delete item': async (space) => await space.press('Control+Delete'),
  rename: async (space) => await space.press('F2'),
  estimates: async (space) => await space.press('Shift+H'),
  time: async (space) => await space.press('Shift+G'),
  'estimate field': async (space) => await space.press('t'),
  board: async (space) => await space.press('g', 'k'),
}

/** Layers that are about the cells themselves; under the others they are as everywhere. */
const inCells: readonly string[] = ['rename', 'estimates', 'estimate field']

async function findViolations(page: Page, layer: string): Promise<readonly string[]> {
  const whole = new AxeBuilder({ page })
  const { violations } = await (inCells.includes(layer) ? whole : whole.exclude('[role=rowgroup]')).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

for (const theme of ['dark', 'light'] as const) {
  test(`no layer of the space has an accessibility violation (${theme})`, async ({ page }) => {
    test.setTimeout(400_000)
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
    const space = new SpacePage(page)
    await space.enter('Amara Diallo')

    const found: Record<string, readonly string[]> = {}
    for (const [name, open] of Object.entries(layers)) {
      await space.open()
      await space.cell('sq010_sh0010', 1).click()
      await open(space)
      // A layer over the page is open once it has the focus; judged before, the page seems to have it still.
      if ((await page.getByRole('dialog').count()) > 0) {
        await expect(page.locator('[role=dialog]:focus-within, [role=dialog]:focus').first()).toBeVisible()
      }
      const violations = await findViolations(page, name)
      if (violations.length > 0) found[name] = violations
    }

    expect(found).toEqual({})
  })
}
