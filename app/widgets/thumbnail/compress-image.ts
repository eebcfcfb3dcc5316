import type { PictureShape } from './picture-shape.ts'
import { trustScriptUrl } from '#app/lib/trusted-script-url.ts'
// oxlint-disable-next-line import/default -- Vite resolves the query to an address, not to the file
import workerUrl from './compress-image.worker.ts?worker&url'

/** Compresses a picture in a worker started for it. Rejects if the file is not a picture. */
export async function compressImage(source: Blob, shape: PictureShape = 'thumbnail'): Promise<Blob> {
  const worker = new Worker(trustScriptUrl(workerUrl), { type: 'module' })
  try {
    return await new Promise<Blob>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<{ readonly blob: Blob | undefined }>) => {
        if (data.blob === undefined) reject(new Error('The picture could not be read'))
        else resolve(data.blob)
      })
      worker.addEventListener('error', () => reject(new Error('The picture could not be compressed')))
      worker.postMessage({ source, shape })
    })
  } finally {
    worker.terminate()
  }
}
