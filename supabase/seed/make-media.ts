// Paints the demo studio's pictures and films into ./media, with ./media/catalogue.json describing them. For
// developers, when the scenes change: needs ffmpeg and a Chromium (XSHEET_CHROMIUM, else Playwright's own). The product
// only reads the results.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import type { MediaFile } from './media-catalogue.ts'
import type { burnIn, paint, Style } from './painting/styles.ts'

const folder = path.join(import.meta.dirname, 'media')
const wide = { width: 1280, height: 536 }
const small = { width: 384, height: 160 }

const paintings = [
  'harbour-dawn', 'night-sea', 'whale-deep', 'lighthouse', 'salt-flats', 'mountains', 'fog-forest', 'market',
  'lantern', 'library', 'kitchen', 'rooftops', 'aurora', 'storm', 'old-map', 'meadow',
] // prettier-ignore
const boards = paintings
const clays = paintings

type Film = { scene: string; frames: number; rate: '24000/1001' | '24' }
const films: readonly Film[] = [
  { scene: 'mountains', frames: 141, rate: '24000/1001' },
  { scene: 'harbour-dawn', frames: 96, rate: '24000/1001' },
  { scene: 'whale-deep', frames: 120, rate: '24000/1001' },
  { scene: 'storm', frames: 60, rate: '24' },
  { scene: 'lantern', frames: 48, rate: '24' },
  { scene: 'kitchen', frames: 84, rate: '24' },
]

type Wish = {
  scene: string
  style: Style
  size: { width: number; height: number }
  format: 'image/webp' | 'image/png'
  quality?: number
  /** Only for films. */
  frame?: { index: number; framesPerSecond: number; seconds: number }
}

