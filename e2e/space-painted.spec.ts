import { expect, test, type Page } from '@playwright/test'
import { SpacePage } from './page-models/space-page.ts'

type Point = { readonly cell: string; readonly painted: string; readonly drawn: string }

/**
 * Compares, within the pill of every visible cell, the colour on the canvas, which is hidden once the rows are there,
 * with that of the rows.
 */
async function comparePills(page: Page): Promise<readonly Point[]> {
  return await page.getByRole('grid').evaluate((grid) => {
    const canvas = grid.querySelector('canvas')
    const context = canvas?.getContext('2d')
    if (canvas === null || context === null || context === undefined) throw new Error('The grid has a canvas')
    const frame = canvas.getBoundingClientRect()
    const scale = canvas.width / frame.width
    const paint = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    const toColor = (css: string): string => {
      if (paint === null) return ''
      paint.fillStyle = css
      paint.fillRect(0, 0, 1, 1)
      return String(paint.getImageData(0, 0, 1, 1).data.slice(0, 3))
    }
    const colorOf = (element: Element | null): string => {
      if (element === null) return ''
      const { backgroundColor } = getComputedStyle(element)
      return backgroundColor === 'rgba(0, 0, 0, 0)' ? colorOf(element.parentElement) : toColor(backgroundColor)
    }
    return [...grid.querySelectorAll('[role=gridcell]')].flatMap((cell) => {
      const { left, top, height } = cell.getBoundingClientRect()
      // Left of the text.
      const [x, y] = [left + 10, top + height / 2]
      const shown = document.elementFromPoint(x, y)
      if (shown === null || !cell.contains(shown)) return []
      const pixel = context.getImageData(
        Math.round((x - frame.left) * scale),
        Math.round((y - frame.top) * scale),
        1,
        1,
      )
      return [{ cell: cell.textContent, painted: String(pixel.data.slice(0, 3)), drawn: colorOf(shown) }]
    })
  })
}

async function expectSamePicture(page: Page): Promise<void> {
  // The canvas is also hidden before a jump is painted, while there are no rows yet.
  await expect.poll(async () => (await comparePills(page)).length).toBeGreaterThan(40)
  await expect(page.getByRole('grid').locator('canvas').first()).toBeHidden()
  const points = await comparePills(page)
  expect(points.length).toBeGreaterThan(40)
  expect(new Set(points.map(({ drawn }) => drawn)).size).toBeGreaterThan(3)
  expect(points.filter(({ painted, drawn }) => painted !== drawn)).toEqual([])
}

/** Blocks updates after the first pull: changes by others would be drawn in the rows but not painted again. */
async function hearNoNews(page: Page): Promise<void> {
  await page.route('**/rest/v1/rpc/pull_*', async (route) => {
    const { p_since: since } = route.request().postDataJSON() as { readonly p_since?: number }
    if (since === undefined || since === 0) await route.continue()
    else await route.abort()
  })
}

test('the painted preview has the same colours as the rows that replace it, in both themes', async ({ page }) => {
  const space = new SpacePage(page)
  await hearNoNews(page)
  await space.enter('Mei Tanaka')
  await expectSamePicture(page)
  // A collection's name stays at the top of its row, beside the totals of fields.
  const heading = page.getByRole('row').filter({ hasText: 'The harbour at dawn' }).first()
  const offset = async (): Promise<number | undefined> =>
    await heading.evaluate((row) => {
      const name = row.querySelector('[role=rowheader]')
      return name === null ? undefined : name.getBoundingClientRect().top - row.getBoundingClientRect().top
    })
  expect(await offset()).toBe(0)

  await page.evaluate(() => localStorage.setItem('theme', 'light'))
  await space.open()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expectSamePicture(page)
})

test('pinned and widened columns are painted in their final position, scrolled or not', async ({ page }) => {
  const space = new SpacePage(page)
  await space.enter('Mei Tanaka')
  await space.cell('sq010_sh0010', 3).click()
  await space.press('Alt+Shift+P', 'Alt+=', 'Alt+Shift+P', 'Alt+Shift+P')
  await space.cell('sq010_sh0010', 2).click()
  await space.press('Alt+=', 'Alt+=', 'Escape', 'Escape')
  await expect(page.getByRole('columnheader', { name: 'Pinned: ' })).toHaveCount(1)
  await hearNoNews(page)
  await space.open()
  await expect(page.getByRole('columnheader', { name: 'Pinned: ' })).toHaveCount(1)
  await expectSamePicture(page)
  // A jump is painted beside the pinned columns before its rows are there.
  await page.setViewportSize({ width: 920, height: 700 })
  await space.grid.evaluate((grid) => grid.scrollTo(200, 3000))
  await expectSamePicture(page)
})
