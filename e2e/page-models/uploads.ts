import { expect, type Locator, type Page } from '@playwright/test'
import { chooserOf } from './choose-file.ts'
import { signInAs } from './session.ts'

type PostedFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

/** Signs in as somebody of the demo studio and ends on its projects; an empty address means the suite's own host. */
export async function signIn(page: Page, address: string, person: string): Promise<void> {
  await signInAs(page, person, address === '' ? undefined : address)
  await page.goto(`${address}/`)
  await page.waitForURL('**/projects')
}

/** Opens a task's popup and waits until it can be posted to. */
export async function openTask(page: Page, address: string, search: string): Promise<Locator> {
  await page.goto(`${address}/studio/northlight/project/the-salt-road/space/sequences${search}`)
  const popup = page.getByRole('dialog').first()
  await expect(popup.getByRole('button', { name: 'Attach files' })).toBeVisible()
  return popup
}

type Revision = { readonly text: string; readonly files: readonly PostedFile[] | readonly string[] }

/** Fills in the popup's form for a revision with files. */
export async function fillRevision(popup: Locator, { text, files }: Revision): Promise<Locator> {
  const page = popup.page()
  const form = popup.getByRole('form', { name: 'New revision' })
  const comment = popup.getByRole('form', { name: 'New comment' })
  if (!(await form.isVisible())) await comment.getByText('Revision', { exact: true }).click()
  await form.getByRole('textbox', { name: 'Revision notes' }).fill(text)
  await form.getByRole('combobox', { name: 'Hours' }).selectOption('1 h')
  const chooser = await chooserOf(page, () => form.getByRole('button', { name: 'Attach files' }).click())
  // The chooser takes either kind.
  await chooser.setFiles([...files] as string[])
  await expect(form.getByRole('list', { name: 'Files to post' }).getByRole('listitem')).toHaveCount(files.length, {
    timeout: 60_000,
  })
  return form
}

/** Posts a revision with files through the popup's form. */
export async function postRevision(popup: Locator, revision: Revision): Promise<void> {
  const form = await fillRevision(popup, revision)
  await form.getByRole('button', { name: 'Post Revision' }).click()
  // Once posted, the form resets to a comment.
  await expect(form).toHaveCount(0, { timeout: 120_000 })
}

/** Returns bytes that are unique to the seed. */
export function someBytes(sizeBytes: number, seed: number): Buffer {
  const buffer = Buffer.alloc(sizeBytes)
  let state = seed
  for (let at = 0; at + 4 <= sizeBytes; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    buffer.writeUInt32LE(state, at)
  }
  return buffer
}
