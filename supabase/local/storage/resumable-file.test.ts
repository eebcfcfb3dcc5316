import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { makeResumableFiles } from './resumable-file.ts'

const directory = mkdtempSync(path.join(tmpdir(), 'xsheet-resumable-'))
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const about = {
  bucket: 'media',
  key: 'film.mp4',
  lengthBytes: 100,
  contentType: 'video/mp4',
  cacheControl: 'no-cache',
  isUpsert: false,
  isSigned: false,
}

/** A connection that has broken unnoticed: some bytes, and no end. */
const brokenBody = (): ReadableStream<Uint8Array> =>
  new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([1, 2, 3])) })

test('a piece that is cancelled, even before its first byte was read, ends at once', async () => {
  const files = makeResumableFiles(directory)
  const upload = await files.create(about)

  expect(await files.append(upload, brokenBody(), AbortSignal.abort())).toBe('cut-off')

  expect(await files.findOffset(upload.id)).toBe(0)
})

test('what arrived of a piece before it was cancelled is kept', async () => {
  const files = makeResumableFiles(directory)
  const upload = await files.create(about)
  const stop = new AbortController()

  const appended = files.append(upload, brokenBody(), stop.signal)
  await expect.poll(async () => await files.findOffset(upload.id)).toBe(3)
  stop.abort()

  expect(await appended).toBe('cut-off')
  expect([...readFileSync(files.toPath(upload.id))]).toEqual([1, 2, 3])
})

test('with one folder on two hosts, late bytes at the first leave the file as its sender has it', async () => {
  const [first, second] = [makeResumableFiles(directory), makeResumableFiles(directory)]
  const upload = await first.create({ ...about, lengthBytes: 6 })
  const late = Promise.withResolvers<Uint8Array>()
  const broken = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(new Uint8Array([1, 2, 3]))
      controller.enqueue(await late.promise)
    },
  })
  const stop = new AbortController()
  const stale = first.append(upload, broken, stop.signal)
  await expect.poll(async () => await second.findOffset(upload.id)).toBe(3)

  const resumed = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(new Uint8Array([4]))
      await expect.poll(async () => await second.findOffset(upload.id)).toBe(4)
      late.resolve(new Uint8Array([4, 5]))
      await expect.poll(async () => await second.findOffset(upload.id)).toBeGreaterThan(4)
      controller.enqueue(new Uint8Array([5, 6]))
      controller.close()
    },
  })
  const reached = await second.append(upload, resumed, new AbortController().signal)
  stop.abort()
  await stale

  expect(reached).toBe(6)
  expect([...readFileSync(second.toPath(upload.id))]).toEqual([1, 2, 3, 4, 5, 6])
})
