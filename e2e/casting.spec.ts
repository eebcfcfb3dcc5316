import { expect, test } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { anAccount, callServer, startStudio } from './page-models/session.ts'
import { insert, planStudio } from './page-models/planned-studio.ts'
import { SpacePage } from './page-models/space-page.ts'

type Row = { readonly id: string; readonly name: string }

test('a shot is cast by keyboard, waits for its cast, and is ready once that is done', async ({ page }) => {
  await startStudio(page, anAccount('casting'), 'Casting Studio')
  const plan = await planStudio(page)
  const [kind] = await callServer<Row[]>(
    page,
    `item_kinds?select=id,name&key=eq.character&studio_id=eq.${plan.studioId}`,
  )
  const [collection] = await callServer<Row[]>(page, `collections?select=id,name&studio_id=eq.${plan.studioId}`)
  const stages = await callServer<Row[]>(page, `stages?select=id,name&studio_id=eq.${plan.studioId}`)
  const stageId = (name: string): string => stages.find((stage) => stage.name === name)?.id ?? ''
  const character = crypto.randomUUID()
  await insert(page, 'items', {
    id: character,
    collection_id: collection?.id,
    title: 'Ana',
    item_type_id: 'asset',
    kind_id: kind?.id,
  })
  const [status] = await callServer<Row[]>(
    page,
    `task_statuses?select=id,name&is_default=is.true&studio_id=eq.${plan.studioId}`,
  )
  await insert(page, 'item_tasks', { item_id: character, stage_id: stageId('Layout'), status_id: status?.id })
  await insert(page, 'stage_needs', { stage_id: stageId('Animation'), needs_stage_id: stageId('Layout') })

  await page.goto(`/studio/${plan.slug}/project/the-film/casting`)
  await expect(page.getByRole('button', { name: 'sh010' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('a')
  await page.keyboard.type('Ana:2')
  await page.keyboard.press('Enter')

  const shot = page.getByRole('list', { name: 'Cast of sh010' })
  await expect(shot.getByRole('button', { name: 'Ana ×2, not ready' })).toBeVisible()
  await expect(page.getByText('Animation waits for Layout', { exact: true })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('+')
  await expect(shot.getByRole('button', { name: 'Ana ×3, not ready' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Ana' })).toContainText('Animation waits for Layout')
  await page.keyboard.press('Control+z')
  await expect(shot.getByRole('button', { name: 'Ana ×2, not ready' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  // Paste spreadsheet rows into consecutive shots; waiting shots can be filtered for.
  await page.keyboard.press('ArrowLeft')
  // Pasting must not need leave to read the clipboard.
  await page.context().grantPermissions(['clipboard-write'])
  await page.evaluate(async () => await navigator.clipboard.writeText('Ana:7\nAna'))
  await page.keyboard.press('Control+v')
  const below = page.getByRole('list', { name: 'Cast of sh020' })
  await expect(below.getByRole('button', { name: 'Ana, not ready' })).toBeVisible()
  await expect(shot.getByRole('button', { name: 'Ana ×7, not ready' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(below.getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: 'Not ready for Animation · 1' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Not ready for Animation · 1', pressed: true })).toBeVisible()
  await expect(below).toHaveCount(0)
  await page.keyboard.press('f')
  await expect(below).toHaveCount(1)
  await page.keyboard.press('f')
  await expect(below).toHaveCount(0)
  await page.getByRole('button', { name: 'Waiting only', pressed: true }).press('Enter')
  await expect(below).toHaveCount(1)
  await page.getByRole('button', { name: 'sh010' }).focus()

  // With several shots selected, one row, or the cast of another shot, goes into each in one step.
  const chosen = page.getByRole('toolbar', { name: 'Selected shots' })
  await page.keyboard.press('Shift+ArrowDown')
  await expect(chosen).toContainText('2 shots')
  await page.evaluate(async () => await navigator.clipboard.writeText('Ana:4'))
  await page.keyboard.press('Control+v')
  await expect(below.getByRole('button', { name: 'Ana ×4, not ready' })).toBeVisible()
  await expect(shot.getByRole('button', { name: 'Ana ×4, not ready' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Control+z')
  await expect(below.getByRole('button')).toHaveCount(0)
  await expect(shot.getByRole('button', { name: 'Ana ×2, not ready' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(chosen).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+v')
  await expect(below.getByRole('button', { name: 'Ana ×2, not ready' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(below.getByRole('button')).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await expect(chosen).toHaveCount(0)
  await page.keyboard.press('ArrowRight')

  // Its role and its name there; a reference does not hold anything up.
  await page.keyboard.press('Shift+K')
  await page.keyboard.type('Reference')
  await page.keyboard.press('Enter')
  await expect(shot.getByRole('button', { name: 'Ana ×2 reference' })).toBeVisible()
  await expect(page.getByText('Animation waits for Layout', { exact: true })).toHaveCount(0)
  await page.keyboard.press('Shift+N')
  await page.keyboard.type('left')
  await page.keyboard.press('Enter')
  await expect(shot.getByRole('button', { name: 'Ana ×2 “left” reference' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(shot.getByRole('button', { name: 'Ana ×2, not ready' })).toBeVisible()
  for (const text of ['Ana:-2, Tree:14', 'Ana:99999', 'sh010']) {
    await page.keyboard.press('a')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Nothing was changed.').last()).toBeVisible()
    await expect(page.getByRole('combobox')).toHaveCount(0)
    await expect(shot.getByRole('button', { name: 'Ana ×2, not ready' })).toBeVisible()
  }

  // The same in the item itself, from either side.
  await page.goto(`/studio/${plan.slug}/project/the-film/space/shots?item=${character}`)
  await expect(page.getByRole('region', { name: 'Links of Ana' })).toContainText('Appears in')
  await page.keyboard.press('Shift+C')
  await expect(page.getByRole('option', { name: /sh010/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'sh010 ×5' })).toBeVisible()
  await page.keyboard.press('x')
  await expect(page.getByRole('option', { name: /sh010/ })).toBeVisible()
  await page.keyboard.press('Enter')
  const links = page.getByRole('region', { name: 'Links of sh010' })
  await expect(links.getByRole('button', { name: 'Ana ×5, not ready' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Control+z')
  await expect(links.getByRole('button', { name: 'Ana ×2, not ready' })).toBeVisible()

  // The same shots as a grid, a board and a cast.
  await page.goto(`/studio/${plan.slug}/project/the-film/space/shots`)
  const layouts = page.getByRole('group', { name: 'Layout' })
  await layouts.getByText('Casting').click()
  await expect(shot.getByRole('button', { name: 'Ana ×2, not ready' })).toBeVisible()
  await layouts.getByText('Kanban').click()
  await expect(page.getByRole('toolbar', { name: 'Space' }).getByRole('radio', { name: 'Kanban' })).toBeChecked()
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await layouts.getByText('Grid').click()

  // In the grid a mark on the cell shows it.
  await page.goto(`/studio/${plan.slug}/project/the-film/space/shots`)
  const space = new SpacePage(page)
  await expect(space.cell('sh010', 1)).toContainText('Waits for Layout of Ana')
  await expect(space.cell('sh020', 1)).not.toContainText('Waits for')
  expect(await findViolations(page)).toEqual([])

  await page.keyboard.press('g')
  await page.keyboard.press('x')
  await expect(page.getByRole('heading', { name: 'Tasks', exact: true })).toBeVisible()
  await page.getByLabel('Find tasks').fill('ana')
  const tasks = page.getByRole('grid', { name: 'Tasks of the project' }).getByRole('row')
  await expect(tasks).toHaveCount(1)
  await tasks.click()
  await page.keyboard.press('s')
  await page.keyboard.type('DONE')
  await page.keyboard.press('Enter')
  await expect(tasks).toContainText('DONE')
  expect(await findViolations(page)).toEqual([])

  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page.getByRole('grid', { name: 'Assets of the project' })).toContainText('used in 1')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await expect(page.getByText('ready', { exact: true }).first()).toBeVisible()
  expect(await callServer(page, 'item_links?select=quantity')).toEqual([{ quantity: 2 }])

  // The studio's settings decide which stage waits for which.
  await page.keyboard.press('g')
  await page.keyboard.press('.')
  await page.getByRole('tab', { name: 'Kinds', exact: true }).click()
  const needs = page.getByRole('list', { name: 'What waits for what' })
  await needs.getByRole('button', { name: 'Delete: Animation waits for Layout of everything cast' }).focus()
  await page.keyboard.press('Enter')
  await expect(needs).not.toContainText('Animation waits for Layout')
  await page.getByRole('button', { name: 'Open Prop' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Name', { exact: true }).fill('Hand prop')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Hand prop', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Every stage of their space' }).press('Enter')
  await page.keyboard.type('Layout')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect
    .poll(async () => callServer(page, 'item_kinds?select=name,stage_ids&key=eq.prop'))
    .toEqual([{ name: 'Hand prop', stage_ids: [stageId('Layout')] }])
  expect(await findViolations(page)).toEqual([])
})
