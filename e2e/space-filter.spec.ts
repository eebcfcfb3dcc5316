import { expect, test, type Page } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { runFromPalette } from './page-models/palette.ts'
import { signInAs } from './page-models/session.ts'
import { SpacePage } from './page-models/space-page.ts'

async function itemCount(page: Page): Promise<number> {
  return Number(await page.getByRole('columnheader', { name: /^Item/ }).locator('span').first().textContent())
}

test('a space and its kanban are filtered by fields, all or any, without a pointer', async ({ page }) => {
  const space = new SpacePage(page)
  await space.enter('Tomas Okafor')
  const all = await itemCount(page)

  // The palette puts focus on the value's input.
  await runFromPalette(page, 'Filter by a field', 'Effort', 'is above')
  await expect(page.getByRole('textbox', { name: 'Effort: value' })).toBeFocused()
  // Other journeys may add shots in the meantime.
  expect(await itemCount(page)).toBeGreaterThanOrEqual(all)
  await page.keyboard.type('x')
  await expect(page.getByRole('textbox', { name: 'Effort: value' })).toHaveAttribute('aria-invalid', 'true')
  expect(await itemCount(page)).toBeGreaterThanOrEqual(all)
  await page.keyboard.press('Backspace')
  await page.keyboard.type('8')
  await expect.poll(async () => await itemCount(page)).toBeLessThan(all)
  const long = await itemCount(page)
  await expect(page.getByRole('button', { name: 'Effort: is above 8. Remove this filter' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('combobox', { name: 'Effort: test' }).focus()
  await runFromPalette(page, 'Filter by a field', 'Complexity', 'is any of')
  await page.keyboard.press('Enter')
  await page.keyboard.type('simple')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByText('No items match the current filters')).toBeVisible()
  await runFromPalette(page, 'Match any or all')
  await expect.poll(async () => await itemCount(page)).toBeGreaterThan(long)
  const either = await itemCount(page)
  expect(either).toBeLessThan(all)

  // The filter is saved for the space, and the kanban has the same.
  await page.getByRole('button', { name: 'Save filter' }).click()
  await expect(page.getByText('Filter saved', { exact: false })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('grid')).toBeVisible()
  await expect.poll(async () => await itemCount(page)).toBe(either)
  await runFromPalette(page, 'Kanban')
  await runFromPalette(page, 'Lanes', 'By Complexity')
  await expect(page.getByRole('region', { name: 'Simple' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Hard' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Medium' })).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])

  // The demo is shared: clean up.
  await runFromPalette(page, 'Clear the filter')
  await runFromPalette(page, 'Save the filter')
  await expect(page.getByText('Filter saved', { exact: false })).toBeVisible()
})

test('the timeline is coloured by a field and filtered by its legend and conditions', async ({ page }) => {
  await signInAs(page, 'Mei Tanaka')
  await page.goto('/studio/northlight/timeline')
  await expect(page.getByRole('toolbar', { name: 'Timeline' })).toBeVisible()
  await runFromPalette(page, 'Colour by', 'Complexity')
  const legend = page.getByRole('region', { name: /Colours by/ })
  await legend.getByRole('button', { name: 'Simple' }).click()
  await expect(page.getByRole('button', { name: 'Complexity: is any of Simple. Remove this filter' })).toBeVisible()
  await expect(legend.getByRole('button', { name: 'Simple' })).toHaveAttribute('aria-pressed', 'true')

  await runFromPalette(page, 'Filter by a field', 'Effort', 'is below')
  await expect(page.getByRole('textbox', { name: 'Effort: value' })).toBeFocused()
  await page.keyboard.type('0')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('checkbox', { name: 'Hide other tasks' }).check()
  await expect(page.getByText(/The filter hides all \d+ tasks here/)).toBeVisible()
})
