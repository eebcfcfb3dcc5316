import { trustScriptUrl } from '#app/lib/trusted-script-url.ts'
// oxlint-disable-next-line import/default -- Vite resolves the query to an address, not to the file
import workerUrl from './item-search.worker.ts?worker&url'
import type { ItemSearchAnswer } from './item-search-messages.ts'
import type { ItemSearchPort } from './item-source.ts'

/** Starts the worker that searches items. */
export function startItemSearch(): ItemSearchPort {
  const worker = new Worker(trustScriptUrl(workerUrl), { type: 'module' })
  return {
    post: (request) => worker.postMessage(request),
    listen: (listener) =>
      worker.addEventListener('message', ({ data }: MessageEvent<ItemSearchAnswer>) => listener(data)),
    close: () => worker.terminate(),
  }
}
