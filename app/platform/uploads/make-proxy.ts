import type { MakeProxy } from '#core/sync/uploads/ports.ts'
import { trustScriptUrl } from '#app/lib/trusted-script-url.ts'
// oxlint-disable-next-line import/default -- Vite resolves the query to an address, not the file
import workerUrl from './prepare-file.worker.ts?worker&url'
import type { ProxyAnswer, ProxyRequest } from './prepare-messages.ts'

/** Makes a film's proxy in a worker that ends with it. */
export const makeProxy: MakeProxy = async (film, { signal, onPercent }) => {
  const worker = new Worker(trustScriptUrl(workerUrl), { type: 'module' })
  try {
    return await new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined))
      worker.addEventListener('error', () => resolve(undefined))
      worker.addEventListener('message', ({ data }: MessageEvent<ProxyAnswer>) => {
        if (data.kind === 'percent') onPercent(data.percent)
        else resolve(data.proxy)
      })
      worker.postMessage({ film } satisfies ProxyRequest)
    })
  } finally {
    worker.terminate()
  }
}
