import { expect, type Locator, type Page, test } from '@playwright/test'
import { FrontPage } from './page-models/front-page.ts'
import { callServer, listLeftovers, signInAs } from './page-models/session.ts'
import { SpacePage } from './page-models/space-page.ts'
import { TopBar } from './page-models/top-bar.ts'

async function openPopup(page: Page, person: string, search: string): Promise<Locator> {
  await signInAs(page, person)
  await page.goto(`/studio/northlight/project/the-salt-road/space/sequences${search}`)
  const popup = page.getByRole('dialog', { name: 'sq040_sh0050' })
  // The first film of a fresh host may take a while.
  await expect(popup.getByRole('slider', { name: 'Frame' })).toBeVisible()
  return popup
}

/** Records the frame the browser has painted last, from that frame's time on the film's own clock. */
async function watchFrames(video: Locator): Promise<void> {
  await video.evaluate((element: HTMLVideoElement) => {
    const watch: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      element.dataset['painted'] = String(Math.round((mediaTime * 24_000) / 1001))
      element.requestVideoFrameCallback(watch)
    }
    element.requestVideoFrameCallback(watch)
  })
}

test('every step and every seek paints exactly the frame on the counter', async ({ page }) => {
  const popup = await openPopup(page, 'Mei Tanaka', '?item=sq040-sh0050&task=lighting&version=v8')
  const video = popup.locator('video')
  const slider = popup.getByRole('slider', { name: 'Frame' })
  await expect(slider).toHaveAttribute('aria-valuemax', '141')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBe(4)
  // Compare what is on the screen, not the element's content: a poster over it would be another frame.
  const opened = (await video.screenshot()).toString('base64')
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
  await expect.poll(async () => (await video.screenshot()).toString('base64') === opened).toBe(true)

  // Places all over the film, the same in every run; far jumps land inside groups of pictures.
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

test('a held key steps until it is released', async ({ page }) => {
  const popup = await openPopup(page, 'Mei Tanaka', '?item=sq040-sh0050&task=lighting&version=v8')
  const slider = popup.getByRole('slider', { name: 'Frame' })

  // A keyboard repeats keydown while a key is held.
  const hold = async (): Promise<number> => {
    await page.keyboard.down('.')
    return Number(await slider.getAttribute('aria-valuenow'))
  }
  await expect.poll(hold, { intervals: [50] }).toBeGreaterThan(4)
  await page.keyboard.up('.')

  const stopped = Number(await slider.getAttribute('aria-valuenow'))
  await page.keyboard.press(',')
  await expect(slider).toHaveAttribute('aria-valuenow', String(stopped - 1))
})

test('a comment on a frame leads back to it, from another version too', async ({ page }) => {
  const popup = await openPopup(page, 'Mei Tanaka', '?item=sq040-sh0050&task=lighting&version=v7')
  const slider = popup.getByRole('slider', { name: 'Frame' })
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('.')
  await expect(slider).toHaveAttribute('aria-valuenow', '6')

  const words = `the foot slides from here ${crypto.randomUUID()}`
  await page.keyboard.press('m')
  await page.keyboard.type(words)
  await page.keyboard.press('Control+Enter')
  const comment = popup.getByRole('article').filter({ hasText: words })
  await expect(comment).toContainText('@here frame 6')
  await page.keyboard.press('Escape')
  await page.keyboard.press(']')
  await expect(popup.getByRole('button', { name: /Version v8/ })).toBeVisible()

  await comment.getByRole('button', { name: '@here frame 6' }).click()

  await expect(popup.getByRole('button', { name: /Version v7/ })).toBeVisible()
  await expect(slider).toHaveAttribute('aria-valuenow', '6')
})

type Row = Readonly<Record<'title' | 'custom_slug' | 'item_id' | 'space_id' | 'project_id', string>>

test('a file posted to the references opens in the viewer, and its button leads back to the board', async ({
  page,
}) => {
  await openPopup(page, 'Mei Tanaka', '?item=sq040-sh0050&task=lighting&version=v8')
  const find = async (query: string): Promise<Row> => {
    const [row] = await callServer<Row[]>(page, `${query}&limit=1`)
    if (row === undefined) throw new Error(`The demo has one: ${query}`)
    return row
  }
  const { item_id: itemId } = await find('item_tasks?title=eq.References&is_disabled=eq.false')
  const item = await find(`items?id=eq.${itemId}`)
  const space = await find(`spaces?id=eq.${item.space_id}`)
  const project = await find(`projects?id=eq.${item.project_id}`)
  const place = `/studio/northlight/project/${project.custom_slug}/space/${space.custom_slug}`
  await page.goto(`${place}?item=${item.custom_slug}&task=references`)
  const popup = page.getByRole('dialog', { name: item.title, exact: true })
  const board = popup.getByRole('region', { name: /^Board of/ })
  await expect(board).toBeVisible()
  const name = `scarf-${crypto.randomUUID().slice(0, 8)}.wav`

  const form = popup.getByRole('form', { name: 'New comment' })
  await form.getByTestId('file-input').setInputFiles({ name, mimeType: 'audio/wav', buffer: aSilence() })
  await expect(form.getByRole('list', { name: 'Files to post' })).toContainText(name)
  await form.getByRole('textbox', { name: 'Comment' }).fill('How the cloth sounds')
  await page.keyboard.press('Control+Enter')
  await popup.getByRole('button', { name: `Show ${name}` }).press('Enter')

  await expect(popup.getByRole('region', { name })).toBeVisible()
  await expect(board).toBeHidden()
  await popup.getByRole('button', { name: 'Back to the board' }).press('Enter')
  await expect(board).toBeVisible()
})

/** A tenth of a second of silence, as a WAV file. */
function aSilence(): Buffer {
  const samples = Buffer.alloc(1600, 128)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  for (const [value, at] of [
    [16, 16],
    [8000, 24],
    [8000, 28],
    [samples.length, 40],
  ] as const)
    head.writeUInt32LE(value, at)
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [1, 32],
    [8, 34],
  ] as const)
    head.writeUInt16LE(value, at)
  head.write('data', 36)
  return Buffer.concat([head, samples])
}

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('signing out deletes an unfinished post, even with a second tab open on it', async ({ page, context }) => {
    const search = '?item=sq040-sh0050&task=lighting&version=v8'
    const popup = await openPopup(page, 'Mei Tanaka', search)
    // Pictures go through the worker, which caches them.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.reload()
    await expect.poll(async () => await listLeftovers(page)).toContainEqual(expect.stringMatching(/^media-(?!owner)/))
    const second = await context.newPage()
    await second.goto(page.url())
    for (const tab of [page, second]) {
      const form = tab.getByRole('dialog').getByRole('form', { name: 'New comment' })
      await form.getByRole('textbox', { name: 'Comment' }).fill('Not for everybody')
      await form
        .getByTestId('file-input')
        .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
      await expect(form.getByRole('list', { name: 'Files to post' })).toContainText('a.txt')
    }
    await expect.poll(async () => await listLeftovers(page)).toContainEqual(expect.stringMatching(/^xsheet-drafts-/))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(popup).toBeHidden()

    await new TopBar(page).choose('Sign Out')

    await expect(new FrontPage(page).title).toBeVisible()
    await expect.poll(async () => await listLeftovers(page)).toEqual([])
  })
})

