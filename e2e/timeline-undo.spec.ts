import { expect, test, type Page } from '@playwright/test'
import { openPlanned, schedule } from './page-models/open-planned.ts'
import { callServer } from './page-models/session.ts'
import { listBlocks, type TimelinePage } from './page-models/timeline-page.ts'

/** Returns the plan and its tasks' statuses, as the server has them. */
async function readPlan(page: Page) {
  const statuses = await callServer<readonly { id: string; status_id: string }[]>(
    page,
    'item_tasks?select=id,status_id&order=id',
  )
  const blocks = await listBlocks(page)
  return { statuses, blocks: blocks.toSorted((one, other) => one.id.localeCompare(other.id)) }
}

/** Changes made one after the other, each by keys alone. */
const changes: readonly (readonly [string, (page: Page, timeline: TimelinePage) => Promise<void>])[] = [
  ['scheduled', async (page, timeline) => await schedule(page, timeline, /sh010 Layout/)],
  ['what comes after it scheduled too', async (page, timeline) => await schedule(page, timeline, /sh010 Animation/)],
  [
    'stretched',
    async (page, timeline) => {
      await timeline.bar(/sh010 Layout/).focus()
      await page.keyboard.press('Shift+ArrowRight')
      await expect(timeline.bar(/sh010 Layout.*2 days/)).toBeVisible()
    },
  ],
  ['pushed', async (page) => await page.keyboard.press('p')],
  [
    'moved',
    async (page) => {
      await page.keyboard.press('m')
      for (let day = 0; day < 7; day += 1) await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
    },
  ],
  [
    'doubled',
    async (page, timeline) => {
      await page.keyboard.press('m')
      for (let day = 0; day < 7; day += 1) await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Alt+Enter')
      await expect(timeline.bar(/sh010 Layout/)).toHaveCount(2)
    },
  ],
  [
    'planned',
    async (page, timeline) => {
      await timeline.card(/sh020 Layout/).focus()
      await page.keyboard.press('Shift+P')
      await expect(page.getByPlaceholder('On whose row?')).toBeVisible()
      await expect(page.getByRole('option').first()).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(timeline.bar(/sh020 Layout/)).toBeVisible()
    },
  ],
  [
    'given another status',
    async (page, timeline) => {
      await timeline.bar(/sh020 Layout/).focus()
      await page.keyboard.press('s')
      await page.getByRole('option', { name: /WIP/ }).click()
      await expect(timeline.bar(/sh020 Layout, WIP/)).toBeVisible()
    },
  ],
  [
    'returned to the queue',
    async (page, timeline) => {
      await timeline.bar(/sh020 Layout/).focus()
      await page.keyboard.press('Backspace')
      await expect(timeline.card(/sh020 Layout/)).toBeVisible()
    },
  ],
]

test('every change of a plan is undone and redone, one step at a time', async ({ page }) => {
  const { timeline } = await openPlanned(page, 'undoer')
  const plans = [await readPlan(page)]
  for (const [name, change] of changes) {
    await change(page, timeline)
    await expect.poll(async () => await readPlan(page), name).not.toEqual(plans.at(-1))
    await timeline.synced()
    plans.push(await readPlan(page))
  }

  for (const [at, [name]] of [...changes.entries()].toReversed()) {
    await page.keyboard.press('Control+z')
    await expect.poll(async () => await readPlan(page), `back to before it was ${name}`).toEqual(plans[at])
  }
  for (const [at, [name]] of changes.entries()) {
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(async () => await readPlan(page), `once more ${name}`).toEqual(plans[at + 1])
  }
})
