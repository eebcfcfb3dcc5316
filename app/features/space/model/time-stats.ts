import { makeListeners } from '#core/lib/listeners.ts'
import type { TaskId } from '#core/lib/ids.ts'

/** Logged time per task, in minutes. Loaded when its view is first opened. */
export type TimeStats = {
  readonly getMinutes: (id: TaskId) => number | undefined
  readonly getVersion: () => number
  readonly subscribe: (listener: () => void) => () => void
  /** Loads the times; offline, the previous ones stay. Fails with an `AppError`. */
  readonly load: () => Promise<void>
}

/** Makes time stats from a source that returns minutes by task. */
export function makeTimeStats(fetchMinutes: () => Promise<ReadonlyMap<TaskId, number>>): TimeStats {
  let minutes: ReadonlyMap<TaskId, number> = new Map()
  let version = 0
  const listeners = makeListeners()
  return {
    getMinutes: (id) => minutes.get(id),
    getVersion: () => version,
    subscribe: listeners.subscribe,
    load: async () => {
      minutes = await fetchMinutes()
      version += 1
      listeners.tell()
    },
  }
}
