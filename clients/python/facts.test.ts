import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { FilePathSource } from 'mediabunny'
import { afterAll, expect, test } from 'vitest'
import { bytesOf } from '#core/lib/readable-bytes.ts'
import { readFilmFacts } from '#core/revisions/film-facts.ts'
import { encodeDetails } from '#core/revisions/media-details.ts'
import { readPictureSize } from '#core/revisions/picture-size.ts'

const root = path.join(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-facts-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Reads files with the Python package, all in one process. */
function readByPython(files: readonly (readonly [kind: string, file: string])[]): readonly Record<string, unknown>[] {
  const program = `
import json, sys
sys.path.insert(0, ${JSON.stringify(import.meta.dirname)})
from xsheet._facts import read_facts
print(json.dumps([read_facts(kind, path) for kind, path in json.load(sys.stdin)]))`
  return JSON.parse(execFileSync('python3', ['-I', '-c', program], { input: JSON.stringify(files) }).toString('utf8'))
}

test('the Python package reads the same film facts as the app, without dependencies', async () => {
  const names = ['rate-23.976.mp4', 'rate-24.mp4', 'rate-25.mp4', 'rate-29.97.mp4', 'rate-50.mp4', 'rate-60.mp4']
  const files = [...names, 'drop-frame.mov'].map((name) => path.join(root, 'e2e/clips', name))
  const read = readByPython(files.map((file) => ['video/mp4', file]))

  for (const [at, file] of files.entries()) {
    const bytes = bytesOf(new Blob([readFileSync(file)]))
    expect(read[at]).toEqual(encodeDetails(await readFilmFacts({ source: new FilePathSource(file), bytes })))
  }
})

test('unusual frame rates and codecs by sample entry are read as in the app', async () => {
  const change = (name: string, at: (film: Buffer) => void) => {
    const film = readFileSync(path.join(root, 'e2e/clips/rate-24.mp4'))
    at(film)
    const file = path.join(folder, name)
    writeFileSync(file, film)
    return file
  }
  // With 512 ticks a frame, 47.952 times as many ticks a second.
  const ntsc = change('ntsc.mp4', (film) => film.writeUInt32BE(24_551, film.indexOf('mdhd') + 16))
  const entries = ['apcn', 'ap4h', 'AVdn', 'jpeg'].map((name) =>
    change(`${name}.mov`, (film) => film.write(name, film.indexOf('avc1', film.indexOf('stsd')), 'latin1')),
  )
  const files = [ntsc, ...entries]
  const read = readByPython(files.map((file) => ['video/quicktime', file]))

  expect(read.map(({ codec, frame_rate: rate }) => [codec, rate])).toEqual([
    [expect.stringMatching(/^avc1/), '48000/1001'],
    ['apcn', '24/1'],
    ['ap4h', '24/1'],
    ['dnxhd', '24/1'],
    ['mjpeg', '24/1'],
  ])
  for (const [at, file] of files.entries()) {
    const bytes = bytesOf(new Blob([readFileSync(file)]))
    expect(read[at]).toEqual(encodeDetails(await readFilmFacts({ source: new FilePathSource(file), bytes })))
  }
})

test('WebM, Matroska and HEVC facts are read as in the app', async () => {
  const make = (name: string, ...options: readonly string[]): string => {
    const file = path.join(folder, name)
    const [size = '320x180', rate = '24', ...more] = options
    const picture = ['-f', 'lavfi', '-i', `testsrc=s=${size}:r=${rate}:d=1`]
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...picture, ...more, file])
    return file
  }
  const sound = ['-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'libopus']
  const hevc = ['-c:v', 'libx265', '-x265-params', 'log-level=none']
  const films = [
    path.join(root, 'e2e/clips/rate-30.webm'),
    path.join(root, 'e2e/clips/rate-59.94.webm'),
    make('vp8.webm', '320x180', '24', '-c:v', 'libvpx'),
    make('sound.webm', '640x360', '48', ...sound, '-c:v', 'libvpx-vp9', '-pix_fmt', 'yuv420p'),
    make('deep.webm', '320x180', '24000/1001', '-c:v', 'libvpx-vp9', '-pix_fmt', 'yuv422p10le'),
    make('live.webm', '320x180', '25', '-c:v', 'libvpx', '-live', '1', '-cluster_time_limit', '300'),
    make('avc.mkv', '320x180', '25', '-c:v', 'libx264', '-bf', '2'),
    make('hevc.mkv', '320x180', '25', ...hevc),
    make('hvc1.mp4', '320x180', '25', ...hevc, '-pix_fmt', 'yuv420p', '-tag:v', 'hvc1'),
    make('hev1.mov', '320x180', '24000/1001', ...hevc, '-pix_fmt', 'yuv420p10le', '-tag:v', 'hev1'),
  ]
  const kinds: Readonly<Record<string, string>> = { '.webm': 'video/webm', '.mkv': 'video/x-matroska' }
  const read = readByPython(films.map((file) => [kinds[path.extname(file)] ?? 'video/mp4', file]))

  for (const [at, file] of films.entries()) {
    const bytes = bytesOf(new Blob([readFileSync(file)]))
    const facts = encodeDetails(await readFilmFacts({ source: new FilePathSource(file), bytes }))
    expect([path.basename(file), read[at]]).toEqual([path.basename(file), facts])
  }
  const cut = path.join(folder, 'cut.webm')
  writeFileSync(cut, readFileSync(path.join(root, 'e2e/clips/rate-30.webm')).subarray(0, 300))
  expect(readByPython([['video/webm', cut]])).toEqual([{}])
})

