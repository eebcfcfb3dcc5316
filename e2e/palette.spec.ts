import { expect, test, type Page } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { insert, planStudio } from './page-models/planned-studio.ts'
import { anAccount, callServer, startStudio } from './page-models/session.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or run a command' })
const cell = (page: Page, item: string, column: number) =>
  page.getByRole('grid').getByRole('row').filter({ hasText: item }).getByRole('gridcell').nth(column)

async function say(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(text)
}

test('the palette sets values on the selection, plans whole sentences, runs macros and finds items elsewhere', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await startStudio(page, anAccount('palette'), `Palette ${crypto.randomUUID().slice(0, 6)}`)
  const { slug, projectSlug, spaceSlug } = await planStudio(page)
  await page.goto(`/studio/${slug}/project/${projectSlug}/space/${spaceSlug}`)
  await expect(cell(page, 'sh010', 0)).toContainText('TODO')

  await test.step('values apply to the selection, however quick the Enter, with one undo', async () => {
    await cell(page, 'sh010', 0).click()
    await page.keyboard.press('Shift+ArrowDown')
    await say(page, 'wfa high')
    await page.keyboard.press('Enter')
    for (const item of ['sh010', 'sh020']) await expect(cell(page, item, 0)).toContainText('WFA')
    await expect.poll(() => callServer(page, 'item_tasks?select=id&priority=eq.6')).toHaveLength(2)
    await page.keyboard.press('Control+z')
    for (const item of ['sh010', 'sh020']) await expect(cell(page, item, 0)).toContainText('TODO')
    await expect.poll(() => callServer(page, 'item_tasks?select=id&priority=eq.6')).toHaveLength(0)
    await say(page, 'all except sh010 todo > wfa')
    await expect(page.getByText('What does “except sh010 todo” mean?')).toBeVisible()
    await page.keyboard.press('Escape')
    await say(page, 'wfa except sh020')
    await expect(page.getByText('Plan · 1 task, except sh020 · 1 Undo')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(cell(page, 'sh010', 0)).toContainText('WFA')
    await expect(cell(page, 'sh020', 0)).toContainText('TODO')
    await page.keyboard.press('Control+z')
    await expect(cell(page, 'sh010', 0)).toContainText('TODO')
    await page.keyboard.press('Escape')
  })

  const plan = page.getByRole('table', { name: 'What changes on which task' })
  await test.step('a whole sentence is corrected by Tab, previewed, copied and run', async () => {
    await say(page, "sq010 anmi > wip due tomorrow 'nice'")
    await expect(page.getByRole('option', { name: /did you mean anim/ })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(field(page)).toHaveValue("sq010 anim > wip due tomorrow 'nice'")
    await expect(plan.getByRole('row')).toHaveCount(2)
    await expect(plan.getByRole('row').first()).toContainText('status TO DO → WIP')
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Control+c')
    await expect(page.getByText(/^Copied: studio-cli do/)).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      String.raw`studio-cli do 'sq010 anim > wip due tomorrow '\''nice'\''' --project ${projectSlug} --space ${spaceSlug}`,
    )
    await page.keyboard.press('Enter')
    for (const item of ['sh010', 'sh020']) await expect(cell(page, item, 1)).toContainText('WIP')
    await expect.poll(() => callServer(page, 'comments?select=id&content=eq.nice')).toHaveLength(2)
    await page.keyboard.press('Control+z')
    for (const item of ['sh010', 'sh020']) await expect(cell(page, item, 1)).toContainText('TODO')
    await expect.poll(() => callServer(page, 'comments?select=id&content=eq.nice')).toHaveLength(0)
  })

  await test.step('a sentence that changes nothing says so, and one that is not understood does nothing', async () => {
    await say(page, 'sq010 anim > todo')
    await expect(page.getByRole('option', { name: /Nothing changes.*2 already set/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await say(page, 'sq010 zebrawood > wip')
    await expect(page.getByRole('option', { name: /"zebrawood" is not understood/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(cell(page, 'sh010', 1)).toContainText('TODO')
  })

  await test.step('sentences work without an arrow, once every word is understood', async () => {
    await say(page, 'mark sq010 anmi as wfa')
    await expect(page.getByRole('option', { name: /did you mean anim/ })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(plan.getByRole('row')).toHaveCount(2)
    await page.keyboard.press('Enter')
    for (const item of ['sh010', 'sh020']) await expect(cell(page, item, 1)).toContainText('WFA')
    await page.keyboard.press('Control+z')
    for (const item of ['sh010', 'sh020']) await expect(cell(page, item, 1)).toContainText('TODO')
    await say(page, 'filter by nothing there is')
    await expect(page.getByText('Nothing found', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await say(page, 'go to timeline')
    await expect(page.getByRole('option', { name: /^Timeline, and back/ })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a macro is saved in the profile, with a name and a key', async () => {
    await cell(page, 'sh010', 1).click()
    await say(page, 'feedback')
    await expect(page.getByRole('option', { name: /Change 1 task: status FEEDBACK/ })).toBeVisible()
    await page.keyboard.press('Control+s')
    await page.keyboard.type('Note it')
    await page.keyboard.press('Enter')
    await page.keyboard.type('alt+9')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/Macro “Note it” saved/)).toBeVisible()
    await page.reload()
    await cell(page, 'sh020', 1).click()
    await page.keyboard.press('Alt+9')
    await expect(cell(page, 'sh020', 1)).toContainText('FEEDBACK')
    await expect(cell(page, 'sh010', 1)).toContainText('TODO')
  })

  await test.step('a command of another screen opens that screen and runs', async () => {
    await page.keyboard.press('Escape')
    await say(page, 'add time')
    await expect(page.getByRole('option', { name: /Add time.*goes to My timesheet/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/timesheet/**')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
  })
})

test('the palette finds and changes a shot in a space this device has never opened', async ({ page }) => {
  await startStudio(page, anAccount('finder'), `Finder ${crypto.randomUUID().slice(0, 6)}`)
  const { slug, projectSlug } = await planStudio(page)
  const [project] = await callServer<readonly { id: string }[]>(
    page,
    `projects?select=id&custom_slug=eq.${projectSlug}`,
  )
  const [stage] = await callServer<readonly { id: string }[]>(page, 'stages?select=id&name=eq.Animation')
  const statuses = await callServer<readonly { id: string }[]>(page, 'task_statuses?select=id')
  const [spaceId, collectionId, taskId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  await insert(page, 'spaces', { id: spaceId, project_id: project?.id, name: 'Never seen' })
  await callServer(page, 'rpc/save_space_config', {
    p_space_id: spaceId,
    p_stage_ids: [stage?.id],
    p_status_ids: statuses.map(({ id }) => id),
  })
  await insert(page, 'collections', { id: collectionId, space_id: spaceId, name: 'Deep' })
  await callServer(page, 'rpc/create_items_with_tasks', {
    p_space_id: spaceId,
    p_collection_id: collectionId,
    p_items: [{ id: crypto.randomUUID(), title: 'lighthouse', tasks: [{ id: taskId, stage_id: stage?.id }] }],
  })
  await page.goto(`/studio/${slug}/projects`)
  await expect(page.getByRole('link', { name: /The Film/ }).first()).toBeVisible()

  // One letter is wrong.
  await say(page, 'lihgthouse')
  await expect(page.getByRole('option', { name: /^lighthouse/ })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.getByRole('option', { name: 'Change Animation…' }).click()
  await page.keyboard.type('wfa due today')
  await expect(page.getByRole('option', { name: /Change 1 task: status WFA/ })).toBeVisible()
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/projects$/)
  await expect
    .poll(() => callServer(page, `item_tasks?select=due_date,status:task_statuses(short_code)&id=eq.${taskId}`))
    .toMatchObject([{ due_date: expect.stringMatching(/^20/), status: { short_code: 'WFA' } }])
})

test('the palette sets custom fields by name on the selection, and by a sentence once per item', async ({ page }) => {
  await startStudio(page, anAccount('fields'), `Fields ${crypto.randomUUID().slice(0, 6)}`)
  const { slug, studioId, projectSlug, spaceSlug } = await planStudio(page)
  const options = ['Calm', 'Storm'].map((name) => ({ id: name.toLowerCase(), name, color: '#22c55e' }))
  const fields = [
    { key: 'mood', name: 'Mood', kind: 'choice', options },
    { key: 'frames', name: 'Frames', kind: 'number', unit: 'f' },
  ].map((each) => ({ id: crypto.randomUUID(), studio_id: studioId, ...each }))
  await callServer(page, 'rpc/insert_rows', { p_table: 'field_definitions', p_rows: fields })
  const valuesOf = async () => await callServer(page, 'items?select=title,fields&order=title')
  await page.goto(`/studio/${slug}/project/${projectSlug}/space/${spaceSlug}`)
  await expect(cell(page, 'sh010', 0)).toContainText('TODO')

  await test.step('a partial field name offers its values, and a value offers its plan', async () => {
    await cell(page, 'sh010', 0).click()
    await page.keyboard.press('Shift+ArrowDown')
    await say(page, 'moo')
    await page.getByRole('option', { name: 'Set Mood…' }).click()
    await expect(field(page)).toHaveValue('Mood ')
    await page.getByRole('option', { name: 'Mood Storm' }).click()
    await expect(page.getByText('Plan · 2 items · 1 Undo')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(valuesOf).toEqual(['sh010', 'sh020'].map((title) => ({ title, fields: { mood: 'storm' } })))
    await page.keyboard.press('Control+z')
    await expect.poll(valuesOf).toEqual(['sh010', 'sh020'].map((title) => ({ title, fields: {} })))
  })

  await test.step('a sentence sets fields on the named item, and an invalid value is reported', async () => {
    await page.keyboard.press('Escape')
    await say(page, 'sq010 sh020 > mood calm frames 120')
    const plan = page.getByRole('table', { name: 'What changes on which task' })
    await expect(plan.getByRole('row')).toHaveCount(1)
    await expect(plan.getByRole('row')).toContainText('Mood none → Calm · Frames none → 120')
    await page.keyboard.press('Enter')
    await expect.poll(valuesOf).toMatchObject([{ fields: {} }, { fields: { mood: 'calm', frames: 120 } }])
    await say(page, 'mood calm anim > wip frames lots')
    await expect(page.getByRole('option', { name: 'Frames: “lots” is not a number.' })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(cell(page, 'sh020', 1)).toContainText('TODO')
  })

  await test.step('a field can be a condition', async () => {
    await say(page, 'mood calm anim > wip')
    await expect(page.getByText(/^Plan · 1 task in/)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(cell(page, 'sh020', 1)).toContainText('WIP')
    await expect(cell(page, 'sh010', 1)).toContainText('TODO')
  })
})

test('the page below a dialog is not styled again, and a click beside the dialog only closes it', async ({ page }) => {
  await startStudio(page, anAccount('veil'), `Veil ${crypto.randomUUID().slice(0, 6)}`)
  const { slug, projectSlug, spaceSlug } = await planStudio(page)
  await page.goto(`/studio/${slug}/project/${projectSlug}/space/${spaceSlug}`)
  await cell(page, 'sh010', 0).click()
  const below = await page.getByRole('rowheader').filter({ hasText: 'sh020' }).boundingBox()
  const readPointerEvents = async (): Promise<string[]> =>
    await page.evaluate(() =>
      [document.body, ...document.body.children]
        .filter(({ id, tagName }) => tagName === 'BODY' || id === 'root')
        .map((element) => getComputedStyle(element).pointerEvents),
    )

  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  expect(await readPointerEvents()).toEqual(['none', 'auto'])
  await page.mouse.click((below?.x ?? 0) + 12, (below?.y ?? 0) + 8)
  await expect(field(page)).toHaveCount(0)
  await expect(cell(page, 'sh010', 0)).toBeFocused()

  await page.keyboard.press('Enter')
  const popup = page.locator('#task-popup')
  await expect(popup).toBeVisible()
  expect(await readPointerEvents()).toEqual(['none', 'auto'])
  await page.mouse.click(8, (below?.y ?? 0) + 8)
  await expect(popup).toHaveCount(0)
  await expect(cell(page, 'sh010', 0)).toBeFocused()
  expect(await readPointerEvents()).toEqual(['auto', 'auto'])
})
