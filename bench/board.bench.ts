import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { build } from 'esbuild'
import type { Drawn } from './board/page.ts'
import type { Comparison } from './compare.ts'
import { compare } from './compare.ts'

const ROUNDS = 3
const peer = 'konva 10.9.1 as documented'
const mostOpeningMs = 300

/**
 * The references board with 5,000 images against konva with one image node for each, in one browser and in turn: moving
 * about and seeing everything, each as script alone and with its pixels; and from the kept replica to the first drawing.
 */
export async function measure(): Promise<Comparison[]> {
  const script = await bundle()
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : '<!doctype html><body><script src="/page.js"></script>')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // A listening server has an address with a port.
  const { port } = server.address() as AddressInfo
  const path = process.env['XSHEET_CHROMIUM'] ?? ''
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    ...(path === '' ? { channel: 'chromium' } : { executablePath: path }),
  })
  try {
    const [ours, theirs]: [Drawn[], Drawn[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await visit(browser, port, 'measureProduct'))
      theirs.push(await visit(browser, port, 'measurePeer'))
    }
    return compareAll(ours, theirs)
  } finally {
    await browser.close()
    server.close()
  }
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'board/page.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
    target: 'es2024',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0]?.text ?? ''
}

async function visit(browser: Browser, port: number, name: 'measureProduct' | 'measurePeer'): Promise<Drawn> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } })
  await page.goto(`http://127.0.0.1:${port}/`)
  // The page makes both of them known under their names.
  const drawn = (await page.evaluate(`${name}()`)) as Drawn
  await page.close()
  return drawn
}

function compareAll(ours: readonly Drawn[], theirs: readonly Drawn[]): Comparison[] {
  const medianOf = (list: readonly Drawn[], read: (drawn: Drawn) => number): number =>
    list.map(read).toSorted((one, other) => one - other)[list.length >> 1] ?? 0
  const line = (subject: string, read: (drawn: Drawn) => number, bar?: number): Comparison =>
    compare({ subject, peer, unit: 'ms', ours: medianOf(ours, read), theirs: medianOf(theirs, read), bar })
  return [
    line('A step of panning over 5,000 images, drawing', ({ pan }) => pan, 1 / 20),
    line('A step of panning over 5,000 images, with its pixels', ({ panAll }) => panAll, 1 / 20),
    line('All of 5,000 images in view, drawing', ({ fit }) => fit, 0.5),
    line('All of 5,000 images in view, with their pixels', ({ fitAll }) => fitAll, 0.5),
    line('Opening a board of 5,000 images to its first drawing', ({ open }) => open),
    compare({
      subject: 'Opening a board of 5,000 images from the kept replica to its first drawing',
      peer: 'the limit of 300 ms',
      unit: 'ms',
      ours: medianOf(ours, ({ open }) => open),
      theirs: mostOpeningMs,
      bar: 1,
    }),
  ]
}
