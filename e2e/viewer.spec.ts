import path from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { readFrame } from './clips/frame-code.ts'
import { findViolations } from './page-models/judge.ts'
import { postFiles } from './page-models/post-files.ts'
import { signInAs } from './page-models/session.ts'
import { turnOf } from './page-models/turn.ts'

const clip = (name: string) => ({
  file: path.join(import.meta.dirname, 'clips', name),
  contentType: name.endsWith('webm') ? 'video/webm' : 'video/mp4',
})

async function openTask(page: Page, item: string, search: string): Promise<Locator> {
  await page.goto(`/studio/northlight/project/the-salt-road/spaces?item=${item}&${search}`)
  const popup = page.getByRole('dialog', { name: item.replace('-', '_') })
  await expect(popup.getByRole('tab', { selected: true })).toBeVisible()
  return popup
}

/** Steps by the track's own keys: the viewer's repeat while held, and a busy machine releases late. */
async function stepTo(page: Page, slider: Locator, frame: number): Promise<void> {
  await slider.focus()
  await page.keyboard.press('Home')
  for (let at = 0; at < frame; at += 1) await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuenow', String(frame + 1))
}

/** Returns another address of the same file that has already expired. */
async function signForASecond(page: Page, address: string): Promise<string> {
  return await page.evaluate(async (known) => {
    const config = await (await fetch('/config.json')).json()
    const { access_token: accessToken } = JSON.parse(localStorage.getItem('xsheet-session') ?? '{}')
    const headers = {
      apikey: config.supabasePublishableKey,
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
    }
    const { pathname } = new URL(known, location.href)
    const answer = await fetch(pathname, { method: 'POST', headers, body: JSON.stringify({ expiresIn: 1 }) })
    const { signedURL } = await answer.json()
    const signed = new URL(`/storage/v1${signedURL}`, location.href).href
    while ((await fetch(signed, { headers: { range: 'bytes=0-0' } })).ok)
      await new Promise((resolve) => {
        setTimeout(resolve, 200)
      })
    return signed
  }, address)
}

test('a frame is drawn on by keys alone, posted and found again', async ({ page }, testInfo) => {
  // A frame of its own for each run.
  const frame = 8 + turnOf(testInfo)
  await signInAs(page, 'Mei Tanaka')
  const popup = await openTask(page, 'sq040-sh0050', 'task=lighting&version=v6')
  const slider = popup.getByRole('slider', { name: 'Frame' })
  await expect(slider).toBeVisible()
  await stepTo(page, slider, frame)
  const words = `this corner ${crypto.randomUUID()}`

  await page.keyboard.press('d')
  await expect(popup.getByRole('toolbar', { name: 'Drawing' })).toBeVisible()
  await page.keyboard.press('b')
  await page.keyboard.press('4')
  await page.keyboard.press('Space')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('a')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Enter')
  await page.keyboard.type(words)
  await page.keyboard.press('Control+Enter')

  const comment = popup.getByRole('article').filter({ hasText: words })
  await expect(comment.getByRole('button', { name: `Drawing on frame ${frame + 1}` })).toBeVisible()
  const drawn = popup.getByRole('img', { name: 'Drawn on this frame by Mei Tanaka' })
  await expect(drawn.locator('path')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await page.keyboard.press('.')
  await expect(drawn).toBeHidden()

  await page.reload()
  await comment.getByRole('button', { name: `Drawing on frame ${frame + 1}` }).click()

  await expect(slider).toHaveAttribute('aria-valuenow', String(frame + 1))
  await expect(drawn).toBeVisible()

  await test.step('the film has room on a sideways phone and at double zoom, and nothing covers the form', async () => {
    for (const [width, height] of [
      [844, 390],
      [720, 430],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect.poll(async () => (await drawn.boundingBox())?.height ?? 0).toBeGreaterThan(150)
      await popup.getByRole('textbox', { name: 'Comment', exact: true }).click({ trial: true })
      await popup.getByRole('button', { name: 'Fullscreen' }).click({ trial: true })
    }
  })
})

test('own drawings can be changed, those of others cannot', async ({ page, browser }, testInfo) => {
  const frame = 3 + turnOf(testInfo)
  await signInAs(page, 'Mei Tanaka')
  const popup = await openTask(page, 'sq040-sh0050', 'task=lighting&version=v5')
  const slider = popup.getByRole('slider', { name: 'Frame' })
  await expect(slider).toBeVisible()
  await stepTo(page, slider, frame)
  const words = `a line here ${crypto.randomUUID()}`
  await page.keyboard.press('d')
  await page.keyboard.press('p')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.keyboard.type(words)
  await page.keyboard.press('Control+Enter')
  const mine = popup.getByRole('article').filter({ hasText: words })

  await mine.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: `Change the drawing on frame ${frame + 1}` }).click()
  await expect(popup.getByRole('toolbar', { name: 'Drawing' })).toBeVisible()
  await page.keyboard.press('b')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
  await expect(popup.getByRole('img', { name: /Drawn on this frame/ }).locator('path')).toHaveCount(4)

  const other = await (await browser.newContext()).newPage()
  await signInAs(other, 'Amara Diallo')
  const theirs = await openTask(other, 'sq040-sh0050', 'task=lighting&version=v5')
  const seen = theirs.getByRole('article').filter({ hasText: words })
  await expect(seen.getByRole('button', { name: `Drawing on frame ${frame + 1}` })).toBeVisible()
  await expect(seen.getByRole('button', { name: 'More' })).toBeHidden()
  await other.context().close()
})

