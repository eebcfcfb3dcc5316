import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { build } from 'vite'
import { directories } from '#supabase/local/places.ts'
import { startTestHost, type TestHost, type TestUser } from '#tests/host/start-test-host.ts'
import { aReviewStudio, rate, type ReviewPlace } from './a-session.ts'

/** A host serving this checkout's app, a studio, and a browser. */
export type Stage = {
  readonly host: TestHost
  readonly place: ReviewPlace
  /** Where films are made. */
  readonly folder: string
  /** Opens a context with somebody signed in, not yet on any page of the app. */
  readonly open: (who: TestUser, url?: string) => Promise<Page>
  /** Closes every window, so that films still playing do not affect the next measurement. */
  readonly leave: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'xsheet-review-'))
  const root = join(import.meta.dirname, '../..')
  const outDir = join(folder, 'app')
  await build({ configFile: join(root, 'vite.config.ts'), build: { outDir, emptyOutDir: true }, logLevel: 'error' })
  directories.app = outDir
  const host = await startTestHost({ database: 'postgres' })
  const place = await aReviewStudio(host)
  const browser = await launch()
  return {
    host,
    place,
    folder,
    open: async (who, url = host.url) => {
      const context = await browser.newContext({ baseURL: url, viewport: { width: 960, height: 600 } })
      await context.addInitScript(watchFilm, rate)
      const page = await context.newPage()
      const { data } = await who.client.auth.getSession()
      await page.goto('/config.json')
      const session = JSON.stringify(data.session)
      await page.evaluate((value) => localStorage.setItem('xsheet-session', value), session)
      return page
    },
    leave: async () => {
      await Promise.all(browser.contexts().map(async (context) => await context.close()))
    },
    close: async () => {
      await browser.close()
      await host.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function launch(): Promise<Browser> {
  const path = process.env['XSHEET_CHROMIUM'] ?? ''
  return await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    ...(path === '' ? { channel: 'chromium' } : { executablePath: path }),
  })
}

/** What the screen showed from a moment of the machine's clock on. */
export type Shown = { readonly at: number; readonly title: string; readonly frame: number }

/** Runs in the page: records the painted frames of whichever film is in view. */
function watchFilm(framesPerSecond: number): void {
  const painted = new WeakMap<HTMLVideoElement, number>()
  const seen: { at: number; title: string; frame: number }[] = []
  Object.assign(globalThis, { seen })
  const look = (): void => {
    requestAnimationFrame(look)
    const room = document.querySelector('#review-room')
    if (room === null) return
    for (const video of room.querySelectorAll('video')) {
      if (painted.has(video)) continue
      painted.set(video, -1)
      const note: VideoFrameRequestCallback = (_now, { mediaTime }) => {
        painted.set(video, Math.floor(mediaTime * framesPerSecond + 0.1))
        video.requestVideoFrameCallback(note)
      }
      video.requestVideoFrameCallback(note)
    }
    const shown = room.querySelector<HTMLVideoElement>('div:not([data-ahead]) > video')
    const frame = (shown !== null && painted.get(shown)) || 0
    const title = room.querySelector('h2')?.textContent ?? ''
    const last = seen.at(-1)
    if (shown === null || painted.get(shown) === -1 || (last?.frame === frame && last.title === title)) return
    seen.push({ at: performance.timeOrigin + performance.now(), title, frame })
  }
  requestAnimationFrame(look)
}

/** Returns everything painted in a window since it was opened. */
export async function listShown(page: Page): Promise<readonly Shown[]> {
  return await page.evaluate(() => Reflect.get(globalThis, 'seen') as readonly Shown[])
}
