import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { build } from 'esbuild'
import type { Drawn } from './board/page.tsx'
import type { Comparison } from './compare.ts'
import { compare } from './compare.ts'

const ROUNDS = 3
const peer = 'konva 10.9.1 as documented'
const mostOpeningMs = 300

/**
 * Compares the references board with 5,000 images against konva with one image node each, alternating in one browser:
 * panning and showing everything, both as script time and until a pixel can be read back; the time from the stored
 * replica to the first drawing; and the memory of the pictures.
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
      ours.push(await visit<Drawn>(browser, port, 'measureProduct'))
      theirs.push(await visit<Drawn>(browser, port, 'measurePeer'))
    }
    return [...compareAll(ours, theirs), compareMemory(await visit<Held>(browser, port, 'measureMemory'))]
  } finally {
    await browser.close()
    server.close()
  }
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'board/page.tsx')],
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
    target: 'es2024',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0]?.text ?? ''
}

type Visit = 'measureProduct' | 'measurePeer' | 'measureMemory'
type Held = { readonly held: number; readonly whole: number }

async function visit<Measured>(browser: Browser, port: number, name: Visit): Promise<Measured> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } })
  await page.goto(`http://127.0.0.1:${port}/`)
  // The page exposes them by name.
  const measured = (await page.evaluate(`${name}()`)) as Measured
  await page.close()
  return measured
}

function compareMemory({ held, whole }: Held): Comparison {
  return compare({
    subject: 'Decoded pictures held at most while every part of a board of 5,000 images is looked at',
    peer: 'all of them at their own size',
    unit: 'bytes',
    ours: held,
    theirs: whole,
    bar: 1 / 20,
  })
}

function compareAll(ours: readonly Drawn[], theirs: readonly Drawn[]): Comparison[] {
  const medianOf = (list: readonly Drawn[], read: (drawn: Drawn) => number): number =>
    list.map(read).toSorted((one, other) => one - other)[list.length >> 1] ?? 0
  const line = (subject: string, read: (drawn: Drawn) => number, bar?: number): Comparison =>
    compare({ subject, peer, unit: 'ms', ours: medianOf(ours, read), theirs: medianOf(theirs, read), bar })
  return [
    line('A step of panning over 5,000 images, drawing', ({ pan }) => pan, 1 / 20),
    // Beyond the promise, which covers drawing: both wait for reading one pixel back.
    line('A step of panning over 5,000 images, drawing and reading a pixel back', ({ panAll }) => panAll),
    line('All of 5,000 images in view, drawing', ({ fit }) => fit, 0.5),
    line('All of 5,000 images in view, drawing and reading a pixel back', ({ fitAll }) => fitAll, 0.5),
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