test('after R in the grid the very next key is text, and Esc returns to the cell', async ({ page }) => {
  const space = new SpacePage(page)
  await space.enter('Mei Tanaka')
  const cell = space.cell('sq010_sh0010', 0)
  await cell.click()
  await expect(cell).toBeFocused()

  // Type at once, without waiting for the page: S, 3 and Delete would be commands.
  await page.keyboard.press('r')
  await page.keyboard.type('s3 darker')

  const notes = page.getByRole('dialog', { name: 'sq010_sh0010' }).getByRole('textbox', { name: 'Revision notes' })
  await expect(notes).toHaveValue('s3 darker')
  await expect(notes).toBeFocused()
  await page.keyboard.type('!')
  await expect(notes).toHaveValue('s3 darker!')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(cell).toBeFocused()
})

test('a shot’s cast shows Loading, then Not on this device, until names are known', async ({ page }) => {
  const space = new SpacePage(page)
  const held = Promise.withResolvers<undefined>()
  let own: string | undefined
  // The grid prefetches what its first row needs as soon as it is there.
  await page.route('**/rpc/pull_space', async (route) => {
    const { p_space_id: asked } = route.request().postDataJSON() as { p_space_id: string }
    own ??= asked
    if (asked === own) return await route.continue()
    await held.promise
    return await route.abort()
  })
  await space.enter('Mei Tanaka')
  await space.cell('sq010_sh0010', 0).click()
  await space.press('Enter')
  const cast = page.getByRole('region', { name: 'Links of sq010_sh0010' }).getByRole('button').first()

  await expect(cast).toHaveText('Loading…')
  held.resolve(undefined)
  await expect(cast).toHaveText('Not on this device')
  await page.unroute('**/rpc/pull_space')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(cast).toHaveText(/^chr_/)
})
