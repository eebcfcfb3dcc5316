import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { directories } from '#supabase/local/places.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { findFreePort } from '#supabase/local/free-port.ts'
import type { Comparison } from './compare.ts'
import { compare, compareTimes } from './compare.ts'

const space = '/studio/northlight/project/the-salt-road/spaces'
const film = '?item=sq040-sh0050&task=lighting&version=v8'
const stepsInRound = 12
const openings = 9

type Film = { readonly src: string; readonly width: number; readonly height: number }

/**
 * Compares the product's viewer with a page containing only a `<video>`, alternating in one browser: how soon a picture
 * appears after a key, and how long a step of one frame takes to be painted. Both load the same file from the same host
 * by the same signed address, known beforehand, already have its bytes, and draw it at the same size.
 */
export async function measure(): Promise<Comparison[]> {
  const outDir = mkdtempSync(join(tmpdir(), 'xsheet-viewer-'))
  const root = join(import.meta.dirname, '..')
  await build({ configFile: join(root, 'vite.config.ts'), build: { outDir, emptyOutDir: true }, logLevel: 'error' })
  directories.app = outDir
  const host = await startTestHost({ database: 'pglite', demo: true })
  const path = process.env['XSHEET_CHROMIUM'] ?? ''
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    ...(path === '' ? { channel: 'chromium' } : { executablePath: path }),
  })
  try {
    const context = await browser.newContext({ baseURL: host.url, viewport: { width: 1440, height: 860 } })
    const product = await openProduct(context)
    const bare = await openBare(
      context,
      await product.locator('video').evaluate((video: HTMLVideoElement): Film => {
        const { width, height } = video.getBoundingClientRect()
        return { src: video.src, width: Math.round(width), height: Math.round(height) }
      }),
    )
    return [...(await compareOpening(product, bare)), await compareSteps(product, bare)]
  } finally {
    await browser.close()
    await host.close()
    rmSync(outDir, { recursive: true, force: true })
  }
}

async function openProduct(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('button', { name: 'Log In', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill('mei.tanaka@northlight.example')
  await dialog.getByLabel('Password').fill(demoPassword)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/projects')
  await page.goto(space + film)
  await untilReady(page)
  return page
}

async function openBare(context: BrowserContext, shown: Film): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/healthz')
  await page.evaluate((attributes) => {
    const video = document.createElement('video')
    Object.assign(video, { ...attributes, preload: 'auto' })
    document.body.replaceChildren(video)
  }, shown)
  await untilReady(page)
  return page
}

async function untilReady(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('video')?.readyState === 4, undefined, { polling: 20 })
}

/**
 * Measures from the popup's address to the poster and the first frame; for the bare page, from the element to its first
 * frame.
 */
async function compareOpening(product: Page, bare: Page): Promise<Comparison[]> {
  const posters: number[] = []
  const ours = async (): Promise<number> => {
    const { poster, frame } = await openFilm(product)
    if (poster !== undefined) posters.push(poster)
    return frame
  }
  const about = { subject: 'Popup: from opening it to the first frame of its film', bar: 1.5, rounds: openings, ours }
  const element = await compareTimes({
    ...about,
    peer: 'a video element put into a page that is open, to its first frame',
    theirs: async () => {
      await bare.bringToFront()
      return await bare.evaluate(showAgain)
    },
  })
  const site = await serveVideoPage(
    await bare.evaluate((): Film => {
      const { src = '', width = 0, height = 0 } = document.querySelector('video') ?? {}
      return { src, width, height }
    }),
  )
  const page = await compareTimes({
    ...about,
    peer: 'a page with nothing but this video, from its address to its first frame',
    theirs: async () => await openVideoPage(bare, site.url),
  })
  site.close()
  const middle = posters.toSorted((a, b) => a - b)[Math.floor(posters.length / 2)]
  const toPoster = compare({
    subject: 'Popup: from opening it to a cached poster, painted',
    peer: 'a tenth of a second, which feels immediate',
    unit: 'ms',
    ours: middle ?? Number.NaN,
    theirs: 100,
    bar: 1,
  })
  return [element, page, toPoster]
}

