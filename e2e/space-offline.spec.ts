import { expect, test } from '@playwright/test'
import { startOwnHost } from './page-models/own-host.ts'
import { callServer } from './page-models/session.ts'
import { SpacePage } from './page-models/space-page.ts'
import { turnOf } from './page-models/turn.ts'

test.use({ serviceWorkers: 'allow' })

const christmas = '2026-12-24'

/** Returns item and collection names from the top of the grid; how many are drawn is up to the grid. */
async function order(space: SpacePage): Promise<readonly string[]> {
  return await space.grid.getByRole('rowheader').locator('b').allInnerTexts()
}

/** Creates a collection and then items in it, by name. */
async function createItems(space: SpacePage, collection: string, names: readonly string[]): Promise<void> {
  await space.press('c')
  const form = space.page.getByRole('dialog', { name: 'Create Shot' })
  await form.getByRole('button', { name: 'New collection' }).click()
  await form.getByRole('textbox', { name: 'New collection' }).fill(collection)
  await space.press('Enter')
  for (const [index, name] of names.entries()) {
    if (index > 0) await form.getByLabel(`Name ${index}`).press('Enter')
    await form.getByLabel(`Name ${index + 1}`).fill(name)
  }
  await space.press('Control+Enter')
  await expect(form).toHaveCount(0)
  await expect(space.row(names.at(-1) ?? '')).toBeVisible()
}

test('with network and server down a space opens and works in full, and every change is sent once and in order', async ({
  browser,
}) => {
  const host = await startOwnHost()
  const context = await browser.newContext({ baseURL: host.url })
  const space = new SpacePage(await context.newPage())
  await space.enter('Mei Tanaka')
  await space.getReadyForOffline()
  const tasksBefore = await space.askTasks('sq010_sh0010')
  await context.setOffline(true)
  await host.kill()
  await space.open()

  await changeCells(space)
  await changeRows(space)
  await changeOnBoard(space)
  await expect(space.cell('sq010_sh0010', 0)).toContainText('DONE')
  const meant = await order(space)
  await space.open()
  const startOfOrder = async () => (await order(space)).slice(0, meant.length)
  await expect.poll(startOfOrder).toEqual(meant)
  await expect(space.cell('sq010_sh0010', 0)).toContainText('DONE')

  await host.start()
  await context.setOffline(false)
  await space.waitUntilSynced()
  expect(await startOfOrder()).toEqual(meant)
  const first = await space.askTasks('sq010_sh0010')
  expect(Object.keys(first).toSorted()).toEqual(Object.keys(tasksBefore).toSorted())
  await expectLanded(space, String(first['Storyboard']?.id))

  // A device with nothing cached sees the same.
  const other = new SpacePage(await (await browser.newContext({ baseURL: host.url })).newPage())
  await other.enter('Amara Diallo')
  await expect(other.row('renamed_0070')).toBeVisible()
  await expect(other.row('aa_0020')).toBeVisible()
  await expect(other.row('sq010_sh0080')).toHaveCount(0)
  await other.page.context().close()
  await context.close()
  await host.remove()
})

/**
 * Changes statuses singly and in bulk, undoes and redoes, sets other fields and an empty cell, deletes a task, pastes.
 */
async function changeCells(space: SpacePage): Promise<void> {
  const { page } = space
  await space.cell('sq010_sh0010', 0).click()
  for (const [key, status] of [
    ['2', 'WIP'],
    ['3', 'WFA'],
    ['4', 'FEEDBACK'],
  ] as const) {
    await space.press(key)
    await expect(space.cell('sq010_sh0010', 0)).toContainText(status)
  }
  await space.cell('sq010_sh0020', 0).click()
  const before = (await space.cell('sq010_sh0030', 1).textContent()) ?? ''
  await space.press('Shift+ArrowDown', 'Shift+ArrowRight', '5')
  await expect(space.cell('sq010_sh0030', 1)).toContainText('CLIENT')
  await space.press('Control+z')
  await expect(space.cell('sq010_sh0030', 1)).toHaveText(before)
  await space.press('Control+Shift+z')
  await expect(space.cell('sq010_sh0030', 1)).toContainText('CLIENT')

  await space.cell('sq010_sh0040', 7).click()
  await space.press('i', 'Shift+D')
  const due = page.getByRole('textbox', { name: 'Due date' })
  await due.fill(christmas)
  await due.press('Enter')
  await expect(due).toHaveCount(0)
  await space.press('p')
  await page.getByRole('option', { name: 'High' }).click()
  await expect(page.getByRole('option', { name: 'High' })).toHaveCount(0)

  await space.cell('sq010_sh0050', 7).click()
  await space.press('Insert')
  await expect(space.cell('sq010_sh0050', 7)).toContainText('TODO')
  await space.cell('sq010_sh0060', 7).click()
  await space.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(space.cell('sq010_sh0060', 7)).toContainText('No task')
  await space.cell('sq010_sh0090', 0).click()
  await space.paste('WIP\tCLIENT')
  await expect(space.cell('sq010_sh0090', 1)).toContainText('CLIENT')
}

