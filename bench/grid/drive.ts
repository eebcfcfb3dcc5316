import { join } from 'node:path'
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import type { PageName } from './site.ts'

const STEPS = 200
const STEP_PX = 400
const MOVES = 40
/** Moves in both horizontal directions, so that no edge of the grid stops the cursor. */
const path = ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowLeft']
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update']

const launchOptions = {
  args: [...quiet, '--disable-sync'],
  ...(process.env['XSHEET_CHROMIUM'] === undefined ? {} : { executablePath: process.env['XSHEET_CHROMIUM'] }),
}

/** The results of one visit to a page, in milliseconds. */
export type Visit = {
  readonly firstPaint: number
  /** Per step of 400 pixels. */
  readonly scroll: {
    readonly mainThread: number
    readonly script: number
    readonly styleAndLayout: number
    /** CPU time of all threads of the page's process and of the GPU process. */
    readonly cpu: number
  }
  readonly change: {
    readonly painted: number
    /** Until the change is stored on the device and can be undone; 0 in a grid that stores nothing. */
    readonly kept: number
    readonly longestTask: number
  }
  readonly move: number
  /** Of the main thread, per move. */
  readonly moveWork: number
}

export async function launch(): Promise<Browser> {
  return await chromium.launch(launchOptions)
}

/** Opens a page in a context of its own, with the address's query, and takes all measurements. */
export async function visit(browser: Browser, address: string, name: PageName): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1720, height: 900 } })
  const page = await context.newPage()
  try {
    page.on('pageerror', (error) => console.error(`${name}: ${error.message}`))
    const { origin, search } = new URL(address)
    await page.goto(`${origin}/${name}.html${search}`)
    await page.waitForFunction(() => globalThis.isReady, undefined, { timeout: 60_000 })
    // Stored in short slices, which `settle` would not notice.
    await page.evaluate(async () => await globalThis.bench.stored?.())
    await settle(page)
    const firstPaint = await page.evaluate(async () => await globalThis.bench.mount())
    await settle(page)
    const scroll = await measureScroll(browser, page)
    await settle(page)
    const change = await measureChange(page)
    await settle(page)
    return { firstPaint, scroll, change, ...(await measureMoves(page)) }
  } finally {
    await context.close()
  }
}

/** Waits until the page has had no long task for a second: caches are written and sums computed. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const until = performance.now() + 8000
    let last = performance.now()
    let before = last
    while (performance.now() - last < 1000 && performance.now() < until) {
      await new Promise((resolve) => {
        setTimeout(resolve, 20)
      })
      const now = performance.now()
      if (now - before > 45) last = now
      before = now
    }
  })
}

async function measureScroll(browser: Browser, page: Page): Promise<Visit['scroll']> {
  await page.evaluate(() => globalThis.bench.scroller().scrollTo({ top: 0 }))
  const session = await page.context().newCDPSession(page)
  const processes = await browser.newBrowserCDPSession()
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const [before, cpuBefore] = [await readMetrics(session), await readCpu(processes)]
  await page.evaluate(scrollThrough, { steps: STEPS, distance: STEP_PX })
  const [after, cpuAfter] = [await readMetrics(session), await readCpu(processes)]
  const perStep = (name: string): number => (((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000) / STEPS
  return {
    mainThread: perStep('TaskDuration'),
    script: perStep('ScriptDuration'),
    styleAndLayout: perStep('RecalcStyleDuration') + perStep('LayoutDuration'),
    cpu: ((cpuAfter - cpuBefore) * 1000) / STEPS,
  }
}

async function scrollThrough({
  steps,
  distance,
}: {
  readonly steps: number
  readonly distance: number
}): Promise<void> {
  const scroller = globalThis.bench.scroller()
  const nextFrame = async (): Promise<void> => {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve)
    })
  }
  for (let step = 0; step < steps; step++) {
    scroller.scrollTop += distance
    await nextFrame()
    await nextFrame()
  }
}

async function readMetrics(session: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics')
  return new Map(metrics.map(({ name, value }) => [name, value]))
}

/** Returns CPU seconds of all renderers and the GPU process; only the measured page has work. */
async function readCpu(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return processInfo
    .filter(({ type }) => type === 'renderer' || type === 'GPU')
    .reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}

