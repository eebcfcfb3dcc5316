import type { StatusId } from '#core/lib/ids.ts'

/**
 * A status that the selected cells show before the change is made: gathering thousands of tasks takes longer than a
 * frame, and a key must be answered within one.
 */
export type Ahead = {
  readonly get: () => StatusId | undefined
  /** Shows the status and resolves once it is painted; at once where nobody draws cells. */
  readonly show: (statusId: StatusId) => Promise<void>
  /** Ends it: the change is made, or will not be. */
  readonly end: () => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Makes an `Ahead` that shows nothing yet. */
export function makeAhead(): Ahead {
  const listeners = new Set<() => void>()
  let statusId: StatusId | undefined
  const set = (next: StatusId | undefined): void => {
    statusId = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => statusId,
    show: async (next) => {
      if (listeners.size === 0) return
      set(next)
      await afterPaint()
    },
    end: () => {
      if (statusId !== undefined) set(undefined)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Resolves once the browser has painted, or after 100 ms in a window that paints nothing. */
export async function afterPaint(): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, 100)
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => {
        clearTimeout(timer)
        port1.close()
        resolve()
      })
      port1.start()
      port2.postMessage(undefined)
    })
  })
}

/** Yields to the browser's waiting tasks. */
export async function nextTask(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 0)
  })
}
