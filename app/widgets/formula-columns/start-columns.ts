import type { ColumnsAnswer } from '#core/sync/formula-columns.ts'
import { trustScriptUrl } from '#app/lib/trusted-script-url.ts'
// oxlint-disable-next-line import/default -- Vite resolves the query to an address, not to the file
import workerUrl from './columns.worker.ts?worker&url'
import type { ColumnsPort } from './column-feed.ts'

/** Starts the worker that calculates whole columns; `fail` is called if it cannot run. */
export function startColumns(
  hear: (answer: ColumnsAnswer) => void,
  fail: () => void,
): ColumnsPort & { readonly close: () => void } {
  const worker = new Worker(trustScriptUrl(workerUrl), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<ColumnsAnswer>) => hear(data))
  worker.addEventListener('error', fail)
  return { post: (request) => worker.postMessage(request), close: () => worker.terminate() }
}
