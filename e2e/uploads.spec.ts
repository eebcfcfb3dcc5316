import { expect, test, type Page } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { callServer } from './page-models/session.ts'
import { openTask, postRevision, signIn, someBytes } from './page-models/uploads.ts'

const task = '?item=sq020-sh0060&task=fx'
const mebibyte = 1024 * 1024

const aZip = (name: string, sizeBytes: number, seed = 1) => ({
  name,
  mimeType: 'application/zip',
  buffer: Buffer.concat([Buffer.from('PK\u0003\u0004'), someBytes(sizeBytes, seed)]),
})

// The screen below has a journey of its own, and many cells to check.
const overTheScreen = { without: 'main' }

/** Throttles uploads; returns a function that lifts the limit. */
async function slowDown(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const set = async (uploadThroughput: number): Promise<void> => {
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
    await session.send('Network.emulateNetworkConditions', conditions)
  }
  // Even the smallest file takes fifteen seconds, so nothing finishes before it is paused.
  await set(mebibyte / 16)
  return async () => await set(-1)
}

test('the list of uploads is opened, read, paused, resumed and cleared by keys, in both themes', async ({ page }) => {
  await signIn(page, '', 'Amara Diallo')
  await expect(page.getByRole('button', { name: /Synced/ })).toBeVisible()
  await page.keyboard.press('Shift+U')
  const panel = page.getByRole('dialog', { name: 'Uploads' })
  await expect(panel).toContainText('No uploads')
  expect(await findViolations(page, overTheScreen)).toEqual([])
  await page.keyboard.press('Escape')

  const popup = await openTask(page, '', task)
  const speedUp = await slowDown(page)
  // Files the studio does not have yet: known ones would not be sent.
  const seed = Math.floor(Math.random() * 1e6)
  const films = [
    aZip('wave.zip', 20 * mebibyte, seed),
    aZip('foam.zip', 9 * mebibyte, seed + 1),
    aZip('spray.zip', mebibyte, seed + 2),
  ]
  await postRevision(popup, { text: 'Three films', files: films })
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()

  await page.keyboard.press('Shift+U')
  const row = (name: string) => panel.getByRole('listitem').filter({ hasText: name })
  await expect(row('wave.zip')).toContainText('/s')
  await expect(panel.getByRole('progressbar', { name: 'All uploads' })).toBeVisible()
  expect(await findViolations(page, overTheScreen)).toEqual([])

  await panel.getByRole('button', { name: 'Pause wave.zip' }).focus()
  await page.keyboard.press('Enter')
  await expect(row('wave.zip')).toContainText('Paused')
  await panel.getByRole('button', { name: 'Pause all' }).focus()
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: /^Pause/ })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('grid')).toBeVisible()
  await page.keyboard.press('Shift+U')
  await expect(row('wave.zip')).toContainText('Paused')

  await panel.getByRole('button', { name: 'Cancel wave.zip' }).focus()
  await page.keyboard.press('Enter')
  await expect(row('wave.zip')).toContainText('Cancelled')
  await speedUp()
  await panel.getByRole('button', { name: 'Resume all' }).focus()
  await page.keyboard.press('Enter')
  await expect(row('spray.zip')).toContainText('Sent')
  await expect(row('foam.zip')).toContainText('Sent')
  await panel.getByRole('button', { name: 'Clear finished' }).focus()
  await page.keyboard.press('Enter')
  await expect(panel).toContainText('No uploads')
  await page.keyboard.press('Escape')

  // The post that was waiting for the cancelled film is withdrawn, with the reason.
  await page.getByRole('button', { name: /Show changes/ }).click()
  await expect(page.getByText('Failed to upload wave.zip')).toBeVisible()
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a revision with a picture posted offline appears at once, survives a reload and arrives once', async ({
    page,
    context,
  }) => {
    await signIn(page, '', 'Amara Diallo')
    const popup = await openTask(page, '', '?item=sq020-sh0080&task=comp')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.reload()
    await expect(popup.getByRole('button', { name: 'Attach files' })).toBeVisible()
    await context.setOffline(true)
    const png = await makePicture(page)
    const text = `From the train ${crypto.randomUUID()}`

    await postRevision(popup, {
      text,
      files: [{ name: 'frame.png', mimeType: 'image/png', buffer: png }],
    })
    const picture = popup.getByRole('img', { name: /frame\.png/ }).first()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600)
    await page.reload()
    await expect(popup.getByText(text).first()).toBeVisible()
    await context.setOffline(false)

    const select = `task_versions?select=version_media(media(filename,width,is_stored,poster_media_id,thumbnail_media_id))&comment=eq.${text}`
    await expect.poll(async () => await callServer<object[]>(page, select)).toHaveLength(1)
    const [poster_media_id, thumbnail_media_id] = [expect.any(String), expect.any(String)]
    const media = { filename: 'frame.png', width: 1600, is_stored: true, poster_media_id, thumbnail_media_id }
    expect(await callServer(page, select)).toEqual([{ version_media: [{ media }] }])
  })
})

test('a file the studio already has is not sent again', async ({ page }) => {
  await signIn(page, '', 'Amara Diallo')
  const popup = await openTask(page, '', task)
  const twin = `Twin ${crypto.randomUUID()}`
  const seed = Math.floor(Math.random() * 1e6)
  const sent: string[] = []
  page.on('request', (request) => {
    // This window may also be making posters for other people's films.
    const isTwin = /\/(one|two)\.zip/.test(request.url())
    if (isTwin && ['PUT', 'PATCH'].includes(request.method())) sent.push(request.method())
  })
  const posted = async (): Promise<number> =>
    (await callServer<object[]>(page, `task_versions?select=id&comment=like.${twin}*`)).length

  await postRevision(popup, { text: `${twin} one`, files: [aZip('one.zip', 300_000, seed)] })
  await expect.poll(posted).toBe(1)
  await postRevision(popup, { text: `${twin} two`, files: [aZip('two.zip', 300_000, seed)] })
  await expect.poll(posted).toBe(2)

  expect(sent).toEqual(['PUT'])
})

/** A picture large enough to get a thumbnail, painted by the browser itself. */
async function makePicture(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1600, 900)
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('No canvas')
    for (let y = 0; y < 900; y += 4) {
      context.fillStyle = `hsl(${(y * 7) % 360} 60% ${30 + (y % 40)}%)`
      context.fillRect(0, y, 1600, 4)
    }
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
  })
  return Buffer.from(base64, 'base64')
}