async function openFilm(product: Page): Promise<{ poster: number | undefined; frame: number }> {
  await product.bringToFront()
  await product.evaluate(() => history.replaceState(null, '', location.pathname))
  await product.waitForFunction(() => document.querySelector('video') === null, undefined, { polling: 20 })
  await product.waitForTimeout(100)
  return await product.evaluate(watchOpening, film)
}

/**
 * Runs in the page: opens the popup by its address, as its command does, and reports when the poster and the frame are
 * painted.
 */
async function watchOpening(search: string): Promise<{ poster: number | undefined; frame: number }> {
  const start = performance.now()
  history.replaceState(null, '', location.pathname + search)
  let video = document.querySelector('video')
  while (video === null) {
    await new Promise((resolve) => {
      setTimeout(resolve, 1)
    })
    video = document.querySelector('video')
  }
  const { promise, resolve } = Promise.withResolvers<number>()
  video.requestVideoFrameCallback(() => resolve(performance.now() - start))
  if (video.poster === '') return { poster: undefined, frame: await promise }
  const image = new Image()
  image.src = video.poster
  await image.decode()
  // Drawn once more, and then presented.
  for (let frames = 0; frames < 2; frames += 1) await new Promise((next) => requestAnimationFrame(next))
  const poster = performance.now() - start
  return { poster, frame: await promise }
}

/** Runs in the page: creates a new element with the same film and waits for its first frame. */
async function showAgain(): Promise<number> {
  const { src = '', width = 0, height = 0 } = document.querySelector('video') ?? {}
  document.body.replaceChildren()
  await new Promise((resolve) => {
    setTimeout(resolve, 50)
  })
  const start = performance.now()
  const video = document.createElement('video')
  Object.assign(video, { src, width, height, preload: 'auto' })
  document.body.append(video)
  await new Promise((resolve) => video.requestVideoFrameCallback(resolve))
  return performance.now() - start
}

/** Serves a page that contains only a film and records when its first frame was painted. */
async function serveVideoPage({ src, width, height }: Film): Promise<{ url: string; close: () => void }> {
  const seen = 'video.requestVideoFrameCallback(() => { globalThis.seenMs = performance.now() })'
  const body = `<!doctype html><video src="${src}" preload="auto" width="${width}" height="${height}"></video>
    <script>const video = document.querySelector('video'); ${seen}</script>`
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(body))
  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() }
}

/** Returns milliseconds since the navigation. */
async function openVideoPage(bare: Page, url: string): Promise<number> {
  await bare.bringToFront()
  await bare.goto(url)
  const seenMs = await bare.waitForFunction(() => Reflect.get(globalThis, 'seenMs') as number | undefined)
  return (await seenMs.jsonValue()) ?? Number.NaN
}

async function compareSteps(product: Page, bare: Page): Promise<Comparison> {
  await Promise.all([untilReady(product), untilReady(bare)])
  return await compareTimes({
    subject: 'Viewer: a key to the next frame, painted',
    peer: 'currentTime set on a bare video, to the same frame painted',
    bar: 1.2,
    ours: async () => {
      await product.bringToFront()
      return await timeSteps(product, async () => await product.keyboard.press('.'))
    },
    theirs: async () => {
      await bare.bringToFront()
      return await timeSteps(bare, undefined)
    },
  })
}

/** Returns the median of that many steps: by key or, without one, by setting the time. */
async function timeSteps(page: Page, press: (() => Promise<void>) | undefined): Promise<number> {
  const times: number[] = []
  for (let step = 0; step < stepsInRound; step += 1) {
    const time = page.evaluate(async (isPressed) => {
      const video = document.querySelector('video')
      if (video === null) throw new Error('There is a video')
      const framesPerSecond = 24_000 / 1001
      let start = performance.now()
      if (isPressed) addEventListener('keydown', () => (start = performance.now()), { capture: true, once: true })
      else {
        const next = Math.floor(video.currentTime * framesPerSecond) + 1
        video.currentTime = (next + 0.5) / framesPerSecond
      }
      await new Promise((resolve) => video.requestVideoFrameCallback(resolve))
      return performance.now() - start
    }, press !== undefined)
    await press?.()
    times.push(await time)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}
