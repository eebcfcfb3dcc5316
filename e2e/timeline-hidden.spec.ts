import { expect, test } from '@playwright/test'
import { openPlanned, schedule } from './page-models/open-planned.ts'

test('a timeline whose filter hides every task says so and offers to show them', async ({ page }) => {
  const { timeline } = await openPlanned(page, 'hider')
  await schedule(page, timeline, /sh010 Layout/)
  await schedule(page, timeline, /sh020 Layout/)
  await page.keyboard.press('f')
  const filters = page.getByRole('region', { name: 'Filters' })
  await filters.getByLabel('Hide other tasks').click()
  await filters.getByRole('button', { name: /stages/i }).click()
  await page.getByRole('option', { name: 'Animation' }).click()
  await page.keyboard.press('Escape')

  const told = page.getByRole('status').filter({ hasText: 'The filter hides all 2 tasks here.' })
  await expect(told).toBeVisible()
  await expect(timeline.card(/sh010 Animation/)).toBeVisible()
  await told.getByRole('button', { name: 'Clear the filter' }).click()

  await expect(told).toBeHidden()
  await expect(timeline.bar(/Layout/)).toHaveCount(2)
})

test('a queue emptied by a filter offers to clear it', async ({ page }) => {
  const { timeline } = await openPlanned(page, 'narrow')
  await page.keyboard.press('f')
  const filters = page.getByRole('region', { name: 'Filters' })
  await filters.getByRole('button', { name: /stages/i }).click()
  await page.getByRole('option', { name: 'Lighting' }).click()
  await page.keyboard.press('Escape')

  await expect(timeline.queue).toContainText('The filter leaves out every task in the queue.')
  await expect(timeline.queue.getByRole('button', { name: 'Queue all unplanned tasks' })).toHaveCount(0)
  await timeline.queue.getByRole('button', { name: 'Clear the filter' }).click()

  await expect(timeline.queue).toContainText('4 unassigned tasks')
})
