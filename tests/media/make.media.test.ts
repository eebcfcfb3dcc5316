import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writePsdBuffer } from 'ag-psd'
import { downloadZip } from 'client-zip'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runMaker } from '#supabase/media-worker/run-maker.ts'
import type { Made, Order } from '#supabase/media-worker/messages.ts'
import {
  makeClip,
  makeStillFile,
  readKeyFrameSpace,
  readNumbers,
  readPixels,
  readRamp,
  readSize,
  readTimes,
} from './a-clip.ts'
import { aP3Profile, aTiff } from './a-tiff.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'xsheet-clips-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const range = (from: number, count: number): readonly number[] => Array.from({ length: count }, (_, at) => from + at)
const nothing = { poster: false, filmstrip: false, proxy: false, largeProxy: false, waveform: false }
const everything = { ...nothing, poster: true, filmstrip: true, proxy: true, waveform: true }

/** Makes all previews of a file, in a folder of its own. */
async function make(source: string, contentType: string, more: Partial<Order> = {}) {
  const parts: Made[] = []
  const job = mkdtempSync(path.join(folder, 'job-'))
  const order = { folder: job, source, contentType, rate: '24/1', wants: everything, ...more }
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
  { name: 'mpeg2.mpg', rate: '25', coding: ['-c:v', 'mpeg2video', '-bf', '2', '-q:v', '3'], says: '25/1' },
  {
    name: 'open-groups.mov',
    rate: '24',
    coding: ['-c:v', 'libx264', '-pix_fmt', 'yuv422p10le', '-x264-params', 'open-gop=1:bframes=3:keyint=24'],
    says: '24/1',
  },
] as const

test.each(clips)(
  'each frame of $name is the same frame of its proxy, at its own time',
  async ({ name, says, ...clip }) => {
    const source = path.join(folder, name)
    makeClip(source, { ...clip, frames: 100 })
    const type = {
      mov: 'video/quicktime',
      mp4: 'video/mp4',
      mkv: 'video/x-matroska',
      avi: 'video/x-msvideo',
      mxf: 'application/mxf',
      mpg: 'video/mpeg',
    }
    const made = await make(source, type[name.split('.')[1] as keyof typeof type])
    const proxy = made.files['proxy'] ?? ''
    // AVI has no timestamps and MPEG not all: their frames follow at their rate.
    const even = Array.from({ length: 100 }, (_, frame) => frame / Number(clip.rate))
    const [wanted, times] = [/\.(?:avi|mpg)$/.test(name) ? even : readTimes(source), readTimes(proxy)]

    expect(readNumbers(proxy)).toEqual(Array.from({ length: 100 }, (_, frame) => frame))
    expect(Math.max(...times.map((time, frame) => Math.abs(time - (wanted[frame] ?? -1))))).toBeLessThan(0.0011)
    expect(made.facts).toMatchObject({ frame_count: 100, frame_rate: says })
    expect(readKeyFrameSpace(proxy)).toBeLessThanOrEqual(12)
    expect(made.first).toEqual(['poster', 'thumbnail'])
  },
)

test.each([
  { name: 'timed.mxf', rate: '30000/1001', timecode: '01:00:00;02', type: 'application/mxf' },
  { name: 'timed.mov', rate: '24', timecode: '10:00:00:00', type: 'video/quicktime' },
])('the timecode of $name at $rate, $timecode, is among its facts', async ({ name, rate, timecode, type }) => {
  const source = path.join(folder, name)
  const coding = ['-c:v', 'dnxhd', '-profile:v', 'dnxhr_lb', '-pix_fmt', 'yuv422p', '-timecode', timecode]
  makeClip(source, { rate, frames: 12, coding })

  expect((await make(source, type)).facts).toMatchObject({ frame_count: 12, start_timecode: timecode })
})

