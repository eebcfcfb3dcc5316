import { expect, test, type Page } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { runFromPalette } from './page-models/palette.ts'
import { anAccount, callServer, startStudio } from './page-models/session.ts'
import { insert, planStudio } from './page-models/planned-studio.ts'

type Row = { readonly id: string; readonly name: string; readonly key?: string }

/** Adds three assets of two kinds to a planned studio, each with a task in Layout, and a field. */
async function planAssets(page: Page): Promise<string> {
  const plan = await planStudio(page)
  const of = `studio_id=eq.${plan.studioId}`
  const [kinds, stages, statuses, [collection]] = await Promise.all([
    callServer<Row[]>(page, `item_kinds?select=id,name,key&${of}`),
    callServer<Row[]>(page, `stages?select=id,name&${of}`),
    callServer<Row[]>(page, `task_statuses?select=id,name&is_default=is.true&${of}`),
    callServer<Row[]>(page, `collections?select=id,name&${of}`),
  ])
  const option = (name: string) => ({ id: name.toLowerCase(), name, color: '#22c55e' })
  const field = { studio_id: plan.studioId, key: 'size', name: 'Size', kind: 'choice' }
  await insert(page, 'field_definitions', { ...field, options: [option('Small'), option('Large')] })
  for (const [title, key] of [
    ['Ana', 'character'],
    ['Ben', 'character'],
    ['Oak', 'prop'],
  ] as const) {
    const id = crypto.randomUUID()
    const kind = kinds.find((each) => each.key === key)
    await insert(page, 'items', { id, collection_id: collection?.id, title, item_type_id: 'asset', kind_id: kind?.id })
    const stage = stages.find(({ name }) => name === 'Layout')
    await insert(page, 'item_tasks', { item_id: id, stage_id: stage?.id, status_id: statuses[0]?.id })
  }
  return `/studio/${plan.slug}/project/the-film/assets`
}

