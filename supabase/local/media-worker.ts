import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Keys } from './keys.ts'
import { directories } from './places.ts'

type Parts = { url: string; keys: Pick<Keys, 'serviceKey'>; program?: string; firstPauseMs?: number }

export interface MediaWorker {
  close(): Promise<void>
}

const longestPauseMs = 60_000
/** A worker that ran this long restarts with the shortest pause. */
const steadyMs = 120_000
/** How long it may take to return its job. */
const graceMs = 5000

const worker = path.join(directories.mediaWorker, 'main.ts')

/** Whether the media worker's own packages are installed. */
export const isMediaWorkerInstalled = (): boolean =>
  existsSync(path.join(directories.mediaWorker, 'node_modules/node-av/package.json'))

/** Runs the media worker beside the host until closed; if it ends by itself it is restarted, with growing pauses. */
export function startMediaWorker({ url, keys, program = worker, firstPauseMs = 1000 }: Parts): MediaWorker {
  let child: ChildProcess
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = firstPauseMs
  let isClosed = false
  let ended = Promise.resolve()

  function start(): void {
    const startedAt = performance.now()
    const env = {
      ...process.env,
      XSHEET_URL: url,
      MEDIA_WORKER_SECRET: keys.serviceKey,
      MEDIA_WORKER_IDLE_SECONDS: '1',
    }
    child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    ended = new Promise((resolve) => {
      child.once('error', () => resolve())
      child.once('exit', () => resolve())
    })
    void ended.then(() => {
      if (isClosed) return
      if (performance.now() - startedAt > steadyMs) pauseMs = firstPauseMs
      console.error(`The media worker stopped; it restarts in ${Math.ceil(pauseMs / 1000)} s`)
      timer = setTimeout(start, pauseMs)
      pauseMs = Math.min(longestPauseMs, pauseMs * 2)
    })
  }

  start()
  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), graceMs)
      await ended
      clearTimeout(late)
    },
  }
}
