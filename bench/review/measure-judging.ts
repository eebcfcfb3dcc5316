import type { Page } from '@playwright/test'
import { compare, type Comparison } from '../compare.ts'
import { aSession, makeFilm } from './a-session.ts'
import type { Stage } from './windows.ts'

const shots = 40
const openings = 5

/** Judges forty shots with a note each, by keys; then opens a session of five hundred from the list. */
export async function measureJudging(stage: Stage): Promise<Comparison[]> {
  const { host, place, folder, open } = stage
  const film = makeFilm(folder, { name: 'judged', size: '1280x720', seconds: 2 })
  const address = await aSession(host, place, { name: 'Forty', count: shots, films: [film] })
  const page = await open(place.studio.owner)
  await page.addInitScript(() => {
    const pointers = { count: 0 }
    Object.assign(globalThis, { pointers })
    for (const type of ['pointerdown', 'pointermove', 'wheel'])
      addEventListener(type, () => (pointers.count += 1), { capture: true })
  })
  await page.goto(address)
  await page.getByTestId('frame-counter').waitFor()
  const head = page.locator('#review-room header')
  const nexts: number[] = []
  for (let at = 1; at <= shots; at += 1) {
    await page.keyboard.press('n')
    await page.keyboard.type('Ok')
    await page.keyboard.press('Escape')
    await page.keyboard.press('6')
    await head.getByText(`${at} judged`).waitFor()
    // The next films load while one is watched.
    await page.waitForTimeout(150)
    if (at < shots) nexts.push(await timeNext(page))
  }
  const pointers = await page.evaluate(() => Reflect.get(globalThis, 'pointers').count as number)
  if (pointers > 0) throw new Error(`${pointers} events of a pointer`)
  const { data } = await place.client.from('comments').select('id').eq('content', 'Ok')
  if (data?.length !== shots) throw new Error(`${data?.length} notes of ${shots} came`)
  const against = (subject: string, ours: number, theirs: number): Comparison =>
    compare({ subject, peer: 'what was promised', unit: 'ms', ours, theirs, bar: 1 })
  const sorted = nexts.toSorted((a, b) => a - b)
  return [
    against(
      'The next shot, from the key to its first frame, painted: median',
      sorted[Math.floor(sorted.length / 2)] ?? NaN,
      100,
    ),
    against('The same, 95 of 100', sorted[Math.floor(sorted.length * 0.95)] ?? NaN, 100),
    against(
      'A session of 500 shots, from the list to its film and strip: median of five openings',
      await timeOpening(stage),
      300,
    ),
  ]
}

/** Measures from the key press to a picture of the next film on the screen. */
async function timeNext(page: Page): Promise<number> {
  await page.evaluate(() => {
    const before = document.querySelector('#review-room h2')?.textContent
    const { promise, resolve } = Promise.withResolvers<number>()
    Object.assign(globalThis, { nextMs: promise })
    const look = (start: number): void => {
      const video = document.querySelector<HTMLVideoElement>('#review-room div:not([data-ahead]) > video')
      const isNext = document.querySelector('#review-room h2')?.textContent !== before
      // Drawn, and then presented.
      if (isNext && (video?.readyState ?? 0) >= 2) requestAnimationFrame(() => resolve(performance.now() - start))
      else requestAnimationFrame(() => look(start))
    }
    addEventListener('keydown', () => look(performance.now()), { capture: true, once: true })
  })
  await page.keyboard.press('Enter')
  return await page.evaluate(async () => (await Reflect.get(globalThis, 'nextMs')) as number)
}

async function timeOpening({ host, place, open }: Stage): Promise<number> {
  const address = await aSession(host, place, { name: 'Five hundred', count: 500, films: [] })
  const page = await open(place.studio.owner)
  const times: number[] = []
  await page.goto(address.slice(0, address.lastIndexOf('/')))
  for (let round = 0; round < openings; round += 1) {
    const link = page.locator('a[data-review]')
    await link.waitFor()
    times.push(
      await link.evaluate(async (element: HTMLElement) => {
        const start = performance.now()
        element.click()
        while (!(document.querySelector('#review-room header')?.textContent ?? '').includes('1 of 500'))
          await new Promise((resolve) => requestAnimationFrame(resolve))
        await new Promise((resolve) => requestAnimationFrame(resolve))
        return performance.now() - start
      }),
    )
    await page.goBack()
  }
  return times.toSorted((a, b) => a - b)[Math.floor(openings / 2)] ?? Number.NaN
}