test.each([
  ['png', 'image/png', ['-pix_fmt', 'rgb24']],
  ['exr', 'image/x-exr', ['-vf', 'format=gbrpf32le']],
  ['dpx', 'image/x-dpx', ['-pix_fmt', 'gbrp10be']],
  ['tif', 'image/tiff', ['-pix_fmt', 'rgb48le']],
  ['jpg', 'image/jpeg', ['-pix_fmt', 'yuvj420p', '-q:v', '2']],
])('numbered pictures in %s become one film at their rate, one frame each', async (ending, type, coding) => {
  const frames = mkdtempSync(path.join(folder, `frames-${ending}-`))
  makeClip(path.join(frames, `%06d.${ending}`), { rate: '24', frames: 40, coding })
  const made = await make(path.join(frames, `%06d.${ending}`), type, {
    sequence: { rate: '24000/1001', numbers: range(1001, 40) },
  })

  expect(readNumbers(made.files['proxy'] ?? '')).toEqual(Array.from({ length: 40 }, (_, frame) => frame))
  const facts = { frame_count: 40, frame_rate: '24000/1001', first_frame: 1001, width: 320, height: 180 }
  expect(made.facts).toMatchObject(facts)
  expect(made.facts).not.toHaveProperty('preview_note')
  expect(made.first).toEqual(['poster', 'thumbnail'])
})

test('a missing picture is replaced by the one before, frames keep their numbers, and the gap is reported', async () => {
  const frames = mkdtempSync(path.join(folder, 'gaps-'))
  makeClip(path.join(frames, '%06d.png'), { rate: '24', frames: 12, coding: ['-pix_fmt', 'rgb24'] })
  for (const gone of [4, 8, 9]) rmSync(path.join(frames, `00000${gone}.png`))
  const numbers = range(1001, 12).filter((number) => ![1004, 1008, 1009].includes(number))
  const { files, facts } = await make(path.join(frames, '%06d.png'), 'image/png', { sequence: { rate: '24', numbers } })

  expect(readNumbers(files['proxy'] ?? '')).toEqual([0, 1, 2, 2, 4, 5, 6, 6, 6, 9, 10, 11])
  expect(facts).toMatchObject({
    frame_count: 12,
    first_frame: 1001,
    preview_note: '3 of 12 frames are missing (1004, 1008–1009): the frame before is held.',
  })
})

/** Creates a ZIP of local files under other names. */
async function zipFiles(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const entries = Object.entries(files).map(([entry, file]) => ({ name: entry, input: readFileSync(file) }))
  const zip = path.join(folder, name)
  writeFileSync(zip, Buffer.from(await downloadZip(entries).arrayBuffer()))
  return zip
}

async function aSequence(frames: number): Promise<readonly string[]> {
  const place = mkdtempSync(path.join(folder, 'zipped-'))
  makeClip(path.join(place, '%d.png'), { rate: '24', frames, coding: ['-pix_fmt', 'rgb24'] })
  return await Promise.resolve(range(1, frames).map((number) => path.join(place, `${number}.png`)))
}

test('a ZIP of numbered pictures becomes one film at the chosen rate, whatever else is in it and however it is organised', async () => {
  const pictures = await aSequence(10)
  const named = pictures
    .toReversed()
    .flatMap((file, at) => (at === 3 ? [] : [[`comp/v7/sh010.${1010 - at}.PNG`, file]]))
  const rest = {
    'read-me.txt': pictures[0],
    '__MACOSX/comp/v7/._sh010.1001.png': pictures[0],
    '../../etc/x.png': pictures[1],
  }
  const zip = await zipFiles('plates.zip', { ...Object.fromEntries(named), ...rest })
  const { files, facts, first } = await make(zip, 'application/zip', { rate: '25/1' })

  expect(readNumbers(files['proxy'] ?? '')).toEqual([0, 1, 2, 3, 4, 5, 5, 7, 8, 9])
  expect(first).toEqual(['poster', 'thumbnail'])
  expect(facts).toMatchObject({
    frame_count: 10,
    frame_rate: '25/1',
    first_frame: 1001,
    preview_note: '1 of 10 frames is missing (1007): the frame before is held.',
  })
})

