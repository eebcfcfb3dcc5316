import { expect, test, type Page } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { runFromPalette } from './page-models/palette.ts'
import { insert, planStudio } from './page-models/planned-studio.ts'
import { anAccount, callServer, startStudio } from './page-models/session.ts'

type Row = { readonly id: string; readonly name: string }

/** A planned studio with a kind of its own, vehicle, which starts with Layout only. */
async function planVehicles(page: Page) {
  const plan = await planStudio(page)
  const stages = await callServer<Row[]>(page, `stages?select=id,name&studio_id=eq.${plan.studioId}`)
  const [collection] = await callServer<Row[]>(page, `collections?select=id,name&studio_id=eq.${plan.studioId}`)
  const kind = { id: crypto.randomUUID(), studio_id: plan.studioId, key: 'vehicle', name: 'Vehicle' }
  const layout = stages.find(({ name }) => name === 'Layout')
  await insert(page, 'item_kinds', { ...kind, item_type: 'asset', icon: 'car', stage_ids: [layout?.id] })
  return { project: `/studio/${plan.slug}/project/the-film`, kind, collection, ...plan }
}

const openPalette = async (page: Page, text: string) => {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or run a command' })
  await palette.getByRole('combobox').fill(text)
  return palette
}

test('a studio’s own kind is created, searched, grouped and cast by name, by keyboard', async ({ page }) => {
  await startStudio(page, anAccount('own-kinds'), 'Own Kinds')
  const { project } = await planVehicles(page)
  await page.goto(`${project}/space/shots`)
  await expect(page.getByRole('row').filter({ hasText: 'sh010' })).toBeVisible()

  const palette = await openPalette(page, 'create vehicle')
  await expect(palette.getByRole('option').first()).toContainText('Create Vehicle')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Create Vehicle' })
  await form.getByLabel('Name 1').fill('Truck')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('row').filter({ hasText: 'Truck' })).toBeVisible()
  const made = 'items?select=title,kind:item_kinds(name),tasks:item_tasks(title)&title=eq.Truck'
  await expect
    .poll(async () => await callServer(page, made))
    .toEqual([{ title: 'Truck', kind: { name: 'Vehicle' }, tasks: [{ title: 'Layout' }] }])

  await openPalette(page, 'Group by a field')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Kind' }).click()
  await expect(page.getByRole('row').filter({ hasText: /^Vehicle/ })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: /^No kind/ })).toBeVisible()

  // Also from any other page; assets are found by the name of their kind.
  await page.goto(`${project}/assets`)
  await expect(page.getByRole('rowgroup', { name: 'Vehicle: 1' })).toBeAttached()
  const elsewhere = await openPalette(page, 'create vehicle')
  await expect(elsewhere.getByRole('option', { name: 'Create Vehicle' })).toContainText('goes to Shots')
  await elsewhere.getByRole('combobox').fill('vehicle')
  await expect(elsewhere.getByRole('option', { name: 'Truck' }).first()).toContainText('Vehicle')
  await page.keyboard.press('Escape')

  await page.goto(`${project}/casting`)
  await expect(page.getByRole('button', { name: 'sh010' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('a')
  await page.getByRole('combobox').fill('vehic')
  await page.getByRole('option', { name: 'Truck' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Cast of sh010' }).getByRole('button', { name: /^Truck/ })).toBeVisible()
})

test('a studio’s own kind has its own kanban lane, kept over a reload, and is in the task list’s Kind column', async ({
  page,
}) => {
  await startStudio(page, anAccount('kind-lanes'), 'Kind Lanes')
  const { project, kind, collection, studioId } = await planVehicles(page)
  const truck = { id: crypto.randomUUID(), collection_id: collection?.id, title: 'Truck', item_type_id: 'asset' }
  await insert(page, 'items', { ...truck, kind_id: kind.id })
  const [layout] = await callServer<Row[]>(page, `stages?select=id,name&studio_id=eq.${studioId}&name=eq.Layout`)
  const [status] = await callServer<Row[]>(page, `task_statuses?select=id,name&studio_id=eq.${studioId}`)
  await insert(page, 'item_tasks', { item_id: truck.id, stage_id: layout?.id, status_id: status?.id })
  await page.goto(`${project}/space/shots`)
  await expect(page.getByRole('row').filter({ hasText: 'Truck' })).toBeVisible()

  await runFromPalette(page, 'Kanban')
  await runFromPalette(page, 'Lanes', 'A lane for each kind')
  const lanes = page.locator('[data-lane]').getByRole('heading')
  await expect(lanes).toHaveText([/^Vehicle 1$/, /^No kind \d+$/])
  expect(await findViolations(page)).toEqual([])
  await page.reload()
  await expect(lanes.first()).toHaveText('Vehicle 1')

  await page.goto(`${project}/tasks`)
  const row = page.getByRole('row').filter({ hasText: 'Truck' })
  await expect(row).toBeVisible()
  await runFromPalette(page, 'Show or hide a column', 'Kind')
  await expect(row.getByRole('gridcell').first()).toHaveText('Vehicle')
  expect(await findViolations(page)).toEqual([])
})

test('without any asset kinds the assets page says so and links to the kinds', async ({ page }) => {
  await startStudio(page, anAccount('no-assets'), 'No Assets')
  const { project, studioId, kind } = await planVehicles(page)
  await page.goto(`${project}/assets`)
  await expect(page.getByText(/^Give items a kind, such as .*Vehicle/)).toBeVisible()

  const kinds = await callServer<Row[]>(page, `item_kinds?select=id,name&studio_id=eq.${studioId}&item_type=eq.asset`)
  expect(kinds.map(({ id }) => id)).toContain(kind.id)
  await callServer(page, 'rpc/delete_rows', { p_table: 'item_kinds', p_keys: kinds.map(({ id }) => id) })

  await expect(page.getByRole('heading', { name: 'No kind of asset' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Open the kinds' }).press('Enter')
  await expect(
    page.getByRole('dialog', { name: 'Studio Settings' }).getByText('Shot', { exact: true }).first(),
  ).toBeVisible()
})

test('on a phone a cast is read and changed by thumb without scrolling sideways', async ({ page }) => {
  await startStudio(page, anAccount('cast-phone'), 'Cast Phone')
  const { project, kind, collection } = await planVehicles(page)
  const truck = { id: crypto.randomUUID(), collection_id: collection?.id, title: 'Truck', item_type_id: 'asset' }
  await insert(page, 'items', { ...truck, kind_id: kind.id })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${project}/casting`)
  await page.getByRole('button', { name: 'sh010' }).click()
  await page.getByRole('button', { name: 'Add to the cast' }).click()
  await page.getByRole('option', { name: 'Truck' }).click()

  const member = page.getByRole('list', { name: 'Cast of sh010' }).getByRole('button', { name: /^Truck/ })
  // The asset added last is selected.
  const panel = page.getByRole('complementary', { name: 'Truck' })
  await panel.getByRole('button', { name: 'Increase the count' }).click()
  await expect(panel.getByRole('button', { name: '×2' })).toBeVisible()
  await panel.getByRole('button', { name: 'Decrease the count' }).click()
  await expect(panel.getByRole('button', { name: '×1' })).toBeVisible()
  for (const button of await panel.getByRole('button').all()) {
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await findViolations(page)).toEqual([])
  await panel.getByRole('button', { name: 'Remove' }).click()
  await expect(member).toHaveCount(0)
})
