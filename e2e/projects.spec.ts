import { expect, test, type Page } from '@playwright/test'
import { chooserOf } from './page-models/choose-file.ts'
import { findViolations } from './page-models/judge.ts'
import { CardsPage } from './page-models/projects-page.ts'
import { insert } from './page-models/planned-studio.ts'
import { anAccount, callServer, signInAs, startStudio } from './page-models/session.ts'

/** A small picture of one colour, as a file to upload. */
async function aPicture(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1600, 900)
    const context = canvas.getContext('2d')
    if (context !== null) {
      context.fillStyle = 'teal'
      context.fillRect(0, 0, 1600, 900)
    }
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())]
  })
  return Buffer.from(bytes)
}

test('projects are created, ordered, renamed and deleted by keyboard alone', async ({ page }) => {
  await startStudio(page, anAccount('projects'), 'Keys Only')
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  await expect(page.getByText('Get started by creating your first project')).toBeVisible()
  const projects = new CardsPage(page, 'Projects')
  for (const name of ['Alpha film', 'Beta series', 'Gamma book']) await projects.createProject(name)

  // Newest first by the server's clock, so a card may move while a later one is still being saved.
  await expect(page.getByRole('status').getByText('Synced')).toBeVisible()
  await expect.poll(() => projects.names()).toEqual(['Gamma book', 'Beta series', 'Alpha film'])

  // Move mode: it goes to the end.
  await projects.link('Gamma book').focus()
  await page.keyboard.press('m')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect.poll(() => projects.names()).toEqual(['Beta series', 'Alpha film', 'Gamma book'])
  await expect(projects.link('Gamma book')).toBeFocused()
  await page.keyboard.press('m')
  await page.keyboard.press('Home')
  await page.keyboard.press('Escape')
  expect(await projects.names()).toEqual(['Beta series', 'Alpha film', 'Gamma book'])

  // Inactive: last in the list, not a link, and only now deletable.
  await page.keyboard.press('Home')
  await page.keyboard.press('Delete')
  await expect(page.getByText('Only an inactive project can be deleted')).toBeVisible()
  await page.keyboard.press('e')
  await expect(projects.dialog).toHaveAccessibleName('Project Settings')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  // Deleting asks for confirmation at once; declining returns to the form with nothing saved.
  await projects.dialog.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(projects.dialog).toHaveAccessibleName('Project Settings')
  await expect(projects.dialog.getByText('Inactive')).toBeVisible()
  await expect(page.locator('main').getByText('Active', { exact: true })).toHaveCount(3)
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => projects.names()).toEqual(['Alpha film', 'Gamma book', 'Beta series'])
  await expect(projects.link('Beta series')).toBeDisabled()
  await expect(projects.card('Beta series')).toContainText('Inactive')
  await projects.link('Beta series').focus()
  await page.keyboard.press('Delete')
  await expect(question.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await page.keyboard.type(' Beta series ')
  await page.keyboard.press('Enter')
  await expect.poll(() => projects.names()).toEqual(['Alpha film', 'Gamma book'])

  // The order survives a reload.
  await page.reload()
  await expect.poll(() => projects.names()).toEqual(['Alpha film', 'Gamma book'])
})

test('projects are filtered by a custom field, which their cards and preview show', async ({ page }) => {
  await startStudio(page, anAccount('project-fields'), 'Project Fields')
  const projects = new CardsPage(page, 'Projects')
  for (const name of ['One', 'Two']) await projects.createProject(name)
  const [studio] = await callServer<{ id: string }[]>(page, 'studios?select=id')
  const options = [{ id: 'nord', name: 'Nordfilm', color: '#22c55e' }]
  const field = { studio_id: studio?.id, of: 'project', key: 'client', name: 'Client', kind: 'choice', options }
  await insert(page, 'field_definitions', { id: crypto.randomUUID(), ...field })
  const [one] = await callServer<{ id: string }[]>(page, 'projects?select=id&name=eq.One')
  const changes = [{ key: { id: one?.id }, values: { fields: { client: 'nord' } } }]
  await callServer(page, 'rpc/update_rows', { p_table: 'projects', p_changes: changes })

  await page.getByRole('button', { name: 'Filter…' }).click()
  const asked = page.getByRole('combobox')
  await asked.fill('Client')
  await page.keyboard.press('Enter')
  await expect(asked).toHaveValue('')
  await asked.fill('is any of')
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Client' }).getByRole('button', { name: 'Choose…' }).click()
  await page.getByRole('option', { name: 'Nordfilm' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => projects.names()).toEqual(['One'])
  await expect(projects.card('One')).toContainText('Nordfilm')
  await expect(page.getByText('1 of 2')).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await projects.link('One').focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('dialog', { name: 'One' })).toContainText('ClientNordfilm')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect.poll(() => projects.names()).toEqual(['Two', 'One'])
})

