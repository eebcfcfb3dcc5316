import { expect, test, type Locator, type Page } from '@playwright/test'
import { aPicture } from './page-models/board-page.ts'
import { chooserOf } from './page-models/choose-file.ts'
import { CardsPage } from './page-models/projects-page.ts'
import { anAccount, callServer, startStudio } from './page-models/session.ts'
import { TopBar } from './page-models/top-bar.ts'

const picture = aPicture('cover.png', [12, 128, 128], 1600)

/** Waits until every change has reached the server. */
async function waitUntilSynced(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Synced. Show changes' })).toBeVisible()
}

/** Chooses a file in the system dialog that a button opens. */
async function chooseBy(button: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const chooser = await chooserOf(button.page(), () => button.press('Enter'))
  await chooser.setFiles(file)
}

test('a thumbnail survives a reload during its upload and arrives once', async ({ page }) => {
  await startStudio(page, anAccount('halfway'), 'Halfway')
  const projects = new CardsPage(page, 'Projects')
  await projects.createProject('One')
  await waitUntilSynced(page)
  // The upload is sent and never answered.
  const { promise: isSending, resolve: sending } = Promise.withResolvers<void>()
  await page.route('**', async (route) => {
    if (route.request().method() !== 'PUT') return await route.fallback()
    return sending()
  })
  await chooseBy(page.getByRole('button', { name: 'Change thumbnail of One' }), picture)
  await isSending
  const shown = projects.card('One').locator('img')
  await expect(shown).toHaveAttribute('src', /^blob:/)

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()

  await expect(shown).toBeVisible()
  const saved = 'projects?select=thumbnail_media_id&name=eq.One&thumbnail_media_id=not.is.null'
  await expect.poll(async () => await callServer<object[]>(page, saved)).toHaveLength(1)
  const media = await callServer<object[]>(page, 'media?select=filename,is_stored')
  expect(media).toEqual([{ filename: 'cover.jpg', is_stored: true }])
})

test("a space's thumbnail appears live for others, and one that fails to upload is reverted with a message", async ({
  page,
  browser,
}) => {
  const account = anAccount('space-picture')
  await startStudio(page, account, 'Space Picture')
  await new CardsPage(page, 'Projects').createProject('Feature')
  await new CardsPage(page, 'Projects').link('Feature').click()
  const spaces = new CardsPage(page, 'Spaces')
  await expect(page.getByRole('heading', { name: 'No Spaces Found' })).toBeVisible()
  await page.keyboard.press('c')
  await spaces.dialog.getByLabel('Name', { exact: true }).fill('Episode')
  await spaces.dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(spaces.link('Episode')).toBeVisible()
  await waitUntilSynced(page)
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const elsewhere = await context.newPage()
  await elsewhere.goto(page.url())
  const seen = new CardsPage(elsewhere, 'Spaces')
  await expect(seen.link('Episode')).toBeVisible()
  const change = page.getByRole('button', { name: 'Change thumbnail of Episode' })

  await page.route('**/functions/v1/upload-attachment', (route) =>
    route.fulfill({ status: 400, json: { error: 'no', code: '22023' } }),
  )
  await chooseBy(change, picture)
  await expect(page.getByText('Failed to upload thumbnail. Please try again.')).toBeVisible()
  await expect(spaces.card('Episode').locator('img')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })

  await chooseBy(change, picture)
  await expect(spaces.card('Episode').locator('img')).toBeVisible()
  await expect(seen.card('Episode').locator('img')).toHaveAttribute('src', /^http/)
  await context.close()
})

test('a profile picture is cropped to a small square, saved, and appears at once for others', async ({
  page,
  browser,
}) => {
  const account = anAccount('portrait')
  await startStudio(page, account, 'Portraits')
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const elsewhere = await context.newPage()
  await elsewhere.goto(page.url())
  await elsewhere.getByRole('button', { name: 'Studio Settings' }).click()
  const member = elsewhere.getByRole('dialog', { name: 'Studio Settings' }).locator('section[aria-label=Members] li')
  await expect(member).toHaveCount(1)
  const bar = new TopBar(page)
  const dialog = page.getByRole('dialog', { name: 'User Settings' })
  await bar.choose('Settings')
  const change = dialog.getByRole('button', { name: 'Change picture' })

  await chooseBy(change, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(dialog.getByRole('alert')).toContainText('notes.txt')
  await expect(dialog.locator('img')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Save Changes' })).toBeDisabled()

  await chooseBy(change, picture)
  await expect(dialog.locator('img')).toHaveAttribute('src', /^data:image\/webp;base64,/)
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  const size = await dialog
    .locator('img')
    .evaluate((image) => (image instanceof HTMLImageElement ? [image.naturalWidth, image.naturalHeight] : []))
  expect(size).toEqual([96, 96])
  await dialog.getByRole('button', { name: 'Save Changes' }).press('Enter')
  await expect(dialog).toHaveCount(0)

  await expect(bar.profile.locator('img')).toBeVisible()
  await expect(member.locator('img')).toBeVisible()
  await page.reload()
  await expect(bar.profile.locator('img')).toHaveAttribute('src', /^data:image\/webp/)
  await context.close()
})
