import { expect, test } from '@playwright/test'
import { blockOf, openPlanned, schedule } from './page-models/open-planned.ts'
import { insert } from './page-models/planned-studio.ts'
import { callServer } from './page-models/session.ts'
import { listBlocks } from './page-models/timeline-page.ts'

test('a week is planned by keyboard alone: scheduled from the queue, selected, moved together and dropped', async ({
  page,
}) => {
  const { studio, timeline } = await openPlanned(page, 'lead')
  const chosen = page.getByRole('toolbar', { name: 'Selected tasks' })
  const preview = page.locator('[data-drag-preview]')

  await page.keyboard.press('q')
  await expect(timeline.card(/sh010 Layout/)).toBeFocused()
  await page.keyboard.press('m')
  await expect(preview).toContainText('sh010 Layout')
  await expect(preview).toContainText('Enter drops, Esc cancels')
  // Presses beyond either end of the list have no effect; there is one artist.
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(timeline.bar(/sh010 Layout/)).toBeFocused()
  await expect(preview).toBeHidden()
  await page.keyboard.press('q')
  await expect(timeline.queue.getByRole('gridcell').first()).toBeFocused()
  await page.keyboard.press('m')
  for (let day = 0; day < 3; day += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(timeline.board.getByRole('gridcell')).toHaveCount(2)
  await timeline.synced()
  const before = new Map((await listBlocks(page)).map((block) => [block.id, block.start_date]))

  await page.keyboard.press('x')
  await page.keyboard.press('ArrowLeft')
  await expect(timeline.bar(/sh010 Layout/)).toBeFocused()
  await expect(chosen).toContainText('1 task')
  await page.keyboard.press('x')
  await expect(chosen).toContainText('2 tasks')
  await page.keyboard.press('m')
  await expect(preview).toContainText('and 1 more')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await timeline.synced()
  const moved = (await listBlocks(page)).filter((block) => block.start_date !== null)
  expect(moved.map((block) => days(block.start_date, before.get(block.id)))).toEqual([1, 1])

  await page.keyboard.press('Escape')
  await expect(chosen).toBeHidden()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowLeft')
  await expect(chosen).toContainText('1 task')
  await page.keyboard.press('Escape')
  await expect(chosen).toBeHidden()

  await page.keyboard.press('q')
  await page.keyboard.press('q')
  await expect(timeline.queue).toBeHidden()
  await expect(timeline.bar(/sh010 Layout/)).toBeFocused()
  expect(await blockOf(page, studio, 'sh010 Layout')).toMatchObject([{ assignee_id: studio.userId }])
})

test('the card of a move stays under its outline at every zoom and height, and while the timeline scrolls', async ({
  page,
}) => {
  const { timeline } = await openPlanned(page, 'zoomer')
  await schedule(page, timeline, /sh010 Layout/)
  // Mid-window: near its edge, as before a weekend, the card would move aside.
  const bar = (await timeline.bar(/sh010 Layout/).boundingBox())?.x ?? 0
  await timeline.board.evaluate((board, pixels) => board.scrollBy(pixels, 0), bar - 700)
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowRight')
  const card = page.locator('[data-drag-preview]')
  await expect(card).toContainText('sh010 Layout')
  const outline = timeline.board.getByText('1 d', { exact: true })
  const distance = async () => {
    const [from, to] = [await outline.boundingBox(), await card.boundingBox()]
    return Math.round((to?.x ?? 0) - (from?.x ?? 0))
  }
  await expect.poll(distance).toBe(12)

  for (const key of ['1', '3', '2', 'v', 'q']) {
    await page.keyboard.press(key)
    await expect.poll(distance, `after ${key}`).toBe(12)
  }
  const before = (await card.boundingBox())?.x ?? 0
  await timeline.board.evaluate((board) => board.scrollBy(60, 0))
  await expect.poll(async () => (await card.boundingBox())?.x).toBe(before - 60)
  await expect.poll(distance).toBe(12)
})

function days(after: string | null, before: string | null | undefined): number {
  return (Date.parse(after ?? '') - Date.parse(before ?? '')) / 86_400_000
}

test('the timeline starts 85 days in and offers three day widths and two row heights', async ({ page }) => {
  const { timeline } = await openPlanned(page, 'viewer')
  const scroll = async () => await timeline.board.evaluate(({ scrollLeft }) => scrollLeft)
  expect(await scroll()).toBe(8500)
  await schedule(page, timeline, /sh010 Layout/)
  const size = async () => {
    const box = await timeline.bar(/sh010 Layout/).boundingBox()
    return [box?.width, box?.height]
  }

  await expect.poll(size).toEqual([96, 40])
  await page.keyboard.press('1')
  await expect.poll(size).toEqual([46, 40])
  await page.keyboard.press('3')
  await expect.poll(size).toEqual([296, 40])
  await page.keyboard.press('v')
  await expect.poll(size).toEqual([296, 20])
})

test('a removed bar shatters briefly, but not under reduced motion', async ({ page }) => {
  const { timeline } = await openPlanned(page, 'remover')
  // The canvas over the bars exists only while something shatters.
  const over = timeline.board.locator('canvas').nth(1)
  const watch = async () =>
    await over.evaluate((canvas) => {
      canvas.dataset['shown'] = '0'
      new MutationObserver(() => {
        if (!(canvas as HTMLCanvasElement).hidden) (canvas as HTMLCanvasElement).dataset['shown'] = '1'
      }).observe(canvas, { attributeFilter: ['hidden'] })
    })
  await schedule(page, timeline, /sh010 Layout/)
  await watch()

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.keyboard.press('Backspace')
  await expect(timeline.card(/sh010 Layout/)).toBeVisible()
  await schedule(page, timeline, /sh020 Layout/)
  await expect(over).toHaveAttribute('data-shown', '0')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.keyboard.press('Backspace')
  await expect(over).toHaveAttribute('data-shown', '1')
  await expect(over).toBeHidden()
})

test('the timeline opens on the project one came from; from the studio it shows everything', async ({ page }) => {
  const { studio, timeline } = await openPlanned(page, 'visitor')
  await page.goto(`/studio/${studio.slug}/project/${studio.projectSlug}`)
  await expect(page.getByRole('heading', { name: 'Spaces', exact: true })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page.getByRole('button', { name: /Project: The Film/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /Space: / })).toHaveCount(0)
  await page.getByRole('button', { name: /^Return/ }).click()
  await page.waitForURL(`**/project/${studio.projectSlug}`)

  await page.goto(`/studio/${studio.slug}/projects`)
  await expect(page.getByText('The Film')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(timeline.board).toBeVisible()
  await expect(page.getByRole('button', { name: /Project: / })).toHaveCount(0)
})

test('a collection ticks its items, other tasks are hidden, and both survive a reload', async ({ page }) => {
  const { timeline } = await openPlanned(page, 'filterer')
  await schedule(page, timeline, /sh010 Layout/)
  await schedule(page, timeline, /sh010 Animation/)
  const filters = page.getByRole('region', { name: 'Filters' })

  await page.keyboard.press('f')
  await filters.getByRole('button', { name: /collections/i }).click()
  await page.getByRole('option', { name: 'sq010' }).click()
  await page.keyboard.press('Escape')
  await expect(filters.getByRole('button', { name: 'All items' })).toBeVisible()
  await filters.getByRole('button', { name: /stages/i }).click()
  await page.getByRole('option', { name: 'Layout' }).click()
  await page.keyboard.press('Escape')
  await expect(timeline.queue).toContainText('1 unassigned task')
  await expect(timeline.bar(/sh010/)).toHaveCount(2)
  await filters.getByLabel('Hide other tasks').click()
  await expect(timeline.bar(/sh010/)).toHaveCount(1)
  await filters.getByRole('button', { name: 'Save filter' }).click()
  await expect(page.getByText('Filter saved successfully!')).toBeVisible()

  await page.reload()
  await expect(timeline.bar(/sh010 Layout/)).toBeVisible()
  await expect(timeline.bar(/sh010 Animation/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Stage: Layout/ })).toBeVisible()
})

test('a task left in the queue twice is listed once after opening', async ({ page }) => {
  const { studio, timeline } = await openPlanned(page, 'tidier')
  const task = studio.taskIds.get('sh010 Layout')
  // Leave the timeline, which would update live; this device's copy then predates the change.
  await page.goto(`/studio/${studio.slug}/projects`)
  await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()
  await insert(page, 'task_blocks', { task_id: task, duration: 1, row_index: 0 })
  expect(await blockOf(page, studio, 'sh010 Layout')).toHaveLength(2)

  await timeline.open(studio.slug)

  await expect.poll(async () => (await blockOf(page, studio, 'sh010 Layout')).length).toBe(1)
  await expect(timeline.card(/sh010 Layout/)).toHaveCount(1)
  expect(await callServer<readonly unknown[]>(page, 'task_blocks?select=id')).toHaveLength(4)
})