test('a ZIP without numbered pictures is left alone; one with two sequences, or broken, says why there is no film', async () => {
  const pictures = await aSequence(5)
  const numbered = (start: string) => Object.fromEntries(pictures.map((file, at) => [`${start}.100${at}.png`, file]))
  const plain = await make(await zipFiles('plain.zip', { 'notes.png': pictures[0] ?? '' }), 'application/zip')
  const two = await zipFiles('two.zip', { ...numbered('beauty'), ...numbered('matte') })
  const cut = path.join(folder, 'cut.zip')
  writeFileSync(cut, readFileSync(two).subarray(0, 900))

  expect(plain).toEqual({ files: {}, facts: {}, first: undefined })
  await expect(make(two, 'application/zip')).rejects.toThrow(/several image sequences/)
  await expect(make(cut, 'application/zip')).rejects.toThrow(/ZIP cannot be read/)
})

test('a picture in a ZIP larger than declared is not unpacked', async () => {
  const pictures = await aSequence(5)
  const named = Object.fromEntries(pictures.map((file, at) => [`sh010.100${at}.png`, file]))
  const liar = await zipFiles('liar.zip', named)
  const bytes = readFileSync(liar)
  // In the last entry of the central directory, the uncompressed size.
  bytes.writeUInt32LE(10, bytes.lastIndexOf('PK\u0001\u0002') + 24)
  writeFileSync(liar, bytes)

  await expect(make(liar, 'application/zip')).rejects.toThrow(/cannot be read: number 1004/)
})

test('each frame of a GIF becomes a frame of its film with its duration; a still GIF becomes no film', async () => {
  const [moving, still] = [path.join(folder, 'walk.gif'), path.join(folder, 'still.gif')]
  makeClip(moving, { rate: '20', size: '161x91', frames: 30, coding: [] })
  makeClip(still, { rate: '20', frames: 1, coding: [] })
  const { files, facts } = await make(moving, 'image/gif')
  const plain = await make(still, 'image/gif')
  const [wanted, times] = [readTimes(moving), readTimes(files['proxy'] ?? '')]

  expect(readNumbers(files['proxy'] ?? '')).toEqual(range(0, 30))
  expect(Math.max(...times.map((time, frame) => Math.abs(time - (wanted[frame] ?? -1))))).toBeLessThan(0.0011)
  expect(facts).toMatchObject({ frame_count: 30, frame_rate: '20/1' })
  expect(Object.keys(plain.files)).not.toContain('proxy')
  expect(plain.facts['frame_count']).toBe(1)
})

test('the larger proxy has the same frames in 1080p, and is all that is made then', async () => {
  const source = path.join(folder, 'large.mov')
  makeClip(source, { rate: '24', size: '2048x1152', frames: 30, coding: ['-c:v', 'prores_ks'] })
  const { files, facts } = await make(source, 'video/quicktime', { wants: { ...nothing, largeProxy: true } })
  const small = await make(source, 'video/quicktime', { wants: { ...nothing, proxy: true } })
  const [large = '', proxy = ''] = [files['large_proxy'], small.files['proxy']]

  expect(Object.keys(files)).toEqual(['large_proxy'])
  expect([readSize(large), readSize(proxy)]).toEqual(['1920,1080', '1280,720'])
  expect(readNumbers(large)).toEqual(range(0, 30))
  expect(readTimes(large)).toEqual(readTimes(proxy))
  expect(readKeyFrameSpace(large)).toBeLessThanOrEqual(12)
  expect(facts).toMatchObject({ frame_count: 30, width: 2048, height: 1152 })
})

/** Reads the levels of a waveform, from 0 to 35. */
const loudness = (waveform: unknown): readonly number[] =>
  String(waveform)
    .split('')
    .map((part) => Number.parseInt(part, 36))

