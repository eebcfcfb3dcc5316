import { expect, test, type Page } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { runFromPalette } from './page-models/palette.ts'
import { SpacePage } from './page-models/space-page.ts'

async function columnNames(page: Page): Promise<readonly string[]> {
  const names = await page
    .getByRole('columnheader')
    .evaluateAll((cells) => cells.slice(1).map((cell) => cell.querySelector('span')?.textContent ?? ''))
  return names
}

async function widthOf(page: Page, name: string): Promise<number> {
  const box = await page.getByRole('columnheader', { name }).boundingBox()
  return box?.width ?? 0
}

test('columns are resized, moved and pinned by pointer and keyboard, and saved in a view', async ({ page }) => {
  const space = new SpacePage(page)
  await space.enter('Mei Tanaka')
  const [first = '', second = '', third = ''] = await columnNames(page)
  const before = await widthOf(page, third)

  // Drag its edge.
  const edge = page.getByRole('columnheader', { name: third }).locator('[data-edge]')
  await edge.hover()
  const at = await edge.boundingBox()
  await page.mouse.down()
  await page.mouse.move((at?.x ?? 0) + 104, (at?.y ?? 0) + 10, { steps: 6 })
  await page.mouse.up()
  expect(Math.abs((await widthOf(page, third)) - before - 100)).toBeLessThan(6)
  await expect(space.grid.locator('[aria-selected=true]')).toHaveCount(0)

  // Drag its heading over the column before it.
  const heading = page.getByRole('columnheader', { name: third })
  const to = await page.getByRole('columnheader', { name: second }).boundingBox()
  await heading.hover({ position: { x: 20, y: 10 } })
  await page.mouse.down()
  await page.mouse.move((to?.x ?? 0) + 10, (to?.y ?? 0) + 10, { steps: 8 })
  await page.mouse.up()
  expect((await columnNames(page)).slice(0, 3)).toEqual([first, third, second])
  await expect(space.grid.locator('[aria-selected=true]')).toHaveCount(0)

  // By keyboard, at the cursor: a pinned column comes first and stays while the others scroll.
  await space.cell('sq010_sh0010', 2).click()
  await page.keyboard.press('Alt+Shift+P')
  await expect.poll(async () => (await columnNames(page))[0]).toContain(second)
  expect(await widthOf(page, second)).toBe(132)
  await page.keyboard.press('Alt+=')
  await expect.poll(async () => await widthOf(page, second)).toBe(156)
  await page.keyboard.press('Alt+-')
  await expect.poll(async () => await widthOf(page, second)).toBe(132)
  await page.keyboard.press('Alt+Shift+F')
  await expect.poll(async () => await widthOf(page, second)).not.toBe(132)
  await space.grid.evaluate((grid) => (grid.scrollLeft = 400))
  const edges = await page
    .getByRole('columnheader', { name: second })
    .evaluate((cell) => [cell.getBoundingClientRect().left, cell.previousElementSibling?.getBoundingClientRect().right])
  expect(edges[0]).toBe(edges[1])
  await space.grid.evaluate((grid) => (grid.scrollLeft = 0))
  expect(await findViolations(page)).toEqual([])
  await page.reload()
  await expect(space.row('sq010_sh0010')).toBeVisible()
  expect((await columnNames(page)).slice(0, 3)).toEqual([`Pinned: ${second}`, first, third].map(String))

  // Saved in a view, and restored from it.
  await runFromPalette(page, 'Save as a view', 'Wide', 'For me')
  await runFromPalette(page, 'Open a saved view', 'Everything')
  expect((await columnNames(page)).slice(0, 3)).toEqual([first, second, third])
  await runFromPalette(page, 'Open a saved view', 'Wide')
  await expect.poll(async () => (await columnNames(page))[0]).toBe(`Pinned: ${second}`)
})
