import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { chromium, type CDPSession, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { Comparison } from './compare.ts'
import { compare } from './compare.ts'

const names = ['product', 'floor'] as const
type Name = (typeof names)[number]

const ROUNDS = 5
const STEPS = 120
const floor = 'a bare canvas in a scroller with the same rectangles filled, no names, headers or cells'
const subject = '200 artists × 180 days × 10,000 blocks'
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

type Visit = {
  readonly firstPaint: number
  readonly pan: { readonly mainThread: number; readonly cpu: number }
  readonly zoom: { readonly mainThread: number; readonly cpu: number }
  readonly drag: number
  readonly scrollingDrag: number
}

/**
 * Panning, zooming, first paint and a drag with the CPU throttled to a quarter, each against the floor in the same run.
 */
export async function measure(): Promise<Comparison[]> {
  const site = await serve()
  const visits: Record<Name, Visit[]> = { product: [], floor: [] }
  try {
    for (let round = -1; round < ROUNDS; round++) {
      for (const name of names) {
        const seen = await visit(site.address, name)
        if (round >= 0) visits[name].push(seen)
      }
    }
  } finally {
    site.close()
  }
  const of = (name: Name, read: (seen: Visit) => number): number => median(visits[name].map(read))
  const against = (what: string, read: (seen: Visit) => number, bar: number | undefined) =>
    compare({
      subject: `${what}, ${subject}`,
      peer: floor,
      unit: 'ms',
      ours: of('product', read),
      theirs: of('floor', read),
      bar,
    })
  return [
    against('A step of panning by 100 pixels both ways, processor time of page and drawing', ({ pan }) => pan.cpu, 1.5),
    against('The same step, main thread alone', ({ pan }) => pan.mainThread, undefined),
    against('A change of zoom, processor time of page and drawing', ({ zoom }) => zoom.cpu, 1.5),
    against('The same change, main thread alone', ({ zoom }) => zoom.mainThread, undefined),
    compare({
      subject: `First paint from the replica, ${subject}`,
      peer: 'the 200 ms that were promised',
      unit: 'ms',
      ours: of('product', ({ firstPaint }) => firstPaint),
      theirs: 200,
      bar: 1,
    }),
    against('Frames of a drag at a quarter of the speed, p95', ({ drag }) => drag, 1.1),
    against(
      'Frames of a drag that scrolls the board, at a quarter of the speed, p95',
      (seen) => seen.scrollingDrag,
      1.1,
    ),
  ]
}

async function visit(address: string, name: Name): Promise<Visit> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  const executablePath = process.env['XSHEET_CHROMIUM']
  const browser = await chromium.launch({
    args,
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 860 } })
    page.on('pageerror', (error) => console.error(`${name}: ${error.message}`))
    await page.goto(`${address}/${name}.html`)
    await page.waitForFunction(() => globalThis.isTimelineReady)
    const firstPaint = await page.evaluate(async () => await globalThis.timelineBench.mount())
    await page.waitForTimeout(800)
    const processes = await browser.newBrowserCDPSession()
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const meter = { session, processes }
    const pan = await measureWork(meter, STEPS, async () => await page.evaluate(panThrough, STEPS))
    await page.waitForTimeout(500)
    const zoom = await measureWork(meter, 30, async () => await page.evaluate(zoomThrough, 30))
    await page.waitForTimeout(500)
    const scrollingDrag = await measureDrag(page, session, 'edge')
    const drag = await measureDrag(page, session, 'middle')
    return { firstPaint, pan, zoom, drag, scrollingDrag }
  } finally {
    await browser.close()
  }
}

type Meter = { readonly session: CDPSession; readonly processes: CDPSession }

async function measureWork(
  { session, processes }: Meter,
  steps: number,
  act: () => Promise<void>,
): Promise<{ readonly mainThread: number; readonly cpu: number }> {
  const [before, cpuBefore] = [await readTasks(session), await readCpu(processes)]
  await act()
  const [after, cpuAfter] = [await readTasks(session), await readCpu(processes)]
  return {
    mainThread: ((after - before) * 1000) / steps,
    cpu: ((cpuAfter - cpuBefore) * 1000) / steps,
  }
}

async function panThrough(steps: number): Promise<void> {
  const scroller = globalThis.timelineBench.scroller()
  const nextFrame = async (): Promise<void> => {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve)
    })
  }
  for (let step = 0; step < steps; step++) {
    // Down and to the right, then back, so that no edge is reached.
    const sign = Math.floor(step / 40) % 2 === 0 ? 1 : -1
    scroller.scrollBy(100 * sign, 100 * sign)
    await nextFrame()
    await nextFrame()
  }
}

async function zoomThrough(steps: number): Promise<void> {
  const nextFrame = async (): Promise<void> => {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve)
    })
  }
  for (let step = 0; step < steps; step++) {
    globalThis.timelineBench.zoom([50, 100, 300, 100][step % 4] ?? 100)
    await nextFrame()
    await nextFrame()
  }
}

declare global {
  var frameTimes: number[]
}

/** Drags a bar back and forth with the CPU throttled to a quarter; returns the frame durations. */
async function measureDrag(page: Page, session: CDPSession, where: 'edge' | 'middle'): Promise<number> {
  await page.evaluate(() => {
    globalThis.timelineBench.zoom(100)
  })
  await page.waitForTimeout(400)
  const point = await page.evaluate((place) => globalThis.timelineBench.pointOnBar(place), where)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.mouse.move(point.x, point.y)
  await page.mouse.down()
  await page.mouse.move(point.x + 10, point.y + 4)
  await page.evaluate(() => {
    const times: number[] = []
    globalThis.frameTimes = times
    // Stop once the next drag starts: two observers of the same frames would see no time between them.
    const note = (time: number): void => {
      if (globalThis.frameTimes !== times) return
      times.push(time)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  for (let step = 0; step < 80; step++) {
    await page.mouse.move(point.x + Math.sin(step / 9) * 160, point.y + Math.cos(step / 7) * 60)
  }
  const times = await page.evaluate(() => globalThis.frameTimes)
  await page.mouse.up()
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const frames = times.slice(1).map((time, index) => time - (times[index] ?? time))
  const sorted = frames.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
}

async function readTasks(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

/** CPU seconds of the page's renderer and the GPU process. */
async function readCpu(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return processInfo
    .filter(({ type }) => type === 'renderer' || type === 'GPU')
    .reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

async function serve(): Promise<{ readonly address: string; readonly close: () => void }> {
  const pages = join(import.meta.dirname, 'timeline/pages')
  const built = mkdtempSync(join(tmpdir(), 'xsheet-bench-timeline-'))
  await build({
    configFile: false,
    root: pages,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: built,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: names.map((name) => join(pages, `${name}.html`)) },
    },
    plugins: [react()],
  })
  const server = createServer((request, response) => {
    const file = join(built, new URL(request.url ?? '/', 'http://localhost').pathname)
    if (!existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    response.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    address: `http://127.0.0.1:${port}`,
    close: () => {
      server.close()
      rmSync(built, { recursive: true, force: true })
    },
  }
}
