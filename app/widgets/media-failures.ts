import type { MediaId } from '#core/lib/ids.ts'

/** Counts consecutive failures of each file. */
export type MediaFailures = {
  /** Counts another failure; returns how long to wait before the next attempt. */
  readonly count: (id: MediaId) => number
  readonly timesOf: (id: MediaId) => number
  /** Schedules a wake-up and returns its time. Files that fail together are woken together. */
  readonly wakeIn: (waitMs: number) => number
  /** Forgets all failures; returns the affected files. */
  readonly clear: () => readonly MediaId[]
}

/** The specification's wait before an empty result is requested again. */
export const RETRY_MS = 400
const LONGEST_WAIT_MS = 10_000
// A file whose last failure is older than this has worked since.
const CALM_MS = 60_000

/** Counts failures and wakes those waiting for another attempt, at growing intervals. */
export function makeMediaFailures(now: () => number, onWake: () => void): MediaFailures {
  const failures = new Map<MediaId, { readonly times: number; readonly atMs: number }>()
  const alarms = new Set<number>()
  return {
    count: (id) => {
      const last = failures.get(id)
      const times = last === undefined || now() - last.atMs > CALM_MS ? 1 : last.times + 1
      failures.set(id, { times, atMs: now() })
      return Math.min(LONGEST_WAIT_MS, RETRY_MS * 2 ** (times - 1))
    },
    timesOf: (id) => failures.get(id)?.times ?? 0,
    wakeIn: (waitMs) => {
      const atMs = Math.ceil((now() + waitMs) / RETRY_MS) * RETRY_MS
      if (alarms.has(atMs)) return atMs
      alarms.add(atMs)
      setTimeout(() => {
        alarms.delete(atMs)
        onWake()
      }, atMs - now())
      return atMs
    },
    clear: () => {
      const ids = [...failures.keys()]
      failures.clear()
      return ids
    },
  }
}
