import { expect, test, type Page } from '@playwright/test'
import { blockOf, openPlanned, schedule } from './page-models/open-planned.ts'
import { callServer } from './page-models/session.ts'

/** Makes somebody else's change on the server. */
async function call(page: Page, procedure: string, body: object): Promise<void> {
  await callServer(page, `rpc/${procedure}`, body)
}

test('a block moved by keyboard while somebody returns it to the queue stays in the queue', async ({ page }) => {
  const { studio, timeline } = await openPlanned(page, 'keeper')
  await schedule(page, timeline, /sh010 Layout/)
  await schedule(page, timeline, /sh020 Layout/)
  await timeline.synced()
  const [planned] = await blockOf(page, studio, 'sh010 Layout')
  const [other] = await blockOf(page, studio, 'sh020 Layout')

  await timeline.bar(/sh010 Layout/).focus()
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowRight')
  await expect(timeline.spoken).toContainText('Moving sh010 Layout')
  await call(page, 'delete_task_block', { p_block_id: planned?.id })

  await expect(page.getByText('sh010 Layout has gone back to the queue, so its move was cancelled.')).toBeVisible()
  await expect(timeline.spoken).toContainText('cancelled')
  await expect(page.locator('[data-drag-preview]')).toBeHidden()
  // The move is over: Enter opens the task, as usual.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'sh010' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(timeline.card(/sh010 Layout/)).toBeVisible()
  await timeline.synced()
  expect(await blockOf(page, studio, 'sh010 Layout')).toMatchObject([{ assignee_id: null }])
  expect(await blockOf(page, studio, 'sh020 Layout')).toMatchObject([{ start_date: other?.start_date }])
})

test('dragging a bar is cancelled when its project is deleted, and dropping it then does nothing', async ({ page }) => {
  const { timeline } = await openPlanned(page, 'holder')
  await schedule(page, timeline, /sh010 Layout/)
  await timeline.synced()
  const [project] = await callServer<readonly { id: string }[]>(page, 'projects?select=id&name=eq.The%20Film')
  const box = await timeline.bar(/sh010 Layout/).boundingBox()
  const from = { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 12 }

  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 110, from.y, { steps: 4 })
  await expect(page.locator('[data-drag-preview]')).toContainText('sh010 Layout')
  await call(page, 'delete_project_cascade', { p_project_id: project?.id })

  await expect(page.getByText('sh010 Layout has been removed, so its move was cancelled.')).toBeVisible()
  await expect(page.locator('[data-drag-preview]')).toBeHidden()
  await page.mouse.up()
  await expect(timeline.bar(/sh010/)).toHaveCount(0)
  await timeline.synced()
  await expect(page.getByRole('alert').filter({ hasText: 'could not be changed' })).toHaveCount(0)
})

test('a bar moved by somebody while its edge is dragged keeps their day and takes the new length', async ({ page }) => {
  const { studio, timeline } = await openPlanned(page, 'stretcher')
  await schedule(page, timeline, /sh010 Layout/)
  await timeline.synced()
  const [planned] = await blockOf(page, studio, 'sh010 Layout')
  const box = await timeline.bar(/sh010 Layout/).boundingBox()
  const edge = { x: (box?.x ?? 0) + (box?.width ?? 0) - 3, y: (box?.y ?? 0) + 12 }
  const elsewhere = new Date(Date.parse(planned?.start_date ?? '') + 2 * 86_400_000).toISOString().slice(0, 10)

  await page.mouse.move(edge.x, edge.y)
  await page.mouse.down()
  await page.mouse.move(edge.x + 100, edge.y, { steps: 4 })
  await expect(page.locator('[data-drag-preview]')).toContainText('2 days')
  await call(page, 'update_task_block', {
    p_block_id: planned?.id,
    p_assignee_id: studio.userId,
    p_start_date: elsewhere,
    p_duration: 1,
    p_row_index: 0,
  })
  await expect.poll(async () => (await timeline.bar(/sh010 Layout/).boundingBox())?.x).toBe((box?.x ?? 0) + 200)
  await page.mouse.up()

  await expect(timeline.bar(/sh010 Layout.*2 days/)).toBeVisible()
  await timeline.synced()
  expect(await blockOf(page, studio, 'sh010 Layout')).toMatchObject([{ start_date: elsewhere, duration: 2 }])
})

test('an offline move of a task deleted meanwhile is reported, and the other offline move arrives', async ({
  page,
  context,
  browser,
}) => {
  const { studio, timeline } = await openPlanned(page, 'offline')
  await schedule(page, timeline, /sh010 Layout/)
  await schedule(page, timeline, /sh020 Layout/)
  await timeline.synced()
  const [kept] = await blockOf(page, studio, 'sh020 Layout')
  const twin = await browser.newContext({ storageState: await context.storageState() })
  const other = await twin.newPage()
  await other.goto(`/studio/${studio.slug}/projects`)

  await context.setOffline(true)
  for (const name of [/sh010 Layout/, /sh020 Layout/]) {
    await timeline.bar(name).focus()
    await page.keyboard.press('m')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
  }
  await call(other, 'delete_rows', { p_table: 'item_tasks', p_keys: [studio.taskIds.get('sh010 Layout')] })
  await context.setOffline(false)

  await expect(page.getByText('What you changed on the timeline has since been removed.')).toBeVisible()
  await expect(timeline.bar(/sh010/)).toHaveCount(0)
  await timeline.synced()
  const [moved] = await blockOf(page, studio, 'sh020 Layout')
  expect(Date.parse(moved?.start_date ?? '') - Date.parse(kept?.start_date ?? '')).toBe(86_400_000)
  await expect(page.getByText('Block not found')).toHaveCount(0)
  await twin.close()
})
