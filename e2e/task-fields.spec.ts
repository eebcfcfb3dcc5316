import { expect, test, type Page } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { runFromPalette } from './page-models/palette.ts'
import { planStudio } from './page-models/planned-studio.ts'
import { anAccount, callServer, signInAs, startStudio } from './page-models/session.ts'

/** Adds a field of a kind of row in the settings, without a pointer, and names it. */
async function addField(page: Page, { of, kind, name }: { of: string; kind: string; name: string }): Promise<void> {
  const settings = page.getByRole('dialog', { name: 'Studio Settings' })
  await settings.getByRole('combobox', { name: 'What has the new field' }).selectOption(of)
  await settings.getByRole('combobox', { name: 'Kind of the new field' }).selectOption(kind)
  await settings.getByRole('button', { name: 'Add Field' }).focus()
  await page.keyboard.press('Enter')
  const field = settings.getByRole('textbox', { name: 'Name', exact: true })
  await field.fill(name)
  await page.keyboard.press('Enter')
  await expect(settings.getByRole('list', { name: `Fields of ${of}s` })).toContainText(name)
}

test('task and project fields set up in the settings work in the popup, the list and the project page, without a pointer', async ({
  page,
}) => {
  await startStudio(page, anAccount('task-fields'), 'Task fields')
  const studio = await planStudio(page)
  const project = `/studio/${studio.slug}/project/${studio.projectSlug}`
  await page.goto(project)
  await expect(page.getByRole('heading', { name: 'Spaces', exact: true })).toBeVisible()
  await runFromPalette(page, 'Studio Settings: Fields')
  await addField(page, { of: 'task', kind: 'number', name: 'Difficulty' })
  await addField(page, { of: 'project', kind: 'text', name: 'Producer' })
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')

  // On the project page.
  await expect(page.getByRole('button', { name: 'Set a field' })).toBeVisible()
  await runFromPalette(page, 'Set a field of the project', 'Producer', 'Ana')
  const producer = page.getByRole('button', { name: 'Producer Ana' })
  await producer.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Producer of The Film' }).fill('Ben')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Producer Ben' })).toBeVisible()
  await expect
    .poll(async () => callServer(page, 'projects?select=fields'))
    .toEqual([{ fields: expect.objectContaining({ [await keyOf(page, 'Producer')]: 'Ben' }) }])
  expect(await findViolations(page)).toEqual([])

  // In a task's popup.
  await page.goto(`${project}/space/${studio.spaceSlug}?item=sh010&task=animation`)
  const popup = page.getByRole('dialog', { name: 'sh010' })
  await expect(popup.getByRole('button', { name: 'Set a field of the task' })).toBeVisible()
  await runFromPalette(page, 'Set a field of the task', 'Difficulty', 'many')
  await popup.getByRole('textbox', { name: 'Difficulty of Animation' }).fill('3')
  await page.keyboard.press('Enter')
  await expect(popup.getByRole('button', { name: 'Difficulty 3' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  // As a column of the task list: set for the whole selection, sorted, filtered and undone.
  await page.goto(`${project}/tasks`)
  const list = page.getByRole('grid', { name: 'Tasks of the project' })
  const task = (item: string, stage: string) => list.getByRole('row', { name: new RegExp(`${item}.*${stage}`) })
  await expect(task('sh010', 'Animation')).toContainText('3')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowDown')
  await runFromPalette(page, 'Set a field…', 'Difficulty', '5')
  await expect(task('sh010', 'Layout')).toContainText('5')
  await expect(task('sh010', 'Animation')).toContainText('5')
  await page.keyboard.press('Control+z')
  await expect(task('sh010', 'Animation')).toContainText('3')
  await runFromPalette(page, 'Filter by an expression', `${await keyOf(page, 'Difficulty')} > 2`)
  await expect(list.getByRole('row')).toHaveCount(1)
  await runFromPalette(page, 'Show all tasks')
  await runFromPalette(page, 'Sort the tasks', 'Difficulty')
  await expect(list.getByRole('row').first()).toContainText('Animation')
  await runFromPalette(page, 'Filter by an expression', 'nothing > 2')
  await expect(page.getByText('There is no nothing', { exact: false })).toBeVisible()
  await expect(list.getByRole('row')).toHaveCount(4)

  // Group, save as a studio view, and find it unchanged after a reload.
  await runFromPalette(page, 'Group the tasks', 'Stage')
  const group = (name: string) => list.getByRole('rowgroup', { name })
  await expect(group('Layout: 2').getByRole('row')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(list.getByRole('row', { selected: true })).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  const folded = list.getByRole('row', { name: /^Layout.*collapsed/ })
  await expect(folded).toBeVisible()
  await runFromPalette(page, 'Set a field…', 'Difficulty', '7')
  await page.keyboard.press('ArrowRight')
  await expect(task('sh020', 'Layout')).toContainText('7')
  await runFromPalette(page, 'Save as a view', 'Hard ones', 'For the studio')
  await expect(page.getByRole('button', { name: 'Hard ones' })).toBeVisible()
  await expect
    .poll(async () => callServer(page, 'project_views?select=name,owner_id'))
    .toEqual([{ name: 'Hard ones', owner_id: null }])
  await runFromPalette(page, 'Show or hide a column', 'Estimate')
  await page.keyboard.press('Shift+B')
  const asked = page.getByRole('combobox')
  await asked.fill('Difficulty')
  await page.keyboard.press('Enter')
  await expect(asked).toHaveValue('')
  await asked.fill('is above')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Difficulty: value' }).fill('4')
  await expect(list.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Hard ones, changed' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.reload()
  await expect(group('Layout: 2')).toHaveCount(1)
  await expect(list.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Estimate' })).toHaveCount(0)
  await runFromPalette(page, 'Open a saved view', 'Hard ones')
  await expect(list.getByRole('row')).toHaveCount(4)

  // On a phone each task shows its columns' values.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(task('sh010', 'Layout')).toContainText('Difficulty 7')
  await expect(task('sh010', 'Layout').getByText('Difficulty')).toBeInViewport()
  await task('sh010', 'Layout').click()
  const chosen = page.getByRole('toolbar', { name: 'Selected tasks' })
  await expect(chosen).toContainText('1 task')
  await expect(chosen.getByRole('button', { name: 'Status' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await chosen.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('dialog', { name: 'sh010' })).toBeVisible()
})

/** Returns a field's key. A field is named after its kind until it gets a name; its key stays. */
async function keyOf(page: Page, name: string): Promise<string> {
  const [field] = await callServer<readonly { key: string }[]>(page, `field_definitions?select=key&name=eq.${name}`)
  return field?.key ?? ''
}

test('the task and asset lists scroll under their toolbars, and only visible tasks are rendered', async ({ page }) => {
  await signInAs(page, 'Mei Tanaka')
  await page.setViewportSize({ width: 1280, height: 600 })
  const project = '/studio/northlight/project/the-salt-road'
  const scrollOf = async () => await page.getByRole('main').evaluate((main) => main.scrollHeight - main.clientHeight)
  await page.goto(`${project}/tasks`)
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  expect(await page.getByRole('rowheader').count()).toBeLessThan(60)
  expect(await scrollOf()).toBe(0)

  await page.keyboard.press('End')
  await expect(page.getByRole('heading', { name: 'Tasks', exact: true })).toBeInViewport({ ratio: 1 })
  await page.goto(`${project}/assets`)
  await expect(page.getByRole('rowgroup', { name: /Character/ })).toBeAttached()
  expect(await scrollOf()).toBe(0)
})