/** Bundles the painting modules into one script for a page. */
function readPainter(): string {
  const modules = ['brush', 'things', 'sea-scenes', 'land-scenes', 'room-scenes', 'scenes', 'styles'].map((file) =>
    stripTypeScriptTypes(readFileSync(path.join(import.meta.dirname, 'painting', `${file}.ts`), 'utf8'))
      .replaceAll(/^import [^']*'[^']*'$/gm, '')
      .replaceAll(/^export /gm, ''),
  )
  return `${modules.join('\n')}\nwindow.painter = { paint, burnIn }`
}

async function render(page: Page, wish: Wish): Promise<Buffer> {
  const base64 = await page.evaluate(async ({ scene, style, size, format, quality, frame }) => {
    const canvas = new OffscreenCanvas(size.width, size.height)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    // readPainter put it there.
    const { painter } = globalThis as unknown as { painter: { paint: typeof paint; burnIn: typeof burnIn } }
    if (context === null) throw new Error('no canvas')
    // An off-screen context draws the same as a document's.
    const brush = { context: context as unknown as CanvasRenderingContext2D, ...size, seconds: frame?.seconds ?? 0 }
    painter.paint(brush, scene, style)
    if (frame !== undefined) painter.burnIn(brush, { scene, ...frame })
    const blob = await canvas.convertToBlob({ type: format, ...(quality !== undefined && { quality }) })
    const bytes = new Uint8Array(await blob.arrayBuffer())
    let text = ''
    for (let start = 0; start < bytes.length; start += 8192)
      text += String.fromCharCode(...bytes.subarray(start, start + 8192))
    return btoa(text)
  }, wish)
  return Buffer.from(base64, 'base64')
}

function describe(file: string, about: Omit<MediaFile, 'file' | 'bytes' | 'sha256'>): MediaFile {
  const full = path.join(folder, file)
  const sha256 = createHash('sha256').update(readFileSync(full)).digest('hex')
  return { file, ...about, bytes: statSync(full).size, sha256 }
}

async function makeStill(page: Page, { scene, style }: { scene: string; style: Style }): Promise<MediaFile[]> {
  const name = style === 'painting' ? scene : `${scene}-${style}`
  const thumbnail = `${name}.thumb.webp`
  writeFileSync(
    path.join(folder, `${name}.webp`),
    await render(page, { scene, style, size: wide, format: 'image/webp', quality: 0.82 }),
  )
  writeFileSync(
    path.join(folder, thumbnail),
    await render(page, { scene, style, size: small, format: 'image/webp', quality: 0.8 }),
  )
  return [
    describe(`${name}.webp`, { contentType: 'image/webp', ...wide, thumbnail }),
    describe(thumbnail, { contentType: 'image/webp', ...small }),
  ]
}

async function makeFilm(page: Page, { scene, frames, rate }: Film): Promise<MediaFile[]> {
  const file = `${scene}.mp4`
  const poster = `${scene}.poster.webp`
  const [numerator = 24, denominator = 1] = rate.split('/').map(Number)
  const toFrame = (index: number) => ({ index, framesPerSecond: 24, seconds: (index * denominator) / numerator })
  const encoder = spawn('ffmpeg', [
    '-y', '-loglevel', 'error', '-f', 'image2pipe', '-framerate', rate, '-i', '-', '-c:v', 'libvpx-vp9', '-crf', '31', '-b:v', '0',
    '-g', '240', '-lag-in-frames', '25', '-auto-alt-ref', '1', '-row-mt', '1', '-cpu-used', '2', '-pix_fmt', 'yuv420p', '-colorspace', 'bt709',
    '-video_track_timescale', '24000', '-movflags', '+faststart', path.join(folder, file),
  ], { stdio: ['pipe', 'inherit', 'inherit'] }) // prettier-ignore
  for (let index = 0; index < frames; index += 1) {
    const image = await render(page, {
      scene,
      style: 'painting',
      size: wide,
      format: 'image/png',
      frame: toFrame(index),
    })
    if (!encoder.stdin.write(image)) await once(encoder.stdin, 'drain')
  }
  encoder.stdin.end()
  const [exitCode] = await once(encoder, 'close')
  if (exitCode !== 0) throw new Error(`ffmpeg could not make ${file}`)
  const first = await render(page, {
    scene,
    style: 'painting',
    size: wide,
    format: 'image/webp',
    quality: 0.8,
    frame: toFrame(0),
  })
  writeFileSync(path.join(folder, poster), first)
  const durationMs = Math.round((frames * denominator * 1000) / numerator)
  return [
    describe(file, {
      contentType: 'video/mp4',
      ...wide,
      frameRate: rate,
      frameCount: countFrames(file),
      durationMs,
      poster,
    }),
    describe(poster, { contentType: 'image/webp', ...wide }),
  ]
}

function countFrames(file: string): number {
  const answer = spawnSync('ffprobe', [
    '-v',
    'error',
    '-count_frames',
    '-show_entries',
    'stream=nb_read_frames',
    '-of',
    'csv=p=0',
    path.join(folder, file),
  ])
  return Number(answer.stdout.toString().trim())
}

const executablePath = process.env['XSHEET_CHROMIUM']
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu'],
  ...(executablePath && { executablePath }),
})
try {
  mkdirSync(folder, { recursive: true })
  const page = await browser.newPage()
  await page.addScriptTag({ content: readPainter(), type: 'module' })
  const wishes = [
    ...paintings.map((scene) => ({ scene, style: 'painting' as const })),
    ...boards.map((scene) => ({ scene, style: 'board' as const })),
    ...clays.map((scene) => ({ scene, style: 'clay' as const })),
  ]
  const files: MediaFile[] = []
  for (const wish of wishes) files.push(...(await makeStill(page, wish)))
  // `--stills` skips the films, which take minutes.
  if (process.argv.includes('--stills'))
    files.push(
      ...(JSON.parse(readFileSync(path.join(folder, 'catalogue.json'), 'utf8')) as MediaFile[]).filter(({ file }) =>
        /\.(mp4|poster\.webp)$/.test(file),
      ),
    )
  else for (const film of films) files.push(...(await makeFilm(page, film)))
  writeFileSync(path.join(folder, 'catalogue.json'), `${JSON.stringify(files, undefined, 2)}\n`)
} finally {
  await browser.close()
}
