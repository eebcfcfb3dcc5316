import { hostname } from 'node:os'
import process from 'node:process'
import { makeDoor } from './door.ts'
import { runWorker } from './run-worker.ts'

const url = process.env['XSHEET_URL']?.trim().replace(/\/+$/, '')
const secret = process.env['MEDIA_WORKER_SECRET']?.trim()
if (!url || !secret) {
  console.error(
    'The media worker needs XSHEET_URL, where the functions answer (https://….supabase.co), and MEDIA_WORKER_SECRET.',
  )
  process.exit(1)
}

const stopping = new AbortController()
const stop = (): void => stopping.abort()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
// Started by a host, it ends with it, however the host ended.
process.on('disconnect', stop)

const idleMs = Number(process.env['MEDIA_WORKER_IDLE_SECONDS'] ?? 5) * 1000
await runWorker({
  door: makeDoor({ url, secret, worker: `${hostname()}:${process.pid}`.slice(0, 100) }),
  idleMs: Number.isFinite(idleMs) && idleMs > 0 ? idleMs : 5000,
  signal: stopping.signal,
})
process.exit(0)
