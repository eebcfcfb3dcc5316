import { makeListeners } from '#core/lib/listeners.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'

function makeAsked() {
  let asked: ReviewSessionRow | undefined
  const listeners = makeListeners()
  const set = (next: ReviewSessionRow | undefined): void => {
    asked = next
    listeners.tell()
  }
  return {
    get: (): ReviewSessionRow | undefined => asked,
    subscribe: listeners.subscribe,
    open: (session: ReviewSessionRow): void => set(session),
    close: (): void => set(undefined),
  } as const
}

/** The session being taken along. */
export const takeStore = makeAsked()

/** The session being kept on this device. */
export const askedToKeep = makeAsked()