test('two versions show the same frame side by side and under a wipe', async ({ page }) => {
  await signInAs(page, 'Mei Tanaka')
  await page.goto('/')
  const item = 'sq030-sh0060'
  await postFiles(page, { item, stage: 'Layout', files: [clip('rate-24.mp4')] })
  const number = await postFiles(page, { item, stage: 'Layout', files: [clip('rate-24.mp4')] })
  const popup = await openTask(page, item, `task=layout&version=v${number}`)
  const slider = popup.getByRole('slider', { name: 'Frame' })
  await expect(slider).toHaveAttribute('aria-valuemax', '200')
  await stepTo(page, slider, 5)

  await page.keyboard.press('w')

  const pair = popup.getByRole('region', { name: `v${number} and v${number - 1}` })
  const frames = async () =>
    await Promise.all((await pair.locator('video').all()).map(async (video) => await video.evaluate(readFrame)))
  await expect.poll(frames).toEqual([5, 5])
  await slider.focus()
  await page.keyboard.press('PageUp')
  await expect.poll(frames).toEqual([29, 29])
  await page.keyboard.press('End')
  await expect.poll(frames).toEqual([199, 199])

  const isWipe = await popup.getByRole('slider', { name: 'Wipe' }).isVisible()
  if (!isWipe) await page.keyboard.press('Shift+W')
  const wipe = popup.getByRole('slider', { name: 'Wipe' })
  await wipe.focus()
  await page.keyboard.press('ArrowRight')
  await expect(wipe).toHaveAttribute('aria-valuenow', '51')
  await expect.poll(frames).toEqual([199, 199])
  await page.keyboard.press('Shift+W')
  await expect(wipe).toBeHidden()
})

test('versions with different rates show the same moment', async ({ page }) => {
  await signInAs(page, 'Mei Tanaka')
  await page.goto('/')
  const item = 'sq030-sh0050'
  await postFiles(page, { item, stage: 'Layout', files: [clip('rate-60.mp4')] })
  const number = await postFiles(page, { item, stage: 'Layout', files: [clip('rate-24.mp4')] })
  const popup = await openTask(page, item, `task=layout&version=v${number}`)
  const slider = popup.getByRole('slider', { name: 'Frame' })
  await expect(slider).toHaveAttribute('aria-valuemax', '200')
  await page.keyboard.press('w')
  const pair = popup.getByRole('region', { name: `v${number} and v${number - 1}` })
  const frames = async () =>
    await Promise.all((await pair.locator('video').all()).map(async (video) => await video.evaluate(readFrame)))
  await expect.poll(frames).toEqual([0, 1])

  await slider.focus()
  await page.keyboard.press('PageUp')

  await expect.poll(frames).toEqual([24, 61])
})

test('an expired film address is renewed and the film continues where it was', async ({ page }) => {
  await signInAs(page, 'Mei Tanaka')
  await page.goto('/')
  const item = 'sq030-sh0040'
  const number = await postFiles(page, { item, stage: 'Layout', files: [clip('rate-25.mp4')] })
  const popup = await openTask(page, item, `task=layout&version=v${number}`)
  const slider = popup.getByRole('slider', { name: 'Frame' })
  const video = popup.locator('video')
  await expect(slider).toHaveAttribute('aria-valuemax', '200')
  await stepTo(page, slider, 7)
  const before = await video.getAttribute('src')

  const expired = await signForASecond(page, before ?? '')
  await video.evaluate((element: HTMLVideoElement, address) => {
    element.src = address
    element.load()
  }, expired)

  await expect.poll(async () => await video.getAttribute('src')).not.toBe(expired)
  await expect.poll(async () => await video.evaluate((element: HTMLVideoElement) => element.readyState)).toBe(4)
  await expect(slider).toHaveAttribute('aria-valuenow', '8')
  await expect.poll(async () => await video.evaluate(readFrame)).toBe(7)
})

test('viewer layers have no accessibility violations', async ({ page }) => {
  test.setTimeout(300_000)
  await signInAs(page, 'Mei Tanaka')
  const popup = await openTask(page, 'sq040-sh0050', 'task=lighting&version=v8')
  await expect(popup.getByRole('slider', { name: 'Frame' })).toBeVisible()
  const found: Record<string, readonly string[]> = {}
  const judge = async (name: string): Promise<void> => {
    // The screen below has a journey of its own, and many cells to check.
    const violations = await findViolations(page, { without: 'main' })
    if (violations.length > 0) found[name] = violations
  }

  await judge('film')
  await page.keyboard.press('d')
  await expect(popup.getByRole('toolbar', { name: 'Drawing' })).toBeVisible()
  await judge('drawing')
  await page.keyboard.press('t')
  await page.keyboard.press('Space')
  await expect(popup.getByLabel('Text on the picture')).toBeFocused()
  await judge('word')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(popup.getByRole('toolbar', { name: 'Drawing' })).toBeHidden()
  await page.keyboard.press('w')
  await expect(popup.getByRole('toolbar', { name: 'Compare' })).toBeVisible()
  await judge('compare')
  await page.keyboard.press('Shift+W')
  await judge('compare in the other way')
  await page.keyboard.press('w')
  await page.keyboard.press('s')
  await judge('status menu')
  await page.keyboard.press('Escape')
  await page.keyboard.press('r')
  await judge('revision form')
  await page.keyboard.type('@')
  await expect(page.getByRole('listbox', { name: 'People to mention' })).toBeVisible()
  await judge('people to mention')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Backspace')
  await popup.getByTestId('file-input').setInputFiles(clip('rate-24.mp4').file)
  await popup.getByRole('button', { name: 'Attach files' }).click()
  await expect(page.getByRole('dialog', { name: 'Attach files' })).toBeVisible()
  await judge('attach dialog')

  expect(found).toEqual({})
})
