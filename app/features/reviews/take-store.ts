import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'

let taken: ReviewSessionRow | undefined
const listeners = new Set<() => void>()

function set(next: ReviewSessionRow | undefined): void {
  taken = next
  for (const listener of listeners) listener()
}

/** The session that is about to be taken along. */
export const takeStore = {
  get: (): ReviewSessionRow | undefined => taken,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  open: (session: ReviewSessionRow): void => set(session),
  close: (): void => set(undefined),
} as const
