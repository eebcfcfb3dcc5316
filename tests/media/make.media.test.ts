import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writePsdBuffer } from 'ag-psd'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runMaker } from '#supabase/media-worker/run-maker.ts'
import type { Made, Order } from '#supabase/media-worker/messages.ts'
import { makeClip, makeStillFile, readKeyFrameSpace, readNumbers, readRamp, readTimes } from './a-clip.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'xsheet-clips-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const everything = { poster: true, filmstrip: true, proxy: true }

/** Everything that is made of a file, in a folder of its own. */
async function make(source: string, contentType: string, more: Partial<Order> = {}) {
  const parts: Made[] = []
  const order = { folder: mkdtempSync(path.join(folder, 'job-')), source, contentType, wants: everything, ...more }
  const onPart = async (part: Made): Promise<void> => await Promise.resolve(void parts.push(part))
  const last = await runMaker(order, { signal: new AbortController().signal, onPart, onPercent: () => {} })
  const files = Object.fromEntries([...parts, last].flatMap((part) => part.files.map(({ role, file }) => [role, file])))
  return { files, facts: last.facts, first: parts[0]?.files.map(({ role }) => role) }
}

const x265 = (format: string) => ['-c:v', 'libx265', '-pix_fmt', format, '-x265-params', 'log-level=none:bframes=4']
const clips = [
  { name: 'prores.mov', rate: '24', coding: ['-c:v', 'prores_ks', '-pix_fmt', 'yuv422p10le'], says: '24/1' },
  {
    name: 'ntsc.mov',
    rate: '24000/1001',
    coding: ['-c:v', 'prores_ks', '-profile:v', '4444', '-pix_fmt', 'yuva444p10le'],
    says: '24000/1001',
  },
  { name: 'odd.mov', rate: '25', size: '322x182', coding: ['-c:v', 'prores_ks'], says: '25/1' },
  { name: 'fast.mov', rate: '120', coding: ['-c:v', 'prores_ks'], says: '120/1' },
  { name: 'slow.mov', rate: '48000/1001', coding: ['-c:v', 'prores_ks'], says: '48000/1001' },
  {
    name: 'dnx.mxf',
    rate: '25',
    coding: ['-c:v', 'dnxhd', '-profile:v', 'dnxhr_lb', '-pix_fmt', 'yuv422p'],
    says: '25/1',
  },
  {
    name: 'dnx.mov',
    rate: '30000/1001',
    coding: ['-c:v', 'dnxhd', '-profile:v', 'dnxhr_lb', '-pix_fmt', 'yuv422p'],
    says: '30000/1001',
  },
  { name: 'hevc.mp4', rate: '30000/1001', coding: x265('yuv420p'), says: '30000/1001' },
  { name: 'hevc10.mkv', rate: '24', coding: x265('yuv420p10le'), says: '24/1' },
  { name: 'mjpeg.mov', rate: '60', coding: ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj422p'], says: '60/1' },
  { name: 'mjpeg.avi', rate: '24', coding: ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p'], says: '24/1' },
  { name: 'mpeg4.avi', rate: '25', coding: ['-c:v', 'mpeg4', '-bf', '2', '-q:v', '3'], says: '25/1' },
  {
    name: 'open-groups.mov',
    rate: '24',
    coding: ['-c:v', 'libx264', '-pix_fmt', 'yuv422p10le', '-x264-params', 'open-gop=1:bframes=3:keyint=24'],
    says: '24/1',
  },
] as const

test.each(clips)('each frame of $name is that frame of its proxy, at its own time', async ({ name, says, ...clip }) => {
  const source = path.join(folder, name)
  makeClip(source, { ...clip, frames: 100 })
  const type = {
    mov: 'video/quicktime',
    mp4: 'video/mp4',
    mkv: 'video/x-matroska',
    avi: 'video/x-msvideo',
    mxf: 'application/mxf',
  }
  const made = await make(source, type[name.split('.')[1] as keyof typeof type])
  const proxy = made.files['proxy'] ?? ''
  // AVI keeps no times: its frames follow each other at its rate.
  const even = Array.from({ length: 100 }, (_, frame) => frame / Number(clip.rate))
  const [wanted, times] = [name.endsWith('.avi') ? even : readTimes(source), readTimes(proxy)]

  expect(readNumbers(proxy)).toEqual(Array.from({ length: 100 }, (_, frame) => frame))
  expect(Math.max(...times.map((time, frame) => Math.abs(time - (wanted[frame] ?? -1))))).toBeLessThan(0.0011)
  expect(made.facts).toMatchObject({ frame_count: 100, frame_rate: says })
  expect(readKeyFrameSpace(proxy)).toBeLessThanOrEqual(12)
  expect(made.first).toEqual(['poster', 'thumbnail'])
})

test.each([
  ['png', 'image/png', ['-pix_fmt', 'rgb24']],
  ['exr', 'image/x-exr', ['-vf', 'format=gbrpf32le']],
  ['dpx', 'image/x-dpx', ['-pix_fmt', 'gbrp10be']],
  ['tif', 'image/tiff', ['-pix_fmt', 'rgb48le']],
  ['jpg', 'image/jpeg', ['-pix_fmt', 'yuvj420p', '-q:v', '2']],
])('numbered pictures in %s become one film of their rate, each a frame of it', async (ending, type, coding) => {
  const frames = mkdtempSync(path.join(folder, `frames-${ending}-`))
  makeClip(path.join(frames, `%06d.${ending}`), { rate: '24', frames: 40, coding })
  const made = await make(path.join(frames, `%06d.${ending}`), type, { sequenceRate: '24000/1001' })

  expect(readNumbers(made.files['proxy'] ?? '')).toEqual(Array.from({ length: 40 }, (_, frame) => frame))
  expect(made.facts).toMatchObject({ frame_count: 40, frame_rate: '24000/1001', width: 320, height: 180 })
  expect(made.first).toEqual(['poster', 'thumbnail'])
})

test('a film that was held on its side is shown upright', async () => {
  const [flat, source] = [path.join(folder, 'flat.mov'), path.join(folder, 'turned.mov')]
  makeClip(flat, { rate: '24', frames: 12, coding: ['-c:v', 'prores_ks'] })
  execFileSync('ffmpeg', ['-v', 'error', '-i', flat, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', source])
  const { files, facts } = await make(source, 'video/quicktime')
  const args = ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0', files['proxy'] ?? '']

  expect(facts).toMatchObject({ width: 180, height: 320 })
  expect(execFileSync('ffprobe', args, { encoding: 'utf8' }).trim()).toBe('180,320')
})

test.each([
  { name: 'a.webm', type: 'video/webm', coding: ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuv420p'], isPlayed: true },
  { name: 'b.webm', type: 'video/webm', coding: ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuv444p'], isPlayed: false },
  {
    name: 'c.mp4',
    type: 'video/mp4',
    coding: ['-c:v', 'libaom-av1', '-cpu-used', '8', '-pix_fmt', 'yuv420p'],
    isPlayed: true,
  },
])('$name of $coding is played as it is: $isPlayed', async ({ name, type, coding, isPlayed }) => {
  const source = path.join(folder, name)
  makeClip(source, { rate: '24', frames: 24, coding })
  const { files, facts } = await make(source, type)

  expect(files['proxy'] === undefined).toBe(isPlayed)
  expect(facts).toMatchObject({ frame_count: 24 })
  if (files['proxy'] !== undefined)
    expect(readNumbers(files['proxy'])).toEqual(Array.from({ length: 24 }, (_, frame) => frame))
})

test('a film of changing rate keeps each frame’s own length', async () => {
  const [steady, source] = [path.join(folder, 'steady.mov'), path.join(folder, 'changing.mkv')]
  makeClip(steady, { rate: '25', frames: 60, coding: ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p'] })
  const stretch = String.raw`setpts='if(lt(N\,30)\,N\,30+(N-30)*3)/25/TB'`
  const coding = ['-fps_mode', 'vfr', '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p']
  execFileSync('ffmpeg', ['-v', 'error', '-i', steady, '-vf', stretch, ...coding, source])
  const { files, facts } = await make(source, 'video/x-matroska')
  const [wanted, times] = [readTimes(source), readTimes(files['proxy'] ?? '')]

  expect(readNumbers(files['proxy'] ?? '')).toEqual(Array.from({ length: 60 }, (_, frame) => frame))
  expect(Math.max(...times.map((time, frame) => Math.abs(time - (wanted[frame] ?? -1))))).toBeLessThan(0.0011)
  expect(facts['frame_count']).toBe(60)
})

test('a long film has a strip of a hundred pictures in 150 kB, sound, and what browsers play no proxy', async () => {
  const source = path.join(folder, 'long.mp4')
  const noise = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=12:duration=60,noise=alls=20:allf=t']
  const sound = ['-f', 'lavfi', '-i', 'sine=duration=60']
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  execFileSync('ffmpeg', ['-v', 'error', ...noise, ...sound, ...coding, source])
  const { files, facts } = await make(source, 'video/mp4')
  const strip = files['filmstrip'] ?? ''
  const size = execFileSync(
    'ffprobe',
    ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0', strip],
    { encoding: 'utf8' },
  )

  expect(size.trim()).toBe('16000,90')
  expect(statSync(strip).size).toBeLessThanOrEqual(150_000)
  expect(statSync(files['poster'] ?? '').size).toBeLessThanOrEqual(350_000)
  expect(files['proxy']).toBeUndefined()
  expect(String(facts['codec'])).toMatch(/^avc1\.(?:42|4d|64)/)
})

test('sound begins and ends with the pictures', async () => {
  const source = path.join(folder, 'sound.mov')
  const inputs = [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=320x180:rate=24:duration=4',
    '-f',
    'lavfi',
    '-i',
    'sine=duration=4',
  ]
  execFileSync('ffmpeg', ['-v', 'error', ...inputs, '-c:v', 'prores_ks', '-c:a', 'pcm_s24le', source])
  const { files } = await make(source, 'video/quicktime')
  const args = [
    '-v',
    'error',
    '-show_entries',
    'stream=codec_name,start_time,duration',
    '-of',
    'csv=p=0',
    files['proxy'] ?? '',
  ]
  const streams = execFileSync('ffprobe', args, { encoding: 'utf8' }).trim().split('\n')
  const [video, audio] = streams.map((line) => line.split(','))

  expect([video?.[0], audio?.[0]]).toEqual(['h264', 'aac'])
  expect(Math.abs(Number(video?.[1]) - Number(audio?.[1]))).toBeLessThan(0.03)
  expect(Math.abs(Number(audio?.[2]) - 4)).toBeLessThan(0.05)
})

const stills = [
  { name: 'a.psd', type: 'image/vnd.adobe.photoshop', coding: [] },
  { name: 'a.exr', type: 'image/x-exr', coding: ['-vf', 'format=rgb24,format=gbrpf32le'] },
  { name: 'a.tif', type: 'image/tiff', coding: ['-pix_fmt', 'rgb48le'] },
  { name: 'a.tga', type: 'image/x-tga', coding: ['-pix_fmt', 'bgr24'] },
  { name: 'a.dpx', type: 'image/x-dpx', coding: ['-pix_fmt', 'gbrp10be'] },
] as const
/** A Photoshop file of the same ramp. */
function aPsd(): Buffer {
  const data = new Uint8ClampedArray(256 * 64 * 4)
  for (let at = 0; at < data.length; at += 4) data.fill((at / 4) % 256, at, at + 3).fill(255, at + 3, at + 4)
  return writePsdBuffer({ width: 256, height: 64, imageData: { width: 256, height: 64, data } })
}

test.each(stills)('$name is shown as browsers expect it', async ({ name, type, coding }) => {
  const source = path.join(folder, name)
  if (name === 'a.psd') writeFileSync(source, aPsd())
  else makeStillFile(source, coding)
  const { files, facts } = await make(source, type)
  const ramp = readRamp(files['proxy'] ?? '', 8)
  // Scene light is linear: what was written as its value is shown brighter.
  const toShown = (value: number): number =>
    type === 'image/x-exr'
      ? 255 * (value <= 0.003_130_8 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)
      : 255 * value
  const wanted = ramp.map((_, column) => toShown((column * 32 + 15.5) / 255))

  expect(Object.keys(files).toSorted()).toEqual(['poster', 'proxy', 'thumbnail'])
  expect(facts).toMatchObject({ width: 256, height: 64 })
  expect(Math.max(...ramp.map((grey, column) => Math.abs(grey - (wanted[column] ?? 0))))).toBeLessThan(6)
})

test('fifty broken files break nothing: each is made something of, or refused with a reason', async () => {
  const film = path.join(folder, 'whole.mov')
  makeClip(film, { rate: '24', frames: 12, coding: ['-c:v', 'prores_ks'] })
  const still = path.join(folder, 'whole.exr')
  makeStillFile(still, ['-vf', 'format=rgb24,format=gbrpf32le'])
  // The same files each time: a chain of numbers instead of chance.
  let seed = 7
  const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
  const answers: string[] = []
  for (let turn = 0; turn < 50; turn += 1) {
    const isFilm = turn % 5 !== 4
    const bytes = Buffer.from(readFileSync(isFilm ? film : still))
    const broken = turn % 3 === 0 ? bytes.subarray(0, next(bytes.length)) : bytes
    if (turn % 3 !== 0) for (let hit = 0; hit < 40; hit += 1) broken[next(broken.length)] = next(256)
    const file = path.join(folder, `broken-${turn}${isFilm ? '.mov' : '.exr'}`)
    writeFileSync(file, turn === 0 ? Buffer.from('#EXTM3U\nfile:///etc/passwd\n') : broken)
    const answer = await make(file, isFilm ? 'video/quicktime' : 'image/x-exr').then(
      ({ files }) => (Object.keys(files).length > 0 ? 'made' : 'nothing'),
      (error: unknown) => (error instanceof Error ? error.message : 'nothing'),
    )
    answers.push(answer)
  }

  expect(answers.filter((answer) => answer === 'nothing' || answer === '')).toEqual([])
  expect(answers[0]).toMatch(/cannot be read/)
  expect(new Set(answers).size).toBeGreaterThan(1)
})

test('a job that is stopped ends at once', async () => {
  const source = path.join(folder, 'stopped.mov')
  makeClip(source, { rate: '24', frames: 250, coding: ['-c:v', 'prores_ks'] })
  const stopping = new AbortController()
  const order = {
    folder: mkdtempSync(path.join(folder, 'job-')),
    source,
    contentType: 'video/quicktime',
    wants: everything,
  }
  const onPart = async (): Promise<void> => await Promise.resolve(stopping.abort())
  const run = runMaker(order, { signal: stopping.signal, onPart, onPercent: () => {} })

  await expect(run).rejects.toThrow('The media worker was stopped')
})
