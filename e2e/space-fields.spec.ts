import { expect, test, type Page } from '@playwright/test'
import { addGuest } from './page-models/guest.ts'
import { findViolations } from './page-models/judge.ts'
import { runFromPalette } from './page-models/palette.ts'
import { anAccount, callServer, startStudio } from './page-models/session.ts'
import { SpacePage } from './page-models/space-page.ts'

/** A studio of its own with a space of two shots, because fields are columns for everybody in a studio. */
async function openOwnSpace(page: Page): Promise<SpacePage> {
  await startStudio(page, anAccount('fields'), 'Fields')
  const [studio] = await callServer<readonly { id: string; custom_slug: string }[]>(
    page,
    'studios?select=id,custom_slug',
  )
  const [stages, statuses] = await Promise.all(
    (['stages', 'task_statuses'] as const).map(async (table) =>
      callServer<readonly { id: string }[]>(page, `${table}?select=id`),
    ),
  )
  const [projectId, spaceId, collectionId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const insert = async (table: string, row: object) =>
    callServer(page, 'rpc/insert_rows', { p_table: table, p_rows: [row] })
  await insert('projects', { id: projectId, studio_id: studio?.id, name: 'Film' })
  await insert('spaces', { id: spaceId, project_id: projectId, name: 'Shots', type_id: 'grid' })
  await callServer(page, 'rpc/save_space_config', {
    p_space_id: spaceId,
    p_stage_ids: stages?.slice(0, 2).map(({ id }) => id),
    p_status_ids: statuses?.map(({ id }) => id),
  })
  await insert('collections', { id: collectionId, space_id: spaceId, name: 'sq010' })
  await callServer(page, 'rpc/create_items_with_tasks', {
    p_space_id: spaceId,
    p_collection_id: collectionId,
    p_items: [{ title: 'sh010' }, { title: 'sh020' }],
  })
  await page.goto(`/studio/${studio?.custom_slug}/project/film/space/shots`)
  const space = new SpacePage(page)
  await expect(space.row('sh010')).toBeVisible()
  return space
}

async function askFields(page: Page): Promise<unknown> {
  const rows = await callServer<readonly { title: string; fields: object }[]>(
    page,
    'items?select=title,fields&order=title',
  )
  return rows.map(({ title, fields }) => [title, fields])
}

test('fields are created, edited in place, pasted, cleared, deleted and restored without a pointer', async ({
  page,
}) => {
  const space = await openOwnSpace(page)
  await runFromPalette(page, 'New field', 'Frames', 'Number', 'In this space')
  await runFromPalette(page, 'New field', 'Mood', 'One of a list', 'In every project')
  await runFromPalette(page, 'Options of a field', 'Mood', 'Calm, Storm')
  await expect(page.getByRole('columnheader', { name: 'Frames' })).toBeVisible()

  await space.cell('sh010', 1).click()
  await space.press('ArrowRight')
  await page.keyboard.type('1,2')
  await space.press('Enter')
  await expect(space.cell('sh010', 2)).toHaveText('1.2')
  await space.press('ArrowRight')
  await page.keyboard.type('storm')
  await space.press('Enter')
  await expect(space.cell('sh010', 3)).toHaveText('Storm')
  await space.press('ArrowLeft')
  await page.keyboard.type('many')
  await space.press('Enter')
  await expect(page.getByText('Frames: “many” is not a number.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Frames of sh010' })).toHaveValue('many')
  await space.press('Escape')
  await expect(space.cell('sh010', 2)).toHaveText('1.2')

  // Paste a block from a spreadsheet over a stage and both fields.
  await space.press('ArrowLeft')
  await space.paste('WIP\t24\tCalm\nDONE\t48\tStorm\n')
  await expect(space.cell('sh020', 2)).toHaveText('48')
  await expect(space.cell('sh020', 1)).toContainText('DONE')
  await expect
    .poll(async () => askFields(page))
    .toEqual([
      ['sh010', { frames: 24, mood: 'calm' }],
      ['sh020', { frames: 48, mood: 'storm' }],
    ])
  expect(await findViolations(page)).toEqual([])

  await space.press('Control+z')
  await expect(page.getByText('Undone: Change 6 cells')).toBeVisible()
  await expect(space.cell('sh020', 2)).toHaveText('Empty')
  await expect(space.cell('sh010', 2)).toHaveText('1.2')
  await space.press('Control+Shift+z')
  await expect(space.cell('sh020', 2)).toHaveText('48')
  await expect(page.getByRole('columnheader', { name: 'Frames' })).toContainText('72')

  await space.press('ArrowRight', 'Shift+ArrowDown')
  await expect(page.getByText('2 cells', { exact: true })).toBeVisible()
  await space.press('Delete')
  await expect(space.cell('sh010', 2)).toHaveText('Empty')
  await expect(space.cell('sh020', 2)).toHaveText('Empty')
  await expect(space.cell('sh010', 1)).toContainText('WIP')

  await runFromPalette(page, 'Delete a field', 'Mood')
  await expect(page.getByRole('columnheader', { name: 'Mood' })).toHaveCount(0)
  await space.press('Control+z')
  await expect(space.cell('sh020', 3)).toHaveText('Storm')
  await runFromPalette(page, 'Show or hide a column', 'Frames')
  await expect(page.getByRole('columnheader', { name: 'Frames' })).toHaveCount(0)
  await page.reload()
  await expect(space.cell('sh020', 2)).toHaveText('Storm')

  // Group by a field and save the view.
  await runFromPalette(page, 'Group by a field', 'Mood')
  await expect(page.getByRole('rowheader', { name: 'Storm' })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: /^sq010/ })).toHaveCount(0)
  // Once another collection has a shot of the same name, both show their collection.
  const shot = page.getByRole('rowheader', { name: 'sh020' })
  await expect(shot).toHaveText(['sh020'])
  const [{ id: spaceId } = { id: '' }] = await callServer<readonly { id: string }[]>(page, 'spaces?select=id')
  const other = { id: crypto.randomUUID(), space_id: spaceId, name: 'sq020' }
  await callServer(page, 'rpc/insert_rows', { p_table: 'collections', p_rows: [other] })
  const items = { p_space_id: spaceId, p_collection_id: other.id, p_items: [{ title: 'SH020' }] }
  await callServer(page, 'rpc/create_items_with_tasks', items)
  await expect(shot).toHaveText(['sh020, in sq010', 'SH020, in sq020'])
  await expect(page.getByRole('rowheader', { name: 'sh010' })).toHaveText('sh010')
  await callServer(page, 'rpc/delete_rows', { p_table: 'collections', p_keys: [other.id] })
  await expect(shot).toHaveText(['sh020'])
  await runFromPalette(page, 'Save as a view', 'By mood', 'For the studio')
  await expect(page.getByRole('button', { name: 'By mood', exact: true })).toBeVisible()
  await runFromPalette(page, 'Group by collections')
  await expect(page.getByRole('button', { name: 'By mood, changed' })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'sq010' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('rowheader', { name: 'sq010' })).toBeVisible()
  await runFromPalette(page, 'Open a saved view', 'By mood')
  await expect(page.getByRole('rowheader', { name: 'Storm' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  expect(await callServer(page, 'space_views?select=name,owner_id')).toEqual([{ name: 'By mood', owner_id: null }])
})

test('the popup and the form for new items show fields with their defaults', async ({ page }) => {
  const space = await openOwnSpace(page)
  await runFromPalette(page, 'New field', 'Frames', 'Number', 'In this space')
  await runFromPalette(page, 'New field', 'Camera', 'Text', 'In this space')
  const [frames] = await callServer<readonly { id: string }[]>(page, 'field_definitions?select=id&key=eq.frames')
  await callServer(page, 'rpc/update_rows', {
    p_table: 'field_definitions',
    p_changes: [{ key: { id: frames?.id }, values: { default_value: 24 } }],
  })

  // In the popup: empty at first, then set, corrected and undone.
  await space.cell('sh010', 0).click()
  await space.press('Enter')
  const popup = page.getByRole('dialog', { name: 'sh010' })
  await expect(popup.getByRole('button', { name: 'Set a field' })).toBeVisible()
  await runFromPalette(page, 'Set a field of the item', 'Frames', 'many')
  await expect(popup.getByRole('textbox', { name: 'Frames of sh010' })).toHaveValue('many')
  await popup.getByRole('textbox', { name: 'Frames of sh010' }).fill('96')
  await page.keyboard.press('Enter')
  await expect(popup.getByRole('button', { name: 'Frames 96' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(space.cell('sh010', 2)).toHaveText('96')
  await space.press('Control+z')
  await expect(space.cell('sh010', 2)).toHaveText('Empty')

  // Changing the kind first says which values can be kept, and can be undone.
  await space.press('Control+Shift+z')
  await expect(space.cell('sh010', 2)).toHaveText('96')
  await runFromPalette(page, 'Studio Settings: Fields')
  const settings = page.getByRole('dialog', { name: 'Studio Settings' })
  await settings.getByRole('button', { name: 'Open Frames' }).click()
  await settings.getByRole('combobox', { name: 'Kind', exact: true }).selectOption('date')
  await expect(settings.getByText('0 of 1 values can be kept. Cleared: “96” of sh010.')).toBeVisible()
  await settings.getByRole('combobox', { name: 'Kind', exact: true }).selectOption('text')
  await expect(settings.getByText('Its one value can be kept.')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await settings.getByRole('button', { name: 'Change the kind' }).click()
  await expect.poll(async () => askFields(page)).toContainEqual(['sh010', { frames: '96' }])
  await page.keyboard.press('Escape')
  await space.press('Control+z')
  await expect.poll(async () => askFields(page)).toContainEqual(['sh010', { frames: 96 }])
  await space.press('Control+z')
  await expect(space.cell('sh010', 2)).toHaveText('Empty')

  // In the form the default is filled in; an invalid number blocks saving.
  await runFromPalette(page, 'Create item')
  const form = page.getByRole('dialog', { name: /Create/ })
  await form.getByRole('textbox', { name: 'Name 1' }).fill('sh030')
  await form.getByText('Fields', { exact: true }).click()
  await expect(form.getByRole('textbox', { name: 'Frames' })).toHaveValue('24')
  await form.getByRole('textbox', { name: 'Camera' }).fill('A7')
  await form.getByRole('textbox', { name: 'Frames' }).fill('many')
  await page.keyboard.press('Control+Enter')
  await expect(form.getByRole('alert')).toContainText('Frames: “many” is not a number.')
  await form.getByRole('textbox', { name: 'Frames' }).fill('24')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect(space.cell('sh030', 2)).toHaveText('24')
  await expect
    .poll(async () => askFields(page))
    .toEqual([
      ['sh010', {}],
      ['sh020', {}],
      ['sh030', { frames: 24, camera: 'A7' }],
    ])
})

test('a field’s kind changed elsewhere during editing and filtering loses nothing typed', async ({ page }) => {
  const space = await openOwnSpace(page)
  await runFromPalette(page, 'New field', 'Lens', 'Text', 'In every project')
  const head = page.getByRole('columnheader', { name: 'Lens' })
  await expect(head).toBeVisible()
  await expect
    .poll(async () => (await callServer<readonly object[]>(page, 'field_definitions?select=id')).length)
    .toBe(1)
  const [field] = await callServer<readonly { id: string }[]>(page, 'field_definitions?select=id')
  await page.keyboard.press('Shift+B')
  const asked = page.getByRole('combobox')
  await asked.fill('Lens')
  await page.keyboard.press('Enter')
  await expect(asked).toHaveValue('')
  await asked.fill('does not contain')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Lens: value' }).fill('wide')
  await space.cell('sh010', 2).click()
  await page.keyboard.type('a long one')

  await callServer(page, 'rpc/change_field_kind', {
    p_field_id: field?.id,
    p_expected_kind: 'text',
    p_definition: { kind: 'number' },
    p_values: [],
    p_operation_id: crypto.randomUUID(),
  })

  await expect(page.getByText('does not fit the kind of the field, not applied')).toBeVisible()
  const input = page.getByRole('textbox', { name: 'Lens of sh010' })
  await expect(input).toHaveValue('a long one')
  await input.press('Enter')
  await expect(page.getByRole('alert').first()).toHaveText(
    'Lens: “a long one” is not a number. The field was changed from Text to Number in the meantime.',
  )
  await expect(input).toHaveValue('a long one')
  await input.fill('35')
  await input.press('Enter')
  const ask = async () => callServer(page, 'items?select=fields&title=eq.sh010')
  await expect.poll(ask).toEqual([{ fields: { lens: 35 } }])
})

test('fields restricted, hidden or deleted while grouping a view or being edited lose no input without a message', async ({
  page,
  browser,
}) => {
  await openOwnSpace(page)
  const [studio] = await callServer<readonly { id: string }[]>(page, 'studios?select=id')
  const options = ['Calm', 'Storm'].map((name) => ({ id: name.toLowerCase(), name, color: '#22c55e' }))
  const [mood, lens, budget, elsewhere] = Array.from({ length: 4 }, () => crypto.randomUUID())
  const insert = async (table: string, row: object) =>
    await callServer(page, 'rpc/insert_rows', { p_table: table, p_rows: [row] })
  const addField = async (row: object) => await insert('field_definitions', { studio_id: studio?.id, ...row })
  await addField({ id: mood, key: 'mood', name: 'Mood', kind: 'choice', options })
  await addField({ id: lens, key: 'lens', name: 'Lens', kind: 'text' })
  await addField({ id: budget, key: 'budget', name: 'Budget', kind: 'number' })
  await insert('projects', { id: elsewhere, studio_id: studio?.id, name: 'Elsewhere' })
  const change = async (id: string | undefined, values: object) =>
    await callServer(page, 'rpc/update_rows', { p_table: 'field_definitions', p_changes: [{ key: { id }, values }] })
  const guest = await addGuest(page, browser, 'guest')
  await guest.goto(page.url())
  const theirs = new SpacePage(guest)
  await expect(theirs.row('sh010')).toBeVisible()
  await runFromPalette(guest, 'Group by a field', 'Mood')
  await expect(guest.getByRole('rowheader', { name: 'No Mood' })).toBeVisible()

  // A column disappears while its cell is being edited.
  await theirs.cell('sh010', 2).click()
  await guest.keyboard.type('many')
  await change(budget, { read_floor: 'admin' })
  await expect(guest.getByText('The field was deleted. “many” was not saved.')).toBeVisible()
  await change(budget, { read_floor: '' })
  await expect(guest.getByRole('columnheader', { name: 'Budget' })).toBeVisible()

  // In the form for new items.
  await guest.keyboard.press('Escape')
  await runFromPalette(guest, 'Create item')
  const form = guest.getByRole('dialog', { name: /Create/ })
  await form.getByRole('textbox', { name: 'Name 1' }).fill('sh030')
  await form.getByText('Fields', { exact: true }).click()
  await form.getByRole('textbox', { name: 'Lens' }).fill('a long one')
  await form.getByRole('textbox', { name: 'Budget' }).fill('300')
  await callServer(page, 'rpc/delete_rows', { p_table: 'field_definitions', p_keys: [lens] })
  await change(mood, { place_ids: [elsewhere] })
  await expect(form.getByRole('textbox', { name: 'Lens' })).toHaveCount(0)
  await guest.keyboard.press('Control+Enter')
  await expect(form.getByRole('alert')).toHaveText(
    'No field takes “a long one” any more. Create again to leave it out.',
  )
  await guest.keyboard.press('Control+Enter')
  await expect(theirs.row('sh030')).toBeVisible()
  await expect.poll(async () => askFields(page)).toContainEqual(['sh030', { budget: 300 }])

  // Grouping by a field limited to other places is ignored.
  await expect(guest.getByRole('rowheader', { name: 'sq010' })).toBeVisible()
  await change(mood, { place_ids: [] })
  await expect(guest.getByRole('rowheader', { name: 'No Mood' })).toBeVisible()

  // In the palette, while it is open.
  await theirs.cell('sh010', 0).click()
  await guest.keyboard.press('Shift+E')
  const asked = guest.getByRole('dialog', { name: 'Search or run a command' }).getByRole('combobox')
  await asked.fill('Budget')
  await guest.keyboard.press('Enter')
  await expect(asked).toHaveValue('')
  await asked.fill('450')
  await callServer(page, 'rpc/delete_rows', { p_table: 'field_definitions', p_keys: [budget] })
  await expect(guest.getByRole('columnheader', { name: 'Budget', includeHidden: true })).toHaveCount(0)
  await guest.keyboard.press('Enter')
  await expect(guest.getByText('The field was deleted. “450” was not saved.')).toBeVisible()
})
