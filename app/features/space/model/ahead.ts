import type { StatusId } from '#core/lib/ids.ts'

/**
 * A status that the chosen cells show before the change itself is made: gathering thousands of tasks takes longer than a
 * frame, and a key is answered within one.
 */
export type Ahead = {
  readonly get: () => StatusId | undefined
  /** Shows it and resolves once that is painted; at once where nobody draws cells. */
  readonly show: (statusId: StatusId) => Promise<void>
  /** The change is made, or will not be. */
  readonly end: () => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Nothing is ahead yet. */
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

/** Resolves once the browser has painted what it was given; soon, too, in a window that paints nothing. */
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

/** Lets the browser do what waits before going on. */
export async function nextTask(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 0)
  })
}
