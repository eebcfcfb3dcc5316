import { mediaKindOf } from '#core/revisions/media-kind.ts'
import type { AnalyseStored } from '#core/sync/poster-filler.ts'
import { hashBlob } from '#core/sync/uploads/hash-blob.ts'
import type { PrepareFile, PreparedFile } from '#core/sync/uploads/ports.ts'
import { trustScriptUrl } from '#app/lib/trusted-script-url.ts'
// oxlint-disable-next-line import/default -- Vite resolves the query to an address, not the file
import workerUrl from './prepare-file.worker.ts?worker&url'
import { drawFilmElement, hasNoDecoder } from './draw-film-element.ts'
import type { PrepareAnswer, PrepareRequest } from './prepare-messages.ts'

/** Pictures are optional: a file that takes longer goes without. A slow machine decodes two megapixels per second. */
const PATIENCE_MS = 30_000
const pixelsPerMs = 2000

/** The page hashes this much in a few milliseconds; starting a worker takes longer. */
const smallBytes = 256 * 1024

/**
 * Hashes and examines a file in a worker that ends with it; a small file without a preview, such as a script or a
 * table, needs none. Rejects if the bytes cannot be read.
 */
export const prepareFile: PrepareFile = async ({ body, contentType, fileName }, signal) => {
  if (body.size <= smallBytes && !isLookedAt(contentType))
    return { sha256: await hashBlob(body, signal), details: {}, pictures: [] }
  const baseName = fileName.replace(/\.[^.]*$/, '').slice(0, 200)
  const { sha256, looks } = await askWorker({ body, contentType, baseName }, signal)
  if (sha256 === undefined) throw new Error('The file could not be read')
  const found = looks ?? { details: {}, pictures: [] }
  if (mediaKindOf(contentType) !== 'video' || !isDrawnHere(found)) return { sha256, ...found }
  const address = URL.createObjectURL(body)
  try {
    return { sha256, ...found, pictures: await drawInPage(address, baseName, signal) }
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Examines a stored file in a worker that ends with it, when the page is idle. */
export const analyseStored: AnalyseStored = async (url, signal, mostBytes) => {
  await idle()
  const { looks = { details: {}, pictures: [] } } = await askWorker({ url, mostBytes, baseName: 'poster' }, signal)
  if (looks.details.frameRate === undefined || !isDrawnHere(looks)) return looks
  return { ...looks, pictures: await drawInPage(url, 'poster', signal) }
}

const isDrawnHere = ({ pictures }: Looks): boolean => pictures.length === 0 && hasNoDecoder()

async function drawInPage(address: string, baseName: string, signal: AbortSignal): Promise<PreparedFile['pictures']> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  return await drawFilmElement(address, baseName, AbortSignal.any([signal, patience])).catch((cause: unknown) => {
    if (signal.aborted) throw cause
    return []
  })
}

const isLookedAt = (contentType: string): boolean => ['image', 'audio', 'video'].includes(mediaKindOf(contentType))

type Looks = Omit<PreparedFile, 'sha256'>
type Found = { readonly sha256: string | undefined; readonly looks: Looks | undefined }

async function askWorker(request: PrepareRequest, signal: AbortSignal): Promise<Found> {
  const worker = new Worker(trustScriptUrl(workerUrl), { type: 'module' })
  try {
    return await new Promise<Found>((resolve, reject) => {
      let sha256: string | undefined
      let size: { readonly width: number; readonly height: number } | undefined
      let timer: ReturnType<typeof setTimeout> | undefined
      const giveUp = (): void => resolve({ sha256, looks: size && { details: size, pictures: [] } })
      const wait = (): void => {
        const pixels = size === undefined ? 0 : size.width * size.height
        clearTimeout(timer)
        timer = setTimeout(giveUp, PATIENCE_MS + pixels / pixelsPerMs)
      }
      signal.addEventListener('abort', () => reject(new DOMException('The upload was stopped', 'AbortError')))
      worker.addEventListener('error', giveUp)
      worker.addEventListener('message', ({ data }: MessageEvent<PrepareAnswer>) => {
        if (data.kind === 'hash') {
          ;({ sha256 } = data)
          wait()
        } else if (data.kind === 'size') {
          size = { width: data.width, height: data.height }
          wait()
        } else if (data.kind === 'looks') resolve({ sha256, looks: data.looks })
        else giveUp()
      })
      if ('url' in request) wait()
      worker.postMessage(request)
    })
  } finally {
    worker.terminate()
  }
}

async function idle(): Promise<void> {
  await new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 200)
    else requestIdleCallback(() => resolve(), { timeout: 2000 })
  })
}
