import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'

function makeAsked() {
  let asked: ReviewSessionRow | undefined
  const listeners = new Set<() => void>()
  const set = (next: ReviewSessionRow | undefined): void => {
    asked = next
    for (const listener of listeners) listener()
  }
  return {
    get: (): ReviewSessionRow | undefined => asked,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open: (session: ReviewSessionRow): void => set(session),
    close: (): void => set(undefined),
  } as const
}

/** The session being taken along. */
export const takeStore = makeAsked()

/** The session being kept on this device. */
export const askedToKeep = makeAsked()
