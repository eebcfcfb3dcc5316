import type { FileChooser, Page } from '@playwright/test'

/**
 * Returns the file chooser that `open` opens. The round trip to the page comes first: interception of file choosers is
 * set up over another channel than key presses, and on a busy machine the key may win and open a native dialog.
 */
export async function chooserOf(page: Page, open: () => Promise<unknown>): Promise<FileChooser> {
  const chooser = page.waitForEvent('filechooser')
  await page.evaluate(() => document.readyState)
  await open()
  return await chooser
}