test('a project gets a compressed thumbnail, and its card can be dragged', async ({ page }) => {
  await startStudio(page, anAccount('pictures'), 'Pictures')
  const projects = new CardsPage(page, 'Projects')
  for (const name of ['One', 'Two']) await projects.createProject(name)
  const picture = await aPicture(page)

  await projects.card('One').hover()
  const change = page.getByRole('button', { name: 'Change thumbnail of One' })
  const chooser = await chooserOf(page, () => change.click())
  const sent = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.headers()['content-type'] === 'image/jpeg',
  )
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/rpc/update_rows'),
  )
  await chooser.setFiles({ name: 'cover.png', mimeType: 'image/png', buffer: picture })
  await expect(projects.card('One').locator('img')).toBeVisible()
  await sent
  await saved
  await page.reload()
  await expect(projects.card('One').locator('img')).toHaveAttribute('src', /^http/)

  await projects.card('One').dragTo(projects.card('Two'))
  await expect.poll(() => projects.names()).toEqual(['One', 'Two'])
})

test('a thumbnail that fails to upload is reverted with a message', async ({ page }) => {
  await startStudio(page, anAccount('no-picture'), 'No Picture')
  const projects = new CardsPage(page, 'Projects')
  await projects.createProject('One')
  const picture = await aPicture(page)
  await page.route('**/functions/v1/upload-attachment', (route) =>
    route.fulfill({ status: 400, json: { error: 'no', code: '22023' } }),
  )

  await projects.card('One').hover()
  const change = page.getByRole('button', { name: 'Change thumbnail of One' })
  const chooser = await chooserOf(page, () => change.click())
  await chooser.setFiles({ name: 'cover.png', mimeType: 'image/png', buffer: picture })

  await expect(page.getByText('Failed to upload thumbnail. Please try again.')).toBeVisible()
  await expect(projects.card('One').locator('img')).toHaveCount(0)
})

