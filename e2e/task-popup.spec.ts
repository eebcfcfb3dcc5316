import { expect, type Locator, type Page, test } from '@playwright/test'
import { FrontPage } from './page-models/front-page.ts'

async function openPopup(page: Page, person: string, search: string): Promise<Locator> {
  const front = new FrontPage(page)
  await front.open()
  await front.openLogIn()
  await front.pickDemoAccount(person)
  await page.waitForURL('**/projects')
  await page.goto(`/studio/northlight/project/the-salt-road/space/sequences${search}`)
  const popup = page.getByRole('dialog', { name: 'sq040_sh0050' })
  await expect(popup.getByRole('slider', { name: 'Frame' })).toBeVisible()
  return popup
}

/** Asks the browser itself which frame it has painted: the newest frame's time on the film's own clock. */
async function watchFrames(video: Locator): Promise<void> {
  await video.evaluate((element: HTMLVideoElement) => {
    const watch: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      element.dataset['painted'] = String(Math.round((mediaTime * 24_000) / 1001))
      element.requestVideoFrameCallback(watch)
    }
    element.requestVideoFrameCallback(watch)
  })
}

test('every step and every seek paints the very frame the counter names', async ({ page }) => {
  const popup = await openPopup(page, 'Mei Tanaka', '?item=sq040-sh0050&task=lighting&version=v8')
  const video = popup.locator('video')
  const slider = popup.getByRole('slider', { name: 'Frame' })
  await expect(slider).toHaveAttribute('aria-valuemax', '141')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBe(4)
  await watchFrames(video)
  const expectFrame = async (frame: number): Promise<void> => {
    await expect(slider).toHaveAttribute('aria-valuenow', String(frame + 1))
    await expect(video).toHaveAttribute('data-painted', String(frame))
  }

  for (let frame = 1; frame <= 12; frame += 1) {
    await page.keyboard.press('.')
    await expectFrame(frame)
  }
  await page.keyboard.press(',')
  await expectFrame(11)
  await page.keyboard.press('Shift+ArrowRight')
  await expectFrame(35)
  await page.keyboard.press('End')
  await expectFrame(140)
  await page.keyboard.press('Home')
  await expectFrame(0)

  // Places all over the film, by the same steps each time; far jumps land inside groups of pictures.
  const box = await slider.boundingBox()
  if (box === null) throw new Error('The track is on the page')
  for (let step = 1; step <= 30; step += 1) {
    const place = (step * 61) % 141
    await slider.click({ position: { x: (place / 140) * box.width, y: box.height / 2 } })
    const shown = Number(await slider.getAttribute('aria-valuenow')) - 1
    expect(Math.abs(shown - place)).toBeLessThanOrEqual(1)
    await expectFrame(shown)
  }
})

test('a held key goes on stepping until it is let go', async ({ page }) => {
  const popup = await openPopup(page, 'Mei Tanaka', '?item=sq040-sh0050&task=lighting&version=v8')
  const slider = popup.getByRole('slider', { name: 'Frame' })

  await page.keyboard.down('.')
  await expect.poll(async () => Number(await slider.getAttribute('aria-valuenow'))).toBeGreaterThan(4)
  await page.keyboard.up('.')

  const stopped = Number(await slider.getAttribute('aria-valuenow'))
  await page.keyboard.press(',')
  await expect(slider).toHaveAttribute('aria-valuenow', String(stopped - 1))
})

test('a comment made at a frame leads back to it, from another version too', async ({ page }) => {
  const popup = await openPopup(page, 'Mei Tanaka', '?item=sq040-sh0050&task=lighting&version=v7')
  const slider = popup.getByRole('slider', { name: 'Frame' })
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('.')
  await expect(slider).toHaveAttribute('aria-valuenow', '6')

  await page.keyboard.press('m')
  await page.keyboard.type('the foot slides from here')
  await page.keyboard.press('Control+Enter')
  const comment = popup.getByRole('article').filter({ hasText: 'the foot slides from here' })
  await expect(comment).toContainText('@here 00:00:05')
  await page.keyboard.press('Escape')
  await page.keyboard.press(']')
  await expect(popup.getByRole('button', { name: /Version v8/ })).toBeVisible()

  await comment.getByRole('button', { name: '@here 00:00:05' }).click()

  await expect(popup.getByRole('button', { name: /Version v7/ })).toBeVisible()
  await expect(slider).toHaveAttribute('aria-valuenow', '6')
})
