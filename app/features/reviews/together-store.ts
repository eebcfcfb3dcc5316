import type { Together, TogetherView } from '#core/reviews/together/together.ts'

// Not a proxy: a room reports its own changes.
let together: Together | undefined
const listeners = new Set<() => void>()

/** The room that this window is in; undefined before it has joined. */
export const togetherStore = {
  find: (): Together | undefined => together,
  getView: (): TogetherView | undefined => together?.get(),
  set: (next: Together | undefined): void => {
    stop?.()
    together = next
    stop = next?.subscribe(tell)
    tell()
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
} as const

let stop: (() => void) | undefined

function tell(): void {
  for (const listener of listeners) listener()
}
