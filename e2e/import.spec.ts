import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { chooserOf } from './page-models/choose-file.ts'
import { findViolations } from './page-models/judge.ts'
import { SpacePage } from './page-models/space-page.ts'

/** Runs a command by its name in the palette. */
async function runByName(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(name)
  await expect(page.getByRole('option', { name }).first()).toBeVisible()
  await page.keyboard.press('Enter')
}

test('a sheet is planned, told in full, imported, and taken back; a workbook takes the items out', async ({ page }) => {
  const space = new SpacePage(page)
  await space.enter('Mei Tanaka')
  const mark = crypto.randomUUID().slice(0, 6)
  const sheet = `Sequence;Name;Mood;Animation\nin_${mark};sh_${mark};blue;wip\nin_${mark};;;\n;loose_${mark};;nope\n`

  const chooser = await chooserOf(page, () => runByName(page, 'Import a file'))
  await chooser.setFiles({ name: 'shots.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
  const dialog = page.getByRole('dialog', { name: 'Import shots.csv' })
  await expect(dialog.getByText('Column "Mood" is not used: No field here has this name')).toBeVisible()
  await expect(dialog.getByText(`Line 3 (in_${mark}/): The row has no name.`)).toBeVisible()
  await expect(dialog.getByText('There is no status "nope" (Animation).')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'In conflict, left out: 2' })).toBeVisible()
  await expect(dialog.getByRole('row', { name: 'Items 1 0 0' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import 1 item' }).press('Enter')

  await page.getByLabel('Filter items by name').fill(mark)
  await expect(space.row(`sh_${mark}`)).toBeVisible()
  await expect(space.row(`loose_${mark}`)).toHaveCount(0)
  await page.getByLabel('Filter items by name').press('Enter')

  const download = page.waitForEvent('download')
  await runByName(page, 'Export the items as a workbook')
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
  expect(readFileSync(await file.path()).toString('latin1')).toContain(`sh_${mark}`)

  await space.press('Control+z')
  await expect(space.row(`sh_${mark}`)).toHaveCount(0)
})