test('assets are searched, filtered, sorted, grouped and edited in bulk', async ({ page }) => {
  await startStudio(page, anAccount('assets'), 'Asset Studio')
  await page.goto(await planAssets(page))
  const assets = page.getByRole('grid', { name: 'Assets of the project' }).getByRole('row')
  const names = async () => (await assets.allInnerTexts()).map((text) => text.split('\n')[0]?.split(',')[0])
  await expect(assets).toHaveCount(3)
  await expect(page.getByRole('rowgroup', { name: 'Character: 2' })).toBeAttached()
  await expect(page.getByRole('button', { name: 'Grouped by kind' })).toBeVisible()

  // Select two and set a value on both in one step.
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+ArrowDown')
  const chosen = page.getByRole('toolbar', { name: 'Selected assets' })
  await expect(chosen).toContainText('2 assets')
  await page.keyboard.press('s')
  await page.getByRole('option', { name: 'Layout' }).click()
  await page.getByRole('option', { name: 'DONE' }).click()
  await expect(assets.filter({ hasText: 'DONE' })).toHaveCount(2)
  await page.keyboard.press('Control+z')
  await expect(assets.filter({ hasText: 'DONE' })).toHaveCount(0)
  await page.keyboard.press('Control+Shift+z')
  await expect(assets.filter({ hasText: 'DONE' })).toHaveCount(2)
  // Values typed in the palette change the tasks of the selected assets.
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or run a command' })
  await palette.getByRole('combobox').fill('→ wip')
  await expect(palette.getByText('Plan · 2 tasks · 1 Undo')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(assets.filter({ hasText: 'WIP' })).toHaveCount(2)
  await page.keyboard.press('Control+z')
  await expect(assets.filter({ hasText: 'DONE' })).toHaveCount(2)
  await page.keyboard.press('e')
  await page.getByRole('option', { name: 'Size' }).click()
  await page.getByRole('option', { name: 'Large' }).click()
  await page.keyboard.press('Escape')
  await expect(chosen).toBeHidden()

  // Filter by a field, by name and by kind.
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.getByRole('option', { name: 'Size' }).click()
  await expect(page.getByRole('rowgroup', { name: 'Large: 2' })).toBeAttached()
  await expect(page.getByRole('rowgroup', { name: 'No size: 1' })).toBeAttached()
  // Assets with the same name show their place, unless grouped by place.
  const [oak] = await callServer<Row[]>(page, 'items?select=id,name:title&title=eq.Oak')
  const rename = (title: string) =>
    callServer(page, 'rpc/update_rows', { p_table: 'items', p_changes: [{ key: { id: oak?.id }, values: { title } }] })
  await rename('ana')
  await expect(assets.filter({ hasText: /ana, in Shots · sq010/i })).toHaveCount(2)
  await rename('Oak')
  await expect(assets.filter({ hasText: ', in ' })).toHaveCount(0)
  await page.keyboard.press('Shift+S')
  await page.getByRole('option', { name: 'Name, descending' }).click()
  await expect.poll(names).toEqual(['Ben', 'Ana', 'Oak'])
  await page.getByRole('textbox', { name: 'Find assets' }).fill('oak')
  await expect.poll(names).toEqual(['Oak'])
  await expect(page.getByText('1 of 3')).toBeVisible()
  await page.getByRole('textbox', { name: 'Find assets' }).fill('')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: /kinds/i }).click()
  await page.getByRole('option', { name: 'Prop' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(names).toEqual(['Oak'])
  expect(await findViolations(page)).toEqual([])

  // The view is remembered.
  await page.reload()
  await expect.poll(names).toEqual(['Oak'])
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect.poll(names).toEqual(['Ben', 'Ana', 'Oak'])
})

test('assets: field columns, a saved view shared by address, filtering of new assets, and undo across windows', async ({
  page,
  context,
}) => {
  await startStudio(page, anAccount('asset-columns'), 'Column Studio')
  const address = await planAssets(page)
  await page.goto(address)
  const assets = page.getByRole('grid', { name: 'Assets of the project' }).getByRole('row')
  const columns = page.getByRole('group', { name: 'Columns' })
  const names = async () => (await assets.allInnerTexts()).map((text) => text.split('\n')[0]?.split(',')[0])
  const heads = async () => (await columns.getByRole('button').allInnerTexts()).map((text) => text.trim())
  await expect(assets).toHaveCount(3)
  expect(await heads()).toEqual(['Name', 'Used', 'Stages', 'Size'])

  // Show, move and resize columns by commands and headings; sort up, down and not at all.
  await runFromPalette(page, 'Show or hide a column', 'Kind')
  await runFromPalette(page, 'Show or hide a column', 'Stages')
  await runFromPalette(page, 'Move a column', 'Size', 'Used')
  await runFromPalette(page, 'Set the width of a column', 'Size', '200')
  expect(await heads()).toEqual(['Name', 'Kind', 'Size', 'Used'])
  expect((await columns.getByRole('button', { name: 'Size' }).boundingBox())?.width).toBe(200)
  await assets.filter({ hasText: 'Ana' }).click()
  await runFromPalette(page, 'Set a field…', 'Size', 'Large')
  await expect(assets.filter({ hasText: 'Ana' })).toContainText('Large')
  await runFromPalette(page, 'Group the assets', 'Nothing')
  await columns.getByRole('button', { name: 'Name' }).click()
  await columns.getByRole('button', { name: 'Name' }).click()
  await expect.poll(names).toEqual(['Oak', 'Ben', 'Ana'])
  expect(await findViolations(page)).toEqual([])

  // Filter to large assets; one that is added now is filtered too.
  await page.keyboard.press('Shift+B')
  const asked = page.getByRole('combobox')
  await asked.fill('Size')
  await page.keyboard.press('Enter')
  await expect(asked).toHaveValue('')
  await asked.fill('is any of')
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Size' }).getByRole('button', { name: 'Choose…' }).click()
  await page.getByRole('option', { name: 'Large' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(names).toEqual(['Ana'])
  const [collection] = await callServer<Row[]>(page, 'items?select=id:collection_id,name:title&title=eq.Ana')
  const [kind] = await callServer<Row[]>(page, 'item_kinds?select=id,name&key=eq.prop')
  const made = { collection_id: collection?.id, item_type_id: 'asset', kind_id: kind?.id }
  await insert(page, 'items', { ...made, title: 'Mill', fields: { size: 'large' } })
  await insert(page, 'items', { ...made, title: 'Nut', fields: { size: 'small' } })
  await expect.poll(names).toEqual(['Mill', 'Ana'])
  await expect(page.getByText('2 of 5')).toBeVisible()

  // Save the view for the studio; its address opens it in another window.
  await runFromPalette(page, 'Save as a view', 'Large ones', 'For the studio')
  await expect(page.getByRole('button', { name: 'Large ones' })).toBeVisible()
  await expect
    .poll(async () => callServer(page, 'project_views?select=name,page,owner_id'))
    .toEqual([{ name: 'Large ones', page: 'assets', owner_id: null }])
  await expect(page).toHaveURL(/\?view=/)
  const shared = page.url()
  await runFromPalette(page, 'Open a saved view', 'Everything')
  await expect(page).toHaveURL(/assets$/)
  await expect(assets).toHaveCount(5)
  const other = await context.newPage()
  await other.goto(shared)
  const elsewhere = other.getByRole('grid', { name: 'Assets of the project' }).getByRole('row')
  await expect(elsewhere).toHaveCount(2)
  await expect(other.getByRole('button', { name: 'Large ones', exact: true })).toBeVisible()

  // The other window sees a bulk change and its undo.
  await page.keyboard.press('Control+a')
  await runFromPalette(page, 'Set a field…', 'Size', 'Large')
  await expect(elsewhere).toHaveCount(5)
  await page.keyboard.press('Control+z')
  await expect(elsewhere).toHaveCount(2)

  // The list of tasks has no asset views; on a phone each value is labelled.
  await page.goto(address.replace('assets', 'tasks'))
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Large ones' })).toHaveCount(0)
  await other.setViewportSize({ width: 390, height: 844 })
  await expect(elsewhere.filter({ hasText: 'Ana' })).toContainText('Size Large')
  await expect(elsewhere.first().getByText('Size')).toBeInViewport()
  expect(await findViolations(other)).toEqual([])
})

test('on a phone an asset’s actions do not cover its values', async ({ page }) => {
  await startStudio(page, anAccount('assets-phone'), 'Assets Phone')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(await planAssets(page))
  const list = page.getByRole('grid', { name: 'Assets of the project' })
  await list.getByRole('rowheader', { name: 'Oak' }).click()

  const bar = page.getByRole('toolbar', { name: 'Selected assets' })
  await expect(bar).toContainText('1 asset')
  const top = (await bar.boundingBox())?.y ?? 0
  for (const name of ['Open', 'Where used']) {
    const button = page.getByRole('complementary').getByRole('button', { name })
    await button.scrollIntoViewIfNeeded()
    const box = await button.boundingBox()
    expect((box?.y ?? top) + (box?.height ?? 0)).toBeLessThanOrEqual(top)
  }
  const rows = await list.boundingBox()
  expect((rows?.y ?? top) + (rows?.height ?? 0)).toBeLessThanOrEqual(top)
  expect(await findViolations(page)).toEqual([])
})