/** Renames, deletes and moves items; creates, moves and deletes collections. */
async function changeRows(space: SpacePage): Promise<void> {
  const { page } = space
  await space.cell('sq010_sh0080', 0).click()
  await space.press('Control+Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(space.row('sq010_sh0080')).toHaveCount(0)
  await space.cell('sq010_sh0070', 0).click()
  await space.press('F2')
  await expect(page.locator('input:focus')).toHaveValue('sq010_sh0070')
  await page.locator('input:focus').fill('renamed_0070')
  await space.press('Enter')
  await expect(space.row('renamed_0070')).toBeVisible()
  await space.cell('sq010_sh0090', 0).click()
  const before = await order(space)
  await space.press('m', 'ArrowUp', 'Enter')
  await expect.poll(async () => await order(space)).not.toEqual(before)
  await createItems(space, 'AA new', ['aa_0010', 'aa_0020'])
  await createItems(space, 'AB away', ['ab_0010'])
  await space.cell('ab_0010', 0).click()
  await space.press('Shift+M', 'ArrowUp', 'Enter')
  await expect.poll(async () => (await order(space)).slice(0, 2)).toEqual(['AB away', 'ab_0010'])
  await space.row('AB away').getByRole('button', { name: 'Actions for AB away' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(space.row('ab_0010')).toHaveCount(0)
}

/** Moves a kanban card by key and by pointer. */
async function changeOnBoard(space: SpacePage): Promise<void> {
  await space.press('g', 'k')
  await space.card('sq010_sh0010', 'Storyboard').click()
  await space.press('m', 'ArrowRight', 'Enter')
  await expect(space.card('sq010_sh0010', 'Storyboard', 'CLIENT')).toBeVisible()
  await space.dragCard(space.card('sq010_sh0010', 'Storyboard'), 'DONE')
  await expect(space.card('sq010_sh0010', 'Storyboard', 'DONE')).toBeVisible()
  await space.page.getByRole('radio', { name: 'Grid' }).check({ force: true })
}

async function expectLanded(space: SpacePage, taskId: string): Promise<void> {
  const { page } = space
  // Each of the five changes arrived once, in order.
  type Posted = { readonly metadata: { readonly statusInfo: { readonly status: string } } }
  const posted = await callServer<readonly Posted[]>(
    page,
    `comments?task_id=eq.${taskId}&is_automatic=is.true&select=metadata,created_at&order=created_at.desc&limit=5`,
  )
  expect(posted.map(({ metadata }) => metadata.statusInfo.status)).toEqual(['DONE', 'CLIENT', 'FEEDBACK', 'WFA', 'WIP'])
  expect((await space.askTasks('sq010_sh0030'))['Layout']?.status).toBe('CLIENT')
  const [me] = await callServer<readonly { readonly id: string }[]>(
    page,
    'user_profiles?display_name=eq.Mei Tanaka&select=id',
  )
  const changed = { assignee_id: me?.id, due_date: christmas, priority: 6 }
  expect((await space.askTasks('sq010_sh0040'))['Final']).toMatchObject(changed)
  expect(await space.askTasks('sq010_sh0050')).toHaveProperty('Final')
  expect(await space.askTasks('sq010_sh0060')).not.toHaveProperty('Final')
  expect(await space.askTasks('sq010_sh0080')).toEqual({})
  expect(Object.keys(await space.askTasks('renamed_0070'))).not.toEqual([])
  expect(Object.keys(await space.askTasks('aa_0010'))).toHaveLength(8)
  expect(await callServer(page, 'collections?name=eq.AB away&select=id')).toEqual([])
  const pasted = { Storyboard: { status: 'WIP' }, Layout: { status: 'CLIENT' } }
  expect(await space.askTasks('sq010_sh0090')).toMatchObject(pasted)
  const made = await callServer(page, 'items?title=in.(aa_0010,aa_0020)&select=title&order=title')
  expect(made).toEqual([{ title: 'aa_0010' }, { title: 'aa_0020' }])
}

test('a change refused later is named, reverted alone and can be retried', async ({ browser }, testInfo) => {
  const item = ['sq010_sh0080', 'sq020_sh0070'][turnOf(testInfo)] ?? ''
  const context = await browser.newContext()
  const space = new SpacePage(await context.newPage())
  const { page } = space
  await space.enter('Mei Tanaka')
  await expect(space.cell(item, 6)).toBeVisible()
  const before = (await space.cell(item, 6).textContent()) ?? ''

  await context.setOffline(true)
  await space.cell(item, 6).click()
  await space.press('5')
  await space.cell(item, 7).click()
  await space.press('3')
  let refusals = 0
  await page.route('**/rpc/update_tasks', async (route) => {
    const isFirst = refusals === 0
    refusals += 1
    const json = { code: '42501', message: 'You may not set this status' }
    await (isFirst ? route.fulfill({ status: 403, json }) : route.continue())
  })
  await context.setOffline(false)

  const toast = page.getByRole('listitem').filter({ hasText: 'Error updating status. Please try again.' })
  await expect(toast).toContainText(`Set ${item}`)
  await expect(toast).toContainText('You may not set this status')
  await expect(space.cell(item, 6)).toHaveText(before)
  await expect(space.cell(item, 7)).toContainText('WFA')
  await toast.getByRole('button', { name: 'Retry' }).click()
  await expect(space.cell(item, 6)).toContainText('CLIENT')
  await space.waitUntilSynced()
  expect((await space.askTasks(item))['Grading']?.status).toBe('CLIENT')
  await context.close()
})
