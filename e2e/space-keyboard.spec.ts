import { expect, test } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { callServer } from './page-models/session.ts'
import { SpacePage } from './page-models/space-page.ts'

test('items are created, given a status, changed in bulk and undone without a pointer', async ({ page }) => {
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

  // Move to the new rows: the list is filtered to them during typing.
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

test('items are omitted by key, struck through for everybody, and restored by undo or the same key', async ({
  page,
  browser,
}) => {
  const space = new SpacePage(page)
  await space.enter('Mei Tanaka')
  const other = new SpacePage(await (await browser.newContext()).newPage())
  await other.enter('Amara Diallo')
  const struck = (seen: SpacePage, item: string) => seen.row(item).locator('s')
  const [first, second] = ['sq010_sh0080', 'sq010_sh0090']

  await space.cell(first, 0).click()
  await space.press('Shift+ArrowDown', 'Shift+X')
  for (const seen of [space, other])
    for (const item of [first, second]) await expect(struck(seen, item)).toHaveAccessibleName(`${item}, omitted`)

  await space.press('Control+z')
  for (const item of [first, second]) await expect(struck(other, item)).toHaveCount(0)

  await space.press('Control+Shift+z')
  await expect(struck(other, second)).toHaveCount(1)
  await space.press('Shift+X')
  for (const item of [first, second]) await expect(struck(other, item)).toHaveCount(0)
  expect(await callServer(page, 'items?select=id&is_omitted=is.true')).toEqual([])
  await other.page.context().close()
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

/** Layers about the cells themselves, checked with the grid; under the others the cells never change. */
const inCells: readonly string[] = ['rename', 'estimates', 'estimate field']

test('space layers have no accessibility violations', async ({ page }) => {
  test.setTimeout(400_000)
  const space = new SpacePage(page)
  await space.enter('Amara Diallo')

  const found: Record<string, readonly string[]> = {}
  for (const [name, open] of Object.entries(layers)) {
    await space.cell('sq010_sh0010', 1).click()
    await open(space)
    const violations = await findViolations(page, inCells.includes(name) ? {} : { without: '[role=rowgroup]' })
    if (violations.length > 0) found[name] = violations
    // The same key closes a panel of the screen; Esc closes a layer over it.
    if (name === 'filter panel') await open(space)
    await space.press('Escape', 'Escape')
  }

  expect(found).toEqual({})
})
