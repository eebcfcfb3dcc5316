import { makeListeners } from '#core/lib/listeners.ts'
import type { StatusId } from '#core/lib/ids.ts'
import { afterPaint } from './after-paint.ts'

/**
 * A status that the selected cells show before the change is made: gathering thousands of tasks takes longer than a
 * frame, and a key must be answered within one.
 */
export type EarlyStatus = {
  readonly get: () => StatusId | undefined
  /** Shows the status and resolves once it is painted; at once where nobody draws cells. */
  readonly show: (statusId: StatusId) => Promise<void>
  /** Ends it: the change is made, or will not be. */
  readonly end: () => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Makes an early status that is not shown yet. */
export function makeEarlyStatus(): EarlyStatus {
  const listeners = makeListeners()
  let statusId: StatusId | undefined
  const set = (next: StatusId | undefined): void => {
    statusId = next
    listeners.tell()
  }
  return {
    get: () => statusId,
    show: async (next) => {
      if (!listeners.isHeard()) return
      set(next)
      await afterPaint()
    },
    end: () => {
      if (statusId !== undefined) set(undefined)
    },
    subscribe: listeners.subscribe,
  }
}
