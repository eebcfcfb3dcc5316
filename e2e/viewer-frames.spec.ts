import path from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { readFrame } from './clips/frame-code.ts'
import { postFiles } from './page-models/post-files.ts'
import { signInAs } from './page-models/session.ts'

const clips = path.join(import.meta.dirname, 'clips')
// Seeks per film; XSHEET_SEEKS=1000 is the full proof.
const seeks = Number(process.env['XSHEET_SEEKS'] ?? 60)

type Clip = { readonly file: string; readonly rate: string; readonly frames: number }
const steady: readonly Clip[] = [
  { file: 'rate-23.976.mp4', rate: '23.976', frames: 200 },
  { file: 'rate-24.mp4', rate: '24', frames: 200 },
  { file: 'rate-25.mp4', rate: '25', frames: 200 },
  { file: 'rate-29.97.mp4', rate: '29.97', frames: 240 },
  { file: 'rate-30.webm', rate: '30', frames: 240 },
  { file: 'rate-50.mp4', rate: '50', frames: 300 },
  { file: 'rate-59.94.webm', rate: '59.94', frames: 300 },
  { file: 'rate-60.mp4', rate: '60', frames: 300 },
]
const all: readonly Clip[] = [...steady, { file: 'variable.mp4', rate: '23.976', frames: 90 }]

async function openClips(page: Page): Promise<Locator> {
  await signInAs(page, 'Mei Tanaka')
  await page.goto('/')
  const files = all.map(({ file }) => ({
    file: path.join(clips, file),
    contentType: file.endsWith('webm') ? 'video/webm' : 'video/mp4',
  }))
  const number = await postFiles(page, { item: 'sq030-sh0070', stage: 'Layout', files })
  await page.goto(`/studio/northlight/project/the-salt-road/spaces?item=sq030-sh0070&task=layout&version=v${number}`)
  return page.getByRole('dialog', { name: 'sq030_sh0070' })
}

type Wrong = { readonly turn: number; readonly said: number; readonly painted: number }

/**
 * Runs in the page: seeks to random places by the track or its keys and, once every seek has settled and been painted,
 * compares the counter with the painted frame.
 */
async function wander(
  video: HTMLVideoElement,
  { turns, longestFrame }: { turns: number; longestFrame: number },
): Promise<{ wrong: Wrong[]; frames: number }> {
  const slider = video.closest('section')?.querySelector<HTMLElement>('[role="slider"]')
  if (slider === null || slider === undefined) throw new Error('The track is on the page')
  let paintedSeconds = 0
  let paintedAtMs = 0
  const watch: VideoFrameRequestCallback = (now, { mediaTime }) => {
    paintedSeconds = mediaTime
    paintedAtMs = now
    video.requestVideoFrameCallback(watch)
  }
  video.requestVideoFrameCallback(watch)
  // Runs after the player's own listener, so a seek requested in the meantime has started by then.
  let isSought = true
  video.addEventListener('seeked', () => (isSought = !video.seeking))
  const until = async (isReached: () => boolean, limitMs: number): Promise<void> => {
    const start = performance.now()
    while (!isReached() && performance.now() - start < limitMs)
      await new Promise((resolve) => {
        setTimeout(resolve, 1)
      })
  }
  // The same places in every run.
  let state = 20_261_121
  const chance = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
  const { left, top, width } = slider.getBoundingClientRect()
  const press = (key: string): boolean => slider.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  const act = (): void => {
    const [choice, clientX] = [chance(), left + chance() * (width - 1)]
    const point = { pointerId: 1, clientX, clientY: top + 10, bubbles: true }
    if (choice < 0.5) slider.dispatchEvent(new PointerEvent('pointerdown', point))
    else if (choice < 0.7) press('ArrowRight')
    else if (choice < 0.9) press('ArrowLeft')
    else press(choice < 0.98 ? 'PageUp' : 'End')
  }

  // Three screen refreshes.
  const quietMs = 50
  const wrong: Wrong[] = []
  const seen = new Set<number>()
  for (let turn = 0; turn < turns; turn += 1) {
    isSought = false
    // Forget the frame painted before.
    paintedSeconds = Infinity
    // Sometimes request another seek before the first is done, as a held key does.
    for (let acts = chance() < 0.3 ? 3 : 1; acts > 0; acts -= 1) act()
    await until(() => isSought, 5000)
    // A busy browser paints after reporting the seek as done, sometimes the previous frame first: wait for the frame it
    // says it has painted, and until painting stops.
    const isThere = (): boolean =>
      video.currentTime >= paintedSeconds && video.currentTime - paintedSeconds < longestFrame
    await until(() => isThere() && performance.now() - paintedAtMs > quietMs, 2000)
    await new Promise(requestAnimationFrame)
    const said = Number(slider.getAttribute('aria-valuenow')) - 1
    // Added before the page's own scripts run.
    const painted = (globalThis as unknown as { readFrame: typeof readFrame }).readFrame(video)
    seen.add(said)
    if (said !== painted) wrong.push({ turn, said, painted })
  }
  return { wrong, frames: seen.size }
}

test('the painted frame matches the counter at every rate and position', async ({ page }) => {
  test.setTimeout(120_000 + all.length * seeks * 200)
  await page.addInitScript(`globalThis.readFrame = ${readFrame.toString()}`)
  const popup = await openClips(page)

  const wrong: Record<string, Wrong[]> = {}
  for (const { file, rate, frames } of all) {
    await popup.getByRole('button', { name: file, exact: true }).click()
    const viewer = popup.getByRole('region', { name: file })
    const slider = viewer.getByRole('slider', { name: 'Frame' })
    const video = viewer.locator('video')
    await expect(slider).toHaveAttribute('aria-valuemax', String(frames))
    await expect(viewer).toContainText(file === 'variable.mp4' ? 'variable, 22.627 fps' : `${rate} fps`)
    const begun = Date.now()
    const found = await video.evaluate(wander, {
      turns: seeks,
      longestFrame: file === 'variable.mp4' ? 2 / 30 : 1 / Number(rate),
    })

    const right = seeks - found.wrong.length
    console.log(`${file}: ${right} of ${seeks} right, ${found.frames} frames, ${Date.now() - begun} ms`)
    if (found.wrong.length > 0) wrong[file] = found.wrong
    expect(found.frames).toBeGreaterThan(Math.min(seeks / 4, frames / 2))
  }
  expect(wrong).toEqual({})
})