test.each([
  [
    'tone.mov',
    'video/quicktime',
    ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=24:duration=4'],
    ['-c:v', 'prores_ks', '-c:a', 'pcm_s16le'],
  ],
  [
    'tone.mp4',
    'video/mp4',
    ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=24:duration=4'],
    ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  ],
  ['sound.wav', 'audio/wav', [], []],
  ['sound.mp3', 'audio/mpeg', [], []],
  ['sound.flac', 'audio/flac', [], []],
])('the waveform of %s shows silence and sound where they are', async (...[name, type, pictures, coding]) => {
  const source = path.join(folder, name)
  const tone = String.raw`sine=duration=4:frequency=440,volume='if(lt(t\,2)\,0\,if(lt(t\,3)\,0.25\,0.5))':eval=frame`
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', tone, ...pictures, ...coding, source])
  const { facts } = await make(source, type, { wants: { ...nothing, waveform: true } })
  const parts = loudness(facts['waveform'])
  const loudest = (from: number, to: number) => Math.max(...parts.slice(from, to))

  expect(parts).toHaveLength(600)
  expect(loudest(0, 280)).toBeLessThanOrEqual(1)
  expect(loudest(470, 590)).toBeGreaterThanOrEqual(34)
  expect(Math.abs(loudest(320, 430) - 17.5)).toBeLessThanOrEqual(2)
  expect(facts).not.toHaveProperty('frame_count')
})

test('a film without sound has no waveform, and its video-only proxy counts as complete', async () => {
  const source = path.join(folder, 'silent.mov')
  makeClip(source, { rate: '24', frames: 12, coding: ['-c:v', 'prores_ks'] })
  const { facts, files } = await make(source, 'video/quicktime')

  expect(facts).not.toHaveProperty('waveform')
  expect(Object.keys(files).toSorted()).toEqual(['filmstrip', 'poster', 'proxy', 'thumbnail'])
})

test('a film recorded sideways is shown upright', async () => {
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
])('$name of $coding plays without a proxy: $isPlayed', async ({ name, type, coding, isPlayed }) => {
  const source = path.join(folder, name)
  makeClip(source, { rate: '24', frames: 24, coding })
  const { files, facts } = await make(source, type)

  expect(files['proxy'] === undefined).toBe(isPlayed)
  expect(facts).toMatchObject({ frame_count: 24 })
  if (files['proxy'] !== undefined)
    expect(readNumbers(files['proxy'])).toEqual(Array.from({ length: 24 }, (_, frame) => frame))
})

