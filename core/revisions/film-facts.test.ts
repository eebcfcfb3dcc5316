import path from 'node:path'
import { BlobSource, FilePathSource } from 'mediabunny'
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { readFilmFacts } from './film-facts.ts'
import { bytesOf } from '#core/lib/readable-bytes.ts'

const clips = path.join(import.meta.dirname, '../../e2e/clips')

test.each([
  { name: 'rate-23.976.mp4', frameRate: '24000/1001', frameCount: 200, durationMs: 8342, codec: 'avc1.64000c' },
  { name: 'rate-24.mp4', frameRate: '24/1', frameCount: 200, durationMs: 8333, codec: 'avc1.64000c' },
  { name: 'rate-25.mp4', frameRate: '25/1', frameCount: 200, durationMs: 8000, codec: 'avc1.64000c' },
  { name: 'rate-29.97.mp4', frameRate: '30000/1001', frameCount: 240, durationMs: 8008, codec: 'avc1.64000c' },
  { name: 'rate-60.mp4', frameRate: '60/1', frameCount: 300, durationMs: 5000, codec: 'avc1.64000d' },
  {
    name: 'drop-frame.mov',
    frameRate: '30000/1001',
    frameCount: 60,
    durationMs: 2002,
    codec: 'avc1.64000c',
    startTimecode: '00:59:58;12',
  },
])('the facts of $name are the same from disk and from memory', async ({ name, ...wanted }) => {
  const file = path.join(clips, name)
  const blob = new Blob([readFileSync(file)])
  const bytes = bytesOf(blob)
  const facts = await readFilmFacts({ source: new FilePathSource(file), bytes })

  expect(facts).toEqual({ width: 256, height: 144, ...wanted })
  expect(await readFilmFacts({ source: new BlobSource(blob), bytes })).toEqual(facts)
})

test.each([
  ['AVdn', 'dnxhd'],
  ['jpeg', 'mjpeg'],
  ['xxxx', 'xxxx'],
])('a film with the unknown codec %s is named %s, without a warning', async (entry, codec) => {
  const film = readFileSync(path.join(clips, 'rate-24.mp4'))
  film.write(entry, film.indexOf('avc1', film.indexOf('stsd')), 'latin1')
  const blob = new Blob([film])
  const warn = vi.spyOn(console, 'warn')
  const facts = await readFilmFacts({ source: new BlobSource(blob), bytes: bytesOf(blob) })

  expect(facts).toMatchObject({ width: 256, height: 144, codec })
  expect(warn).not.toHaveBeenCalled()
})

test('a damaged film and a file that is no film have no facts', async () => {
  const film = readFileSync(path.join(clips, 'rate-24.mp4'))

  for (const blob of [new Blob([film.subarray(0, 500)]), new Blob(['no film'])])
    expect(await readFilmFacts({ source: new BlobSource(blob), bytes: bytesOf(blob) })).toEqual({})
})
