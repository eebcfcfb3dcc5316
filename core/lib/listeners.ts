/** Functions that are told of changes; `subscribe` returns a function that ends it. */
export type Listeners<Told = void> = {
  readonly subscribe: (listener: (told: Told) => void) => () => void
  readonly tell: (told: Told) => void
  /** Whether anybody listens. */
  readonly isHeard: () => boolean
  readonly clear: () => void
}

/** Makes a list of listeners, empty at first. */
export function makeListeners<Told = void>(): Listeners<Told> {
  const listeners = new Set<(told: Told) => void>()
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell: (told) => {
      for (const listener of listeners) listener(told)
    },
    isHeard: () => listeners.size > 0,
    clear: () => listeners.clear(),
  }
}
