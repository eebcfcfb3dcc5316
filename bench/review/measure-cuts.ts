import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { compare, type Comparison } from '../compare.ts'
import { aSession, makeFilm, rate } from './a-session.ts'
import { sleep } from './in-step.ts'
import type { Stage } from './windows.ts'

const [cuts, seconds] = [10, 2]

/** Plays eleven 1080p films over ten cuts, and one film in a bare video element in the same browser. */
export async function measureCuts({ host, place, folder, open }: Stage): Promise<Comparison[]> {
  const film = makeFilm(folder, { name: 'cut', size: '1920x1080', seconds })
  const whole = makeFilm(folder, { name: 'whole', size: '1920x1080', seconds: seconds * (cuts + 1) })
  const address = await aSession(host, place, { name: 'Cuts', count: cuts + 1, films: [film] })
  const page = await open(place.studio.owner)
  const wanted = seconds * (cuts + 1) * rate
  const bare = await playBare(page, whole.path)
  const room = await playRoom(page, address)
  return [
    compare({
      subject: `Of ${wanted} frames of 1080p over ${cuts} cuts: not painted, by the room`,
      peer: 'one film of the same length in a bare video element',
      unit: 'frames',
      ours: wanted - room,
      theirs: Math.max(1, wanted - bare),
      bar: 1.2,
    }),
  ]
}

async function playBare(page: Page, path: string): Promise<number> {
  await page.goto('/config.json')
  const film = readFileSync(path).toString('base64')
  return await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.codePointAt(0) ?? 0)
    const video = document.createElement('video')
    Object.assign(video, { muted: true, preload: 'auto', style: 'width: 600px' })
    video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/mp4' }))
    document.body.replaceChildren(video)
    let painted = 0
    const note: VideoFrameRequestCallback = (_now, { presentedFrames }) => {
      painted = presentedFrames
      video.requestVideoFrameCallback(note)
    }
    video.requestVideoFrameCallback(note)
    await new Promise((resolve) => video.addEventListener('canplaythrough', resolve, { once: true }))
    await video.play()
    await new Promise((resolve) => video.addEventListener('ended', resolve))
    return painted
  }, film)
}

async function playRoom(page: Page, address: string): Promise<number> {
  await page.goto(address)
  await page.getByTestId('frame-counter').waitFor()
  await sleep(2000)
  await page.evaluate(countPainted)
  await page.keyboard.press('Space')
  await page
    .locator('#review-room header')
    .getByText(`${cuts + 1} of ${cuts + 1}`)
    .waitFor({ timeout: 90_000 })
  await sleep(seconds * 1000 + 1500)
  return await page.evaluate(() => Reflect.get(globalThis, 'countFrames')() as number)
}

/**
 * Runs in the page: counts the frames each film presented while in view, by the browser's own counter. Callbacks alone
 * would miss frames painted while the page around the film re-renders.
 */
function countPainted(): void {
  const watched = new Map<HTMLVideoElement, { before: number; all: number }>()
  const sum = (): number => [...watched.values()].reduce((total, { before, all }) => total + all - before, 0)
  Object.assign(globalThis, { countFrames: sum })
  const look = (): void => {
    requestAnimationFrame(look)
    for (const video of document.querySelectorAll<HTMLVideoElement>('#review-room video')) {
      if (watched.has(video)) continue
      const isAhead = (): boolean => video.parentElement?.dataset['ahead'] !== undefined
      const count = { before: 0, all: 0 }
      let isSeen = !isAhead()
      watched.set(video, count)
      const note: VideoFrameRequestCallback = (_now, { presentedFrames }) => {
        video.requestVideoFrameCallback(note)
        // After the room has cut, if it does so for the same frame.
        requestAnimationFrame(() => {
          count.all = presentedFrames
          // Frames before the first one reported in view count as not seen.
          if (!isSeen) count.before = isAhead() ? presentedFrames : presentedFrames - 1
          isSeen ||= !isAhead()
        })
      }
      video.requestVideoFrameCallback(note)
    }
  }
  look()
}
