import { expect, test, type Page } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { anAccount, callServer, startStudio } from './page-models/session.ts'
import { insert, planStudio, type PlannedStudio } from './page-models/planned-studio.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** Adds four fields: one of tasks, two of items, and a formula of items. */
async function addFields(page: Page, { studioId }: PlannedStudio): Promise<void> {
  const option = (name: string) => ({ id: name.toLowerCase(), name, color: '#22c55e' })
  const base = { studio_id: studioId }
  await insert(page, 'field_definitions', { ...base, of: 'task', key: 'rolls', name: 'Rolls', kind: 'number' })
  const options = [option('Small'), option('Large')]
  await insert(page, 'field_definitions', { ...base, key: 'size', name: 'Size', kind: 'choice', options })
  await insert(page, 'field_definitions', { ...base, key: 'frames', name: 'Frames', kind: 'number' })
  const formula = { kind: 'formula', formula: 'frames * 2.0' }
  await insert(page, 'field_definitions', { ...base, key: 'twice', name: 'Twice', ...formula })
}

/** Puts a text on the clipboard and pastes it at the focus. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(async (given) => await navigator.clipboard.writeText(given), text)
  await page.keyboard.press('Control+v')
}

test('task list cells are edited in place: typed, refused, discarded, pasted, cleared and undone', async ({ page }) => {
  const account = anAccount('list-cells')
  await startStudio(page, account, 'List Cells')
  const studio = await planStudio(page)
  await addFields(page, studio)
  await page.goto(`/studio/${studio.slug}/project/${studio.projectSlug}/tasks`)
  const list = page.getByRole('grid', { name: 'Tasks of the project' })
  const names = ['Place', 'Stage', 'Status', 'Artist', 'Due', 'Estimate', 'Priority', 'Rolls', 'Frames', 'Size']
  const cell = (row: number, column: string) =>
    list.getByRole('row').nth(row).getByRole('gridcell').nth(names.indexOf(column))
  const goTo = async (column: string) => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Home')
    for (let step = 0; step <= names.indexOf(column); step += 1) await page.keyboard.press('ArrowRight')
    await expect(list).toHaveAttribute('aria-activedescendant', /-/)
  }
  await expect(list.getByRole('row')).toHaveCount(4)

  // A number field: invalid text stays in the editor, with the reason.
  await goTo('Rolls')
  await page.keyboard.type('many')
  const rolls = page.getByRole('textbox', { name: 'Rolls of sh010' })
  await expect(rolls).toHaveValue('many')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').first()).toHaveText('Rolls: “many” is not a number.')
  expect(await findViolations(page)).toEqual([])
  await rolls.fill('3')
  await page.keyboard.press('Enter')
  await expect(cell(0, 'Rolls')).toHaveText('Rolls 3')
  await expect(list).toBeFocused()

  // F2 edits the current value, Escape discards the change.
  await page.keyboard.press('F2')
  await expect(rolls).toHaveValue('3')
  await rolls.fill('9')
  await page.keyboard.press('Escape')
  await expect(cell(0, 'Rolls')).toHaveText('Rolls 3')
  await page.keyboard.press('Delete')
  await expect(cell(0, 'Rolls')).toHaveText('')
  await page.keyboard.press('Control+z')
  await expect(cell(0, 'Rolls')).toHaveText('Rolls 3')

  // Built-in columns: digits start editing an estimate or a date, letters remain shortcuts.
  await goTo('Estimate')
  await page.keyboard.type('4.5')
  await page.keyboard.press('Enter')
  await expect(cell(0, 'Estimate')).toHaveText('4.5h')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('2031-02-03')
  await page.keyboard.press('Enter')
  await expect(cell(0, 'Due')).not.toHaveText('')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Artist of sh010' }).fill('nobody here')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').first()).toContainText('Artist: “nobody here” is not')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Artist of sh010' }).fill(account.email.split('@')[0] ?? '')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => callServer(page, `item_tasks?select=assignee_id,due_date&due_date=eq.2031-02-03`))
    .toEqual([{ assignee_id: studio.userId, due_date: '2031-02-03' }])

  // Paste a block from a spreadsheet over columns of both kinds; values that do not fit are reported and left out.
  await goTo('Due')
  await paste(page, '2031-03-01\t2\tHigh\t5\n2031-03-02\tlots\tUrgent\t6')
  await expect(page.getByText('Estimate: “lots” is not a number of hours. Left unchanged.')).toBeVisible()
  await expect(cell(0, 'Estimate')).toHaveText('2.0h')
  await expect(cell(1, 'Priority')).toHaveText('Urgent')
  await expect(cell(1, 'Rolls')).toHaveText('Rolls 6')
  await page.keyboard.press('Control+z')
  await expect(cell(0, 'Estimate')).toHaveText('4.5h')
  await expect(cell(0, 'Rolls')).toHaveText('Rolls 3')
  await expect(cell(1, 'Rolls')).toHaveText('')

  // One text is pasted into every selected task; clearing them is undone in one step.
  await goTo('Size')
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Shift+ArrowDown')
  await paste(page, 'large')
  for (const row of [0, 1, 2, 3]) await expect(cell(row, 'Size')).toHaveText('Size Large')
  await page.keyboard.press('Backspace')
  for (const row of [0, 1, 2, 3]) await expect(cell(row, 'Size')).toHaveText('')
  await page.keyboard.press('Control+z')
  await expect(cell(2, 'Size')).toHaveText('Size Large')
  await page.keyboard.press('Control+c')
  await expect(page.getByText('4 cells copied')).toBeVisible()
  expect(await page.evaluate(async () => await navigator.clipboard.readText())).toBe('Large\nLarge\nLarge\nLarge')

  // Formulas cannot be edited, and a message says so.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('7')
  await expect(page.getByText('Twice is a formula and cannot be set.')).toBeVisible()

  // Values typed in the palette change the selected tasks.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or run a command' })
  await palette.getByRole('combobox').fill('wip est 3d')
  await expect(palette.getByText('Plan · 2 tasks · 1 Undo')).toBeVisible()
  await page.keyboard.press('Enter')
  for (const row of [0, 1]) await expect(cell(row, 'Estimate')).toHaveText('24.0h')
  await expect(cell(1, 'Status')).toContainText('WIP')
  await page.keyboard.press('Control+z')
  await expect(cell(1, 'Status')).not.toContainText('WIP')
  await expect(cell(0, 'Estimate')).toHaveText('4.5h')
})

test('a cell range is selected by keys, Shift-click and dragging, and copied, filled, cleared and pasted as one', async ({
  page,
}) => {
  await startStudio(page, anAccount('list-range'), 'List Range')
  const studio = await planStudio(page)
  await addFields(page, studio)
  await page.goto(`/studio/${studio.slug}/project/${studio.projectSlug}/tasks`)
  const list = page.getByRole('grid', { name: 'Tasks of the project' })
  const names = ['Place', 'Stage', 'Status', 'Artist', 'Due', 'Estimate', 'Priority', 'Rolls', 'Frames', 'Size']
  const cell = (row: number, column: string) =>
    list.getByRole('row').nth(row).getByRole('gridcell').nth(names.indexOf(column))
  const chosen = list.getByRole('gridcell', { selected: true })
  const bar = page.getByRole('toolbar', { name: 'Selected cells' })
  const copied = async () => {
    await page.keyboard.press('Control+c')
    return await page.evaluate(async () => await navigator.clipboard.readText())
  }
  await expect(list.getByRole('row')).toHaveCount(4)
  await cell(0, 'Stage').click()
  await page.keyboard.press('2')
  const status = (await cell(0, 'Status').textContent()) ?? ''
  await expect(cell(1, 'Status')).not.toHaveText(status)

  // By keys from the status to the estimate, over three tasks; copying takes the whole block.
  await cell(0, 'Estimate').click()
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await cell(0, 'Due').click()
  await page.keyboard.type('2031-02-03')
  await page.keyboard.press('Enter')
  await cell(0, 'Status').click()
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Shift+ArrowRight')
  for (let times = 0; times < 2; times += 1) await page.keyboard.press('Shift+ArrowDown')
  await expect(chosen).toHaveCount(12)
  await expect(bar).toContainText('12 cells')
  expect(await findViolations(page)).toEqual([])
  const lines = (await copied()).split('\n').map((line) => line.split('\t'))
  expect(lines).toHaveLength(3)
  expect(lines[0]).toEqual([status, '', '2031-02-03', '4'])

  // Fill down each column, and undo in one step.
  await page.keyboard.press('Control+d')
  for (const row of [1, 2]) {
    await expect(cell(row, 'Status')).toHaveText(status)
    await expect(cell(row, 'Estimate')).toHaveText('4.0h')
  }
  await expect(cell(3, 'Estimate')).toHaveText('')
  await page.keyboard.press('Control+z')
  for (const row of [1, 2]) {
    await expect(cell(row, 'Status')).not.toHaveText(status)
    await expect(cell(row, 'Estimate')).toHaveText('')
    await expect(cell(row, 'Due')).toHaveText('')
  }
  await expect(cell(0, 'Estimate')).toHaveText('4.0h')

  // Clear: values a task must have stay, and a message says so.
  await expect(chosen).toHaveCount(12)
  await page.keyboard.press('Delete')
  await expect(page.getByText('Status: a task always has one. 2 more like it. Left unchanged.')).toBeVisible()
  await expect(cell(0, 'Due')).toHaveText('')
  await expect(cell(0, 'Estimate')).toHaveText('')
  await page.keyboard.press('Control+z')
  await expect(cell(0, 'Estimate')).toHaveText('4.0h')
  await expect(cell(0, 'Due')).not.toHaveText('')

  // One text fills the whole range, over columns of both kinds; a block is pasted from its first corner.
  await cell(1, 'Estimate').click()
  await cell(3, 'Rolls').click({ modifiers: ['Shift'] })
  await expect(chosen).toHaveCount(9)
  await paste(page, '7')
  await expect(page.getByText('Priority: “7” is not one of its options', { exact: false })).toBeVisible()
  await expect(cell(3, 'Rolls')).toHaveText('Rolls 7')
  await expect(cell(1, 'Estimate')).toHaveText('7.0h')
  await page.keyboard.press('Control+z')
  await expect(cell(3, 'Rolls')).toHaveText('')
  await expect(cell(0, 'Rolls')).toHaveText('')

  // Drag over cells by pointer, including a read-only column.
  await cell(1, 'Status').hover()
  await page.mouse.down()
  await cell(2, 'Artist').hover()
  await cell(2, 'Stage').hover()
  await page.mouse.up()
  await expect(chosen).toHaveCount(4)
  await page.keyboard.press('Backspace')
  await expect(page.getByText('Stage cannot be changed here.', { exact: false })).toBeVisible()

  // Shortcuts apply to the range's tasks; Escape clears the range, then the cell, and rows are selected as before.
  await page.keyboard.press('i')
  await expect.poll(async () => callServer(page, 'item_tasks?select=id&assignee_id=not.is.null')).toHaveLength(2)
  await page.keyboard.press('Escape')
  await expect(chosen).toHaveCount(0)
  await expect(bar).toBeHidden()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('toolbar', { name: 'Selected tasks' })).toContainText('2 tasks')
  await expect(chosen).toHaveCount(0)
})

test('asset cells are edited in place, by pointer too', async ({ page }) => {
  await startStudio(page, anAccount('asset-cells'), 'Asset Cells')
  const studio = await planStudio(page)
  await addFields(page, studio)
  const [collection] = await callServer<readonly { id: string }[]>(page, 'collections?select=id')
  const [kind] = await callServer<readonly { id: string }[]>(page, 'item_kinds?select=id&key=eq.prop')
  const base = { collection_id: collection?.id, item_type_id: 'asset', kind_id: kind?.id }
  await insert(page, 'items', [
    { ...base, title: 'Oak', order_rank: 2005 },
    { ...base, title: 'Pine', order_rank: 2006 },
  ])
  await page.goto(`/studio/${studio.slug}/project/${studio.projectSlug}/assets`)
  const list = page.getByRole('grid', { name: 'Assets of the project' })
  const row = (name: string) => list.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  const cell = (name: string, at: number) => row(name).getByRole('gridcell').nth(at)
  await expect(list.getByRole('row')).toHaveCount(2)
  await expect(list).toBeFocused()

  await cell('Oak', 2).dblclick()
  await page.getByRole('textbox', { name: 'Frames of Oak' }).fill('12')
  await page.keyboard.press('Enter')
  await expect(cell('Oak', 2)).toHaveText('Frames 12')
  await expect(cell('Oak', 4)).toHaveText('Twice 24')
  // Formula results are aligned like numbers, and so is the column heading.
  for (const column of [2, 4]) await expect(cell('Oak', column)).toHaveCSS('text-align', 'end')
  for (const name of ['Frames', 'Twice'])
    await expect(page.getByRole('group', { name: 'Columns' }).getByRole('button', { name })).toHaveCSS(
      'justify-content',
      'end',
    )
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('tiny')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').first()).toContainText('Size: “tiny” is not')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowLeft')
  await paste(page, '7\tSmall\n8\tLarge')
  await expect(cell('Oak', 3)).toHaveText('Size Small')
  await expect(cell('Pine', 3)).toHaveText('Size Large')
  await expect(cell('Pine', 2)).toHaveText('Frames 8')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Control+z')
  await expect(cell('Pine', 2)).toHaveText('')
  await expect(cell('Oak', 2)).toHaveText('Frames 12')
  await page.keyboard.press('Control+z')
  await expect(cell('Oak', 2)).toHaveText('')

  // With a whole row focused, a letter is a shortcut and Enter opens it.
  await page.keyboard.press('Escape')
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'Selected assets' })).toContainText('1 asset')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Oak' })).toBeVisible()
})

test('of two thousand assets only the visible ones are rendered, and keys reach the last one', async ({ page }) => {
  await startStudio(page, anAccount('many-assets'), 'Many Assets')
  const studio = await planStudio(page)
  const [collection] = await callServer<readonly { id: string }[]>(page, 'collections?select=id')
  const [kind] = await callServer<readonly { id: string }[]>(page, 'item_kinds?select=id&key=eq.prop')
  const base = { collection_id: collection?.id, item_type_id: 'asset', kind_id: kind?.id }
  const named = (at: number) => `Prop ${String(at).padStart(4, '0')}`
  await insert(
    page,
    'items',
    Array.from({ length: 2000 }, (_, at) => ({ ...base, title: named(at + 1) })),
  )
  await page.goto(`/studio/${studio.slug}/project/${studio.projectSlug}/assets`)
  const list = page.getByRole('grid', { name: 'Assets of the project' })
  const name = (text: string) => list.getByRole('rowheader', { name: text })
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(name(named(1))).toBeVisible()
  expect(await list.getByRole('row').count()).toBeLessThan(60)
  await expect(list).toHaveAttribute('aria-rowcount', '2000')

  await page.keyboard.press('End')
  await expect(name(named(2000))).toBeInViewport()
  expect(await list.getByRole('row').count()).toBeLessThan(60)
  const last = list.getByRole('row').filter({ has: page.getByRole('rowheader', { name: named(2000) }) })
  await expect(last).toHaveAttribute('aria-rowindex', '2000')
  await expect(list).toHaveAttribute('aria-activedescendant', (await last.getAttribute('id')) ?? 'none')
  await page.keyboard.press('Home')
  await expect(name(named(1))).toBeInViewport()
  await expect(name(named(2000))).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
})
