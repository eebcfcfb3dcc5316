import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Made } from '#supabase/media-worker/messages.ts'
import { runMaker } from '#supabase/media-worker/run-maker.ts'
import { makeClip, makeStillFile } from './a-clip.ts'
import { aTiff } from './a-tiff.ts'

const count = 200
const atOnce = 4

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'xsheet-broken-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

type Kind = { readonly ending: string; readonly contentType: string; readonly bytes: Buffer }

/** Creates intact files, which are then broken in many ways. */
function makeWhole(): readonly Kind[] {
  const at = (name: string): string => path.join(folder, name)
  const film = (name: string, ...coding: readonly string[]): Buffer => {
    makeClip(at(name), { rate: '24', size: '64x36', frames: 6, coding })
    return readFileSync(at(name))
  }
  makeStillFile(at('whole.exr'), ['-vf', 'format=rgb24,format=gbrpf32le'])
  return [
    { ending: '.mov', contentType: 'video/quicktime', bytes: film('prores.mov', '-c:v', 'prores_ks') },
    {
      ending: '.mov',
      contentType: 'video/quicktime',
      bytes: film('mjpeg.mov', '-c:v', 'mjpeg', '-pix_fmt', 'yuvj422p'),
    },
    { ending: '.avi', contentType: 'video/x-msvideo', bytes: film('mpeg4.avi', '-c:v', 'mpeg4') },
    { ending: '.mkv', contentType: 'video/x-matroska', bytes: film('mpeg2.mkv', '-c:v', 'mpeg2video') },
    { ending: '.exr', contentType: 'image/x-exr', bytes: readFileSync(at('whole.exr')) },
    {
      ending: '.tif',
      contentType: 'image/tiff',
      bytes: aTiff({
        pixels: [
          [200, 100, 0, 255],
          [0, 100, 200, 128],
        ],
      }),
    },
  ]
}

type Dice = (below: number) => number

/** A seeded random generator, so that the files are the same in every run. */
function makeDice(): Dice {
  let seed = 7
  return (below) => (seed = (seed * 48_271) % 2_147_483_647) % below
}

/** Creates a Photoshop file that claims to be 300,000 pixels wide and high, followed by garbage. */
function aHugePsd(next: Dice): Buffer {
  const head = Buffer.alloc(26)
  head.write('8BPS', 0, 'latin1')
  for (const [place, value] of [
    [4, 1],
    [12, 3],
    [22, 8],
    [24, 3],
  ] as const)
    head.writeUInt16BE(value, place)
  for (const place of [14, 18]) head.writeUInt32BE(300_000, place)
  return Buffer.concat([head, Buffer.from(Array.from({ length: 40 }, () => next(256)))])
}

/** Writes the largest possible number where a file stores its width and height, or at a random place. */
function claimHuge(bytes: Buffer, next: Dice): Buffer {
  const window = bytes.indexOf('dataWindow')
  const sample = bytes.indexOf('apcn') + 28
  const place = window > 0 ? window + 24 : sample > 28 ? sample : next(bytes.length - 8)
  return Buffer.concat([bytes.subarray(0, place), Buffer.from([0x7f, 0xff, 0x7f, 0xff]), bytes.subarray(place + 4)])
}

const ways: readonly ((of: Kind, other: Kind, next: Dice) => Partial<Kind>)[] = [
  ({ bytes }, _other, next) => ({ bytes: bytes.subarray(0, 1 + next(bytes.length - 1)) }),
  ({ bytes }, _other, next) => {
    const flipped = Buffer.from(bytes)
    for (let hit = 0; hit < 40; hit += 1) flipped[next(flipped.length)] = next(256)
    return { bytes: flipped }
  },
  // The start of one file followed by the end of another.
  ({ bytes }, other, next) => {
    const cut = next(bytes.length)
    return { bytes: Buffer.concat([bytes.subarray(0, cut), other.bytes.subarray(next(other.bytes.length))]) }
  },
  // Wrong type, and cut off.
  ({ ending, contentType }, other, next) => {
    return { ending, contentType, bytes: other.bytes.subarray(0, 1 + next(other.bytes.length - 1)) }
  },
  ({ bytes, contentType }, _other, next) => {
    if (contentType === 'image/tiff')
      return { ending: '.psd', contentType: 'image/vnd.adobe.photoshop', bytes: aHugePsd(next) }
    return { bytes: Buffer.concat([claimHuge(bytes, next), Buffer.from([next(256), next(256)])]) }
  },
  // Random bytes, or only zeros.
  (_of, _other, next) => ({ bytes: Buffer.from(Array.from({ length: 1 + next(4000) }, () => next(256))) }),
  (_of, _other, next) => ({ bytes: Buffer.alloc(next(100_000)) }),
]

function listBroken(): readonly Kind[] {
  const whole = makeWhole()
  const next = makeDice()
  const pick = (): Kind => whole[next(whole.length)] as Kind
  const playlist = Buffer.from('#EXTM3U\nfile:///etc/passwd\n')
  const first: readonly Kind[] = [
    { ending: '.mov', contentType: 'video/quicktime', bytes: playlist },
    ...whole.map((kind) => ({ ...kind, bytes: Buffer.alloc(0) })),
  ]
  const more = Array.from({ length: count - first.length }, (_, turn): Kind => {
    const of = pick()
    const other = whole.find(({ ending }) => ending !== of.ending && next(2) === 0) ?? (whole.at(-1) as Kind)
    return { ...of, ...ways[turn % ways.length]?.(of, other, next) }
  })
  return [...first, ...more]
}

/** Returns the outcome for a file: `made`, `nothing`, or the reason of the failure. */
async function tryToMake({ ending, contentType, bytes }: Kind, turn: number): Promise<string> {
  const source = path.join(folder, `broken-${turn}${ending}`)
  writeFileSync(source, bytes)
  const parts: Made[] = []
  const wants = { poster: true, filmstrip: true, proxy: true, largeProxy: false, waveform: true }
  const order = { folder: mkdtempSync(path.join(folder, 'job-')), source, contentType, rate: '24/1', wants }
  const onPart = async (part: Made): Promise<void> => await Promise.resolve(void parts.push(part))
  return await runMaker(order, { signal: new AbortController().signal, onPart, onPercent: () => {} }).then(
    (last) => ([...parts, last].some(({ files }) => files.length > 0) ? 'made' : 'nothing'),
    (error: unknown) => (error instanceof Error ? error.message : ''),
  )
}

test('two hundred broken files each produce previews or a reason, and crash nothing', async () => {
  const broken = listBroken()
  const answers: string[] = []
  const waiting = broken.entries()
  const work = async (): Promise<void> => {
    for (const [turn, kind] of waiting) answers[turn] = await tryToMake(kind, turn)
  }

  await Promise.all(Array.from({ length: atOnce }, work))

  const marks = broken.map((kind) => createHash('sha256').update(kind.contentType).update(kind.bytes).digest('hex'))
  expect(new Set(marks).size).toBeGreaterThan(count - 5)
  expect(answers).toHaveLength(count)
  expect(answers.filter((answer) => answer === 'nothing' || answer === '')).toEqual([])
  expect(answers[0]).toMatch(/cannot be read/)
  expect(new Set(answers).size).toBeGreaterThan(3)
}, 300_000)
