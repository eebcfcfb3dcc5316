import type { MediaId } from '#core/lib/ids.ts'

/** How often each file could not be had in a row. */
export type MediaFailures = {
  /** Counts one more; answers how long to wait before the next try. */
  readonly count: (id: MediaId) => number
  readonly timesOf: (id: MediaId) => number
  /** Calls back in so many milliseconds; answers when that will be. Those that fail together are woken together. */
  readonly wakeIn: (waitMs: number) => number
  /** Forgets all; answers which they were. */
  readonly clear: () => readonly MediaId[]
}

/** The specification's wait before what came back empty is asked for again. */
export const RETRY_MS = 400
const LONGEST_WAIT_MS = 10_000
// What failed longer ago than this has worked meanwhile.
const CALM_MS = 60_000

/** Counts what could not be had, and wakes whoever waits for it: less and less often. */
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