test('AV1 facts in MP4, WebM and Matroska are read as in the app, with colours and depth in the codec string', async () => {
  const aom = ['-c:v', 'libaom-av1', '-cpu-used', '8', '-crf', '50']
  const hdr = ['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc']
  const films = [
    ['plain.mp4', '24', '-pix_fmt', 'yuv420p'],
    ['plain.webm', '24000/1001', '-pix_fmt', 'yuv420p'],
    ['plain.mkv', '60', '-pix_fmt', 'yuv420p'],
    ['deep.mp4', '25', '-pix_fmt', 'yuv420p10le', ...hdr],
    ['deep.webm', '30', '-pix_fmt', 'yuv420p10le', ...hdr],
    ['full.mp4', '48', '-pix_fmt', 'yuv444p', '-color_range', 'pc'],
    ['full.mkv', '48', '-pix_fmt', 'yuv444p', '-color_range', 'pc'],
    ['wide.webm', '50', '-pix_fmt', 'yuv422p12le'],
    ['gray.mkv', '24', '-pix_fmt', 'gray'],
  ].map(([name = '', rate = '', ...more]) => {
    const file = path.join(folder, `av1-${name}`)
    const picture = ['-f', 'lavfi', '-i', `testsrc=s=320x180:r=${rate}:d=0.5`]
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...picture, ...aom, ...more, file])
    return file
  })
  const kinds: Readonly<Record<string, string>> = { '.webm': 'video/webm', '.mkv': 'video/x-matroska' }
  const read = readByPython(films.map((file) => [kinds[path.extname(file)] ?? 'video/mp4', file]))

  for (const [at, file] of films.entries()) {
    const bytes = bytesOf(new Blob([readFileSync(file)]))
    const facts = encodeDetails(await readFilmFacts({ source: new FilePathSource(file), bytes }))
    expect(facts).toMatchObject({ width: 320, height: 180, codec: expect.stringMatching(/^av01\./) })
    expect([path.basename(file), read[at]]).toEqual([path.basename(file), facts])
  }
})

test('a film with a variable rate has no rate, and a truncated one no facts', () => {
  const film = readFileSync(path.join(root, 'e2e/clips/rate-24.mp4'))
  const broken = path.join(folder, 'broken.mp4')
  writeFileSync(broken, film.subarray(0, 500))
  const variable = path.join(root, 'e2e/clips/variable.mp4')

  expect(
    readByPython([...[broken, variable].map((file) => ['video/mp4', file] as const), ['image/jpeg', broken]]),
  ).toEqual([{}, { width: 256, height: 144, duration_ms: 3967, codec: 'avc1.64000c' }, {}])
})

/** A JPEG's header: camera metadata, the rotation, and the frame. */
function aTurnedJpeg(): Buffer {
  const exif = 'Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0'
  const segment = (mark: number, body: string): string =>
    `\xff${String.fromCharCode(mark)}\0${String.fromCharCode(body.length + 2)}${body}`
  return Buffer.from(`\xff\xd8${segment(0xe1, exif)}${segment(0xc2, '\x08\x04\x38\x07\x80\x03')}`, 'latin1')
}

/** An AVIF's header: a small part and the whole picture, rotated. */
function anAvif(): Buffer {
  const box = (kind: string, body: string): string => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(body.length + 8)
    return head.toString('latin1') + kind + body
  }
  const size = (wide: string, high: string): string => box('ispe', `\0\0\0\0\0\0${wide}\0\0${high}`)
  const parts = box('ipco', size('\x02\x00', '\x02\x00') + size('\x07\x80', '\x04\x38') + box('irot', '\x01'))
  return Buffer.from(box('ftyp', 'avif\0\0\0\0mif1') + box('meta', `\0\0\0\0${box('iprp', parts)}`), 'latin1')
}

test('picture sizes are read as in the app, rotated as displayed', async () => {
  const made = [
    ['image/jpeg', aTurnedJpeg()],
    ['image/avif', anAvif()],
  ] as const
  const files = made.map(([kind, bytes], at) => {
    const file = path.join(folder, String(at))
    writeFileSync(file, bytes)
    return [kind, file] as const
  })
  const webp = ['image/webp', path.join(root, 'supabase/seed/media/storm.webp')] as const
  const read = readByPython([...files, webp])

  expect(read).toEqual([
    { width: 1080, height: 1920 },
    { width: 1080, height: 1920 },
    { width: 1280, height: 536 },
  ])
  for (const [at, [, file]] of [...files, webp].entries())
    expect(await readPictureSize(bytesOf(new Blob([readFileSync(file)])))).toEqual(read[at])
})

test('a damaged picture has no size', () => {
  const damaged = path.join(folder, 'damaged.png')
  writeFileSync(damaged, Buffer.from('89504e470d0a1a0a0000000d494844529fffffff00000168', 'hex'))

  expect(readByPython([['image/png', damaged]])).toEqual([{}])
})
