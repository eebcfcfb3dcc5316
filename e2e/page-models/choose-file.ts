import type { FileChooser, Page } from '@playwright/test'

/**
 * The chooser of files that `open` asks for. The page answers once before: that choosers are to be caught reaches it by another way than a
 * key does, and on a busy machine the key comes first and opens a dialog that nobody sees.
 */
export async function chooserOf(page: Page, open: () => Promise<unknown>): Promise<FileChooser> {
  const chooser = page.waitForEvent('filechooser')
  await page.evaluate(() => document.readyState)
  await open()
  return await chooser
}
