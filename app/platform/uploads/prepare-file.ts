import type { PrepareFile, PreparedFile } from '#core/sync/uploads/ports.ts'
import { trustScriptUrl } from '#app/lib/trusted-script-url.ts'
// oxlint-disable-next-line import/default -- Vite answers the query with an address, not the file
import workerUrl from './prepare-file.worker.ts?worker&url'
import type { PrepareAnswer, PrepareRequest } from './prepare-messages.ts'

/** Pictures are a convenience: a film that takes longer to look at goes without. */
const PATIENCE_MS = 30_000

/** Looks at a file in a worker that ends with it. Fails where the bytes cannot be read. */
export const prepareFile: PrepareFile = async ({ body, contentType, fileName }, signal) => {
  const worker = new Worker(trustScriptUrl(workerUrl), { type: 'module' })
  const request: PrepareRequest = { body, contentType, baseName: fileName.replace(/\.[^.]*$/, '').slice(0, 200) }
  try {
    return await new Promise<PreparedFile>((resolve, reject) => {
      let sha256: string | undefined
      const withoutPictures = (): void => {
        if (sha256 === undefined) reject(new Error('The file could not be read'))
        else resolve({ sha256, details: {}, pictures: [] })
      }
      signal.addEventListener('abort', () => reject(new DOMException('The upload was stopped', 'AbortError')))
      worker.addEventListener('error', withoutPictures)
      worker.addEventListener('message', ({ data }: MessageEvent<PrepareAnswer>) => {
        if (data.kind === 'hash') {
          ;({ sha256 } = data)
          setTimeout(withoutPictures, PATIENCE_MS)
        } else if (data.kind === 'looks' && sha256 !== undefined) resolve({ sha256, ...data.looks })
        else withoutPictures()
      })
      worker.postMessage(request)
    })
  } finally {
    worker.terminate()
  }
}
