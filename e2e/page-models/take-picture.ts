import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'

/** Saves a screenshot as `<folder>/<name>.webp` once everything on the page has loaded. */
export async function takePicture(page: Page, folder: string, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await page.waitForLoadState('networkidle')
  const devtools = await page.context().newCDPSession(page)
  // Of the three formats, only this one is both sharp and small.
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  writeFileSync(path.join(folder, `${name}.webp`), Buffer.from(data, 'base64'))
  await devtools.detach()
}