async function measureChange(page: Page): Promise<Visit['change']> {
  await page.evaluate(async () => {
    globalThis.bench.scroller().scrollTo({ top: 0 })
    await globalThis.bench.choose()
  })
  await settle(page)
  const taken: number[] = []
  const kept: number[] = []
  let longestTask = 0
  for (const key of ['2', '3', '2', '3', '2']) {
    await page.evaluate(watchKey, Number(key) - 1)
    await page.keyboard.press(key)
    const seen = await page.evaluate(async () => {
      const painted = await globalThis.painted
      const kept = await globalThis.bench.kept?.()
      await new Promise((resolve) => {
        setTimeout(resolve, 1500)
      })
      return {
        painted,
        longestTask: globalThis.readLongest(),
        kept: kept === undefined ? 0 : kept - globalThis.pressed,
      }
    })
    taken.push(seen.painted)
    kept.push(seen.kept)
    longestTask = Math.max(longestTask, seen.longestTask)
  }
  return { painted: median(taken), kept: median(kept), longestTask }
}

declare global {
  var painted: Promise<number>
  /** The time of the key event. */
  var pressed: number
  var readLongest: () => number
  /** The result of a page that measures itself; undefined while it fills its cache. */
  var result: Promise<ColdVisit | undefined>
}

/**
 * Measures from the key event until a frame with the new status is painted, and records every long task from then on.
 */
function watchKey(status: number): void {
  const longest: number[] = []
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest.push(duration)
  })
  observer.observe({ type: 'longtask' })
  globalThis.readLongest = () => {
    observer.disconnect()
    return Math.max(0, ...longest)
  }
  globalThis.painted = new Promise((resolve) => {
    const onKey = (event: KeyboardEvent): void => {
      globalThis.pressed = event.timeStamp
      const look = (): void => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            if (globalThis.bench.statusInSight() === status) resolve(performance.now() - event.timeStamp)
            else look()
          }
          port2.postMessage(undefined)
        })
      }
      look()
    }
    window.addEventListener('keydown', onKey, { capture: true, once: true })
  })
}

/** Measures the median time from an arrow key to the painted cursor, and the main thread's work per key. */
async function measureMoves(page: Page): Promise<Pick<Visit, 'move' | 'moveWork'>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.evaluate(async () => await globalThis.bench.focusCell())
  const taken: number[] = []
  const before = await readMetrics(session)
  for (let move = 0; move < MOVES; move++) {
    await page.evaluate(watchMove)
    await page.keyboard.press(path[move % path.length] ?? '')
    taken.push(await page.evaluate(async () => await globalThis.painted))
  }
  const after = await readMetrics(session)
  const work = (after.get('TaskDuration') ?? 0) - (before.get('TaskDuration') ?? 0)
  return { move: median(taken), moveWork: (work * 1000) / MOVES }
}

function watchMove(): void {
  const before = globalThis.bench.cursor()
  globalThis.painted = new Promise((resolve, reject) => {
    const onKey = (event: KeyboardEvent): void => {
      const look = (): void => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            const now = performance.now()
            if (globalThis.bench.cursor() !== before) resolve(now - event.timeStamp)
            else if (now - event.timeStamp > 1000) reject(new Error('The cursor did not move'))
            else look()
          }
          port2.postMessage(undefined)
        })
      }
      look()
    }
    window.addEventListener('keydown', onKey, { capture: true, once: true })
  })
}

/** Milliseconds until rows were painted, and until they were usable. */
export type ColdVisit = { readonly painted: number; readonly usable: number }

/** Fills a profile, or opens a page on it in a freshly started browser; returns the page's times in milliseconds. */
export async function openCold(visit: {
  readonly address: string
  readonly profiles: string
  readonly name: PageName
  readonly isFilling: boolean
}): Promise<ColdVisit> {
  const { address, profiles, name, isFilling } = visit
  const context = await chromium.launchPersistentContext(join(profiles, name), {
    ...launchOptions,
    viewport: { width: 1720, height: 900 },
  })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    page.on('pageerror', (error) => console.error(`${name}: ${error.message}`))
    await page.goto(`${address}/${name}.html${isFilling ? '?fill' : ''}`)
    await page.waitForFunction(() => globalThis.isReady)
    const taken = await page.evaluate(async () => await globalThis.result)
    return taken ?? { painted: Number.NaN, usable: Number.NaN }
  } finally {
    await context.close()
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
