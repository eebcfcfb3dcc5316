import { afterEach, expect, test, vi } from 'vitest'
import type { UploadEntry } from '#core/sync/uploads/ports.ts'
import { prepareFile } from './prepare-file.ts'

const looked = { sha256: 'from the worker', looks: { details: { width: 9 }, pictures: [] } }

/** A worker that responds at once. */
class FakeWorker extends EventTarget {
  static started = 0

  constructor() {
    super()
    FakeWorker.started += 1
  }

  postMessage(): void {
    const answer = (data: object) => this.dispatchEvent(new MessageEvent('message', { data }))
    queueMicrotask(() => {
      answer({ kind: 'hash', sha256: looked.sha256 })
      answer({ kind: 'looks', looks: looked.looks })
    })
  }

  terminate(): void {}
}

afterEach(() => {
  vi.unstubAllGlobals()
  FakeWorker.started = 0
})

async function prepare(contentType: string, sizeBytes = 3) {
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('VideoDecoder', {})
  const body = new Blob(['a'.repeat(sizeBytes)])
  const entry = { body, contentType, fileName: 'a file' } as unknown as UploadEntry & { readonly body: Blob }
  return await prepareFile(entry, new AbortController().signal)
}

test('a small file without a preview is hashed without a worker', async () => {
  const sha256 = '9834876dcfb05cb167a5c24953eba58c4ac89b1adf57f28f2f9d09af107ee8f0'
  expect(await prepare('text/csv')).toEqual({ sha256, details: {}, pictures: [] })
  expect(FakeWorker.started).toBe(0)
})

test.each(['image/png', 'image/svg+xml', 'video/mp4', 'application/mxf', 'audio/wav'])(
  'a small file of type %s is examined by a worker',
  async (contentType) => {
    expect(await prepare(contentType)).toEqual({ sha256: looked.sha256, ...looked.looks })
    expect(FakeWorker.started).toBe(1)
  },
)

test('a large file without a preview is hashed by a worker', async () => {
  expect(await prepare('application/zip', 300_000)).toMatchObject({ sha256: looked.sha256 })
})

/** Returns a worker that reports a picture's size and decodes it in this many milliseconds. */
function decodingWithin(ms: number, size: { readonly width: number; readonly height: number }) {
  return class extends FakeWorker {
    override postMessage(): void {
      const answer = (data: object) => this.dispatchEvent(new MessageEvent('message', { data }))
      answer({ kind: 'hash', sha256: looked.sha256 })
      answer({ kind: 'size', ...size })
      setTimeout(() => answer({ kind: 'looks', looks: looked.looks }), ms)
    }
  }
}

test('a huge picture gets time in proportion to its pixels, and keeps its size if even that is too short', async () => {
  vi.useFakeTimers()
  const huge = { width: 20_000, height: 15_000 }
  const entry = { body: new Blob(['a']), contentType: 'image/png', fileName: 'plate.png' }
  const decode = async (ms: number) => {
    vi.stubGlobal('Worker', decodingWithin(ms, huge))
    const prepared = prepareFile(entry, new AbortController().signal)
    await vi.runAllTimersAsync()
    return await prepared
  }

  expect(await decode(170_000)).toMatchObject({ details: { width: 9 } })
  expect(await decode(190_000)).toEqual({ sha256: looked.sha256, details: huge, pictures: [] })
  vi.useRealTimers()
})

test('without decoders, under plain http, a film the browser does not play has no pictures', async () => {
  vi.stubGlobal('Worker', FakeWorker)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:film')
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const make = document.createElement.bind(document)
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const element = make(name)
    if (name === 'video') queueMicrotask(() => queueMicrotask(() => element.dispatchEvent(new Event('error'))))
    return element
  })

  const film = { body: new Blob(['a']), contentType: 'video/mp4', fileName: 'film.mp4' }
  const prepared = await prepareFile(film, new AbortController().signal)

  expect(prepared).toEqual({ sha256: looked.sha256, ...looked.looks })
  expect(revoke).toHaveBeenCalledWith('blob:film')
})

test('without decoders, an upload that was stopped meanwhile ends instead of waiting for the film', async () => {
  vi.stubGlobal('Worker', FakeWorker)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:film')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()

  const film = { body: new Blob(['a']), contentType: 'video/mp4', fileName: 'film.mp4' }
  await expect(prepareFile(film, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
})
