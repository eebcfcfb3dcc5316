import { expect, type Page } from '@playwright/test'

/** Runs a command from the palette, answering each of its pages in turn. */
export async function runFromPalette(page: Page, title: string, ...answers: readonly string[]): Promise<void> {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or run a command' })
  const field = palette.getByRole('combobox')
  await field.fill(title)
  await expect(palette.getByRole('option', { name: title }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  for (const answer of answers) {
    await expect(field).toHaveValue('')
    await field.fill(answer)
    await page.keyboard.press('Enter')
  }
  await expect(field).toHaveCount(0)
}