test('a film with a variable rate keeps each frame’s duration', async () => {
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

test('a long film has a filmstrip of a hundred pictures in 150 kB, a waveform, and no proxy if browsers play it', async () => {
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

test('sound starts and ends with the pictures', async () => {
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
/** Creates a Photoshop file of the same ramp. */
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
  // Scene light is linear: the stored value is shown brighter.
  const toShown = (value: number): number =>
    type === 'image/x-exr'
      ? 255 * (value <= 0.003_130_8 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)
      : 255 * value
  const wanted = ramp.map((_, column) => toShown((column * 32 + 15.5) / 255))

  expect(Object.keys(files).toSorted()).toEqual(['poster', 'proxy', 'thumbnail'])
  expect(facts).toMatchObject({ width: 256, height: 64 })
  expect(Math.max(...ramp.map((grey, column) => Math.abs(grey - (wanted[column] ?? 0))))).toBeLessThan(6)
})

test.each([
  [
    'Display P3',
    aP3Profile(),
    [
      [234, 51, 35],
      [117, 251, 76],
      [0, 0, 245],
    ],
  ],
  [
    'none',
    undefined,
    [
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
    ],
  ],
])('colours of a TIFF with profile %s are converted to sRGB', async (name, profile, colours) => {
  const source = path.join(folder, `${name}.tif`)
  writeFileSync(source, aTiff({ pixels: colours.map((colour) => [...colour, 255]), profile }))
  const { files, facts } = await make(source, 'image/tiff')
  const shown = readPixels(files['proxy'] ?? '', 3)
  const wanted = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255]

  expect(shown.map((value, at) => (Math.abs(value - (wanted[at] ?? -99)) < 24 ? wanted[at] : value))).toEqual(wanted)
  expect(facts['preview_note']).toBe(profile && 'Its colours are in Display P3 and shown in sRGB.')
})

test.each([
  ['straight', 2, [200, 100, 0, 128], [200, 100, 0, 128]],
  ['multiplied', 1, [100, 50, 0, 128], [200, 100, 0, 128]],
  ['unfilled', 2, [200, 100, 0, 0], [200, 100, 0, 255]],
])('a transparent TIFF stays transparent: %s', async (...[name, extra, pixel, wanted]) => {
  const source = path.join(folder, `${name}.tif`)
  writeFileSync(source, aTiff({ pixels: [pixel, pixel, pixel], extra }))
  const { files } = await make(source, 'image/tiff')
  const shown = readPixels(files['proxy'] ?? '', 1)

  expect(Math.max(...wanted.map((value, at) => Math.abs(value - (shown[at] ?? -99))))).toBeLessThan(8)
})

test('half-transparent white in an EXR stays white and half transparent', async () => {
  const source = path.join(folder, 'half.exr')
  const half = 'color=white:size=64x64,format=gbrapf32le,geq=r=0.5:g=0.5:b=0.5:a=0.5'
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', half, '-frames:v', '1', source])
  const { files } = await make(source, 'image/x-exr')
  const [red, , , alpha] = readPixels(files['proxy'] ?? '', 1)

  expect([red, alpha]).toEqual([
    expect.toSatisfy((value: number) => value > 250),
    expect.toSatisfy((value: number) => Math.abs(value - 128) < 4),
  ])
})

test('a logarithmic DPX is converted to sRGB with the Cineon curve, as a picture and as a film, and says so', async () => {
  const frames = mkdtempSync(path.join(folder, 'log-'))
  for (const number of range(1, 5)) {
    const file = path.join(frames, `00000${number}.dpx`)
    makeStillFile(file, ['-pix_fmt', 'gbrp10be'])
    const bytes = readFileSync(file)
    bytes[801] = 3
    writeFileSync(file, bytes)
  }
  const still = await make(path.join(frames, '000001.dpx'), 'image/x-dpx')
  const film = await make(path.join(frames, '%06d.dpx'), 'image/x-dpx', {
    sequence: { rate: '24', numbers: range(1, 5) },
  })
  // Code values 95, 470 and 685 are black, 18 % grey and white.
  const at = (code: number): number => Math.round((code / 1023) * 255)
  const [picture, frame] = [still.files['proxy'] ?? '', film.files['proxy'] ?? ''].map((file) => readRamp(file, 256))

  for (const ramp of [picture, frame]) {
    expect(ramp?.[at(95) - 3]).toBeLessThan(6)
    expect(Math.abs((ramp?.[at(470)] ?? 0) - 118)).toBeLessThan(8)
    expect(ramp?.[at(685) + 3]).toBeGreaterThan(250)
  }
  for (const { facts } of [still, film]) expect(facts['preview_note']).toMatch(/^Its values are logarithmic/)
})

test('a stopped job ends at once', async () => {
  const source = path.join(folder, 'stopped.mov')
  makeClip(source, { rate: '24', frames: 250, coding: ['-c:v', 'prores_ks'] })
  const stopping = new AbortController()
  const order = {
    folder: mkdtempSync(path.join(folder, 'job-')),
    source,
    contentType: 'video/quicktime',
    rate: '24/1',
    wants: everything,
  }
  const onPart = async (): Promise<void> => await Promise.resolve(stopping.abort())
  const run = runMaker(order, { signal: stopping.signal, onPart, onPercent: () => {} })

  await expect(run).rejects.toThrow('The media worker was stopped')
})
