import { setTimeout as wait } from 'node:timers/promises'
import type { Door } from './door.ts'
import { processJob } from './process-job.ts'

type Work = { readonly door: Door; readonly idleMs: number; readonly signal: AbortSignal }

const longestPauseMs = 60_000

/** Works on one job after the other until told to stop; polls a server that does not respond less and less often. */
export async function runWorker({ door, idleMs, signal }: Work): Promise<void> {
  let pauseMs = idleMs
  while (!signal.aborted) {
    try {
      const job = await door.claim()
      pauseMs = idleMs
      if (job === null) await pause(idleMs, signal)
      else await processJob(door, job, signal)
    } catch (error) {
      console.error(`Media worker: ${error instanceof Error ? error.message : String(error)}`)
      await pause(pauseMs, signal)
      pauseMs = Math.min(longestPauseMs, pauseMs * 2)
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined)
}
