export interface RateLimit {
  /** Milliseconds until the caller may try again; 0 if it may now. */
  findWait(caller: string): number
  countFailure(caller: string): void
}

type Window = { endsAt: number; failures: number }

export type RateLimitOptions = { failures: number; windowMs: number; now?: () => number }

/**
 * Allows a number of failures per window and caller; successes cost nothing. Setting the clock back locks nobody out
 * for longer.
 */
export function makeRateLimit({ failures, windowMs, now = () => performance.now() }: RateLimitOptions): RateLimit {
  const windows = new Map<string, Window>()

  function findCurrent(caller: string): Window | undefined {
    const window = windows.get(caller)
    if (window !== undefined && window.endsAt <= now()) windows.delete(caller)
    return windows.get(caller)
  }

  function forgetEnded(): void {
    for (const [caller, { endsAt }] of windows) if (endsAt <= now()) windows.delete(caller)
  }

  return {
    findWait(caller) {
      const window = findCurrent(caller)
      return window !== undefined && window.failures >= failures ? window.endsAt - now() : 0
    },
    countFailure(caller) {
      if (windows.size > 10_000) forgetEnded()
      const window = findCurrent(caller) ?? { endsAt: now() + windowMs, failures: 0 }
      window.failures += 1
      windows.set(caller, window)
    },
  }
}