test('a space is created with its own stages, saved as a preset, and opened', async ({ page }) => {
  await startStudio(page, anAccount('spaces'), 'Spaces Studio')
  const projects = new CardsPage(page, 'Projects')
  await projects.createProject('Feature')
  await projects.link('Feature').click()
  const spaces = new CardsPage(page, 'Spaces')

  await expect(page.getByRole('heading', { name: 'No Spaces Found' })).toBeVisible()
  await page.keyboard.press('c')
  const create = spaces.dialog.getByRole('button', { name: 'Create', exact: true })
  await expect(create).toBeDisabled()
  await spaces.dialog.getByLabel('Name', { exact: true }).fill('Episode 1')
  await expect(create).toBeEnabled()
  const stages = spaces.dialog.getByRole('region', { name: 'Stages' })
  await stages.getByRole('button', { name: 'None' }).click()
  await expect(create).toBeDisabled()
  // Clicking anywhere in the row ticks the box.
  await stages.getByLabel('Layout', { exact: true }).check({ force: true })
  // Arrow keys move between rows; with Alt they move the row, and focus follows.
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Space']) await page.keyboard.press(key)
  const animation = stages.getByLabel('Animation', { exact: true })
  await expect(animation).toBeChecked()
  const chosen = stages.getByRole('listitem').filter({ has: page.getByRole('button') })
  const order = async (): Promise<string[]> =>
    await chosen
      .getByRole('checkbox')
      .evaluateAll((boxes) => boxes.map((box) => box.closest('label')?.textContent ?? ''))
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(order).toEqual(['Animation', 'Layout'])
  await expect(animation).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(order).toEqual(['Layout', 'Animation'])
  await expect(animation).toBeFocused()
  await stages.getByRole('button', { name: 'Save as preset' }).click()
  await page.keyboard.type('Short')
  await page.keyboard.press('Enter')
  await expect(stages.getByRole('button', { name: 'Stage preset' })).toContainText('Short')

  await stages.getByRole('button', { name: 'Add Stage' }).click()
  const adding = page.getByRole('dialog', { name: 'Add Stage' })
  await adding.getByLabel('Name').fill('Paintover')
  await page.keyboard.press('Enter')
  await expect(stages.getByLabel('Paintover', { exact: true })).toBeChecked()
  await create.click()

  await expect(spaces.card('Episode 1')).toContainText('Grid')
  await spaces.link('Episode 1').focus()
  await page.keyboard.press('Space')
  const details = page.getByRole('dialog', { name: 'Episode 1' })
  for (const stage of ['Layout', 'Animation', 'Paintover']) await expect(details.getByText(stage).last()).toBeVisible()
  await expect(details.getByText('Lighting')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/project/feature/space/episode-1')
})

test('an illustration space has fixed stages', async ({ page }) => {
  await startStudio(page, anAccount('plates'), 'Plates')
  const projects = new CardsPage(page, 'Projects')
  await projects.createProject('Picture book')
  await projects.link('Picture book').click()

  await expect(page.getByRole('heading', { name: 'No Spaces Found' })).toBeVisible()
  await page.keyboard.press('c')
  const spaces = new CardsPage(page, 'Spaces')
  const { dialog } = spaces
  await dialog.getByLabel('Name', { exact: true }).fill('Plates')
  await dialog.getByText('Illustration', { exact: true }).click()
  await expect(dialog.getByRole('region', { name: 'Stages' }).getByRole('listitem')).toHaveText([
    'Setup',
    'References',
    'Idea',
    'Sketch',
    'Illustration',
    'Png',
  ])
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await spaces.link('Plates').focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('dialog', { name: 'Plates' }).getByText('Sketch')).toBeVisible()
})

test('projects, spaces and their dialogs are accessible in both themes', async ({ page }) => {
  await startStudio(page, anAccount('axe'), 'Accessible')
  const projects = new CardsPage(page, 'Projects')
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await projects.createProject('Old film')
  await projects.createProject('Short')
  await projects.link('Old film').focus()
  await page.keyboard.press('e')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect(projects.card('Old film')).toContainText('Inactive')
  await page.mouse.move(0, 0)
  expect(await findViolations(page)).toEqual([])
  await projects.link('Old film').focus()
  await page.keyboard.press('Delete')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await projects.link('Short').click()
  await expect(page.getByRole('heading', { name: 'No Spaces Found' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(projects.dialog).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})

test('a project’s overview is navigated by keys, opens the tasks behind a number and matches its table', async ({
  page,
}) => {
  await signInAs(page, 'Mei Tanaka')
  await page.goto('/studio/northlight/project/the-salt-road')
  const overview = page.getByRole('region', { name: 'Overview' })
  const late = overview.getByRole('button', { name: /^Late ?\d/ })
  await expect(late).toBeVisible()
  const count = /^Late ?(\d+)/.exec(await late.innerText().then((text) => text.replaceAll('\n', ' ')))?.[1] ?? ''

  await page.keyboard.press('o')
  await expect(overview.getByRole('button', { name: /^Approved/ })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(late).toBeFocused()
  await page.keyboard.press('Enter')
  const list = page.getByRole('dialog', { name: 'Late', exact: true })
  await expect(list.getByText(`${count} tasks`)).toBeVisible()
  await expect(list.getByRole('link')).toHaveCount(Number(count))
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(late).toBeFocused()

  // Down from the tiles into the first panel, then to the next one.
  await page.keyboard.press('ArrowDown')
  await expect(overview.getByRole('button', { name: /^References/ })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(overview.getByRole('button', { name: /^\d+ \w{3}/ }).first()).toBeFocused()

  await page.keyboard.press('t')
  await expect(overview.getByRole('row', { name: new RegExp(`^Late ${count}, `) })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('t')
  await overview.getByRole('button', { name: /^Late/ }).click()
  await list.getByRole('link').first().click()
  await expect(page).toHaveURL(/item=/)
})
