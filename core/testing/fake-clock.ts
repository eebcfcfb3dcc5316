import type { Clock } from '#core/sync/ports.ts'

export type FakeClock = Clock & {
  /** Runs every timer due within so many milliseconds, in order, letting promises settle in between. */
  readonly advance: (milliseconds: number) => Promise<void>
  /** Lets everything that does not wait for a timer finish. */
  readonly settle: () => Promise<void>
  /** Sets the time of day back, as a person or a time server might. */
  readonly setBack: (milliseconds: number) => void
}

/** Makes a clock that moves only when a test advances it. */
export function makeFakeClock(startMs = 1_700_000_000_000): FakeClock {
  let elapsed = 0
  let dayMs = startMs
  let timers: readonly { readonly at: number; readonly callback: () => void }[] = []
  const settle = async (): Promise<void> => {
    // Promise chains are a few dozen long at most, and nothing here uses macrotasks.
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve()
  }
  return {
    now: () => dayMs + elapsed,
    elapsed: () => elapsed,
    after: (milliseconds, callback) => {
      const timer = { at: elapsed + Math.max(0, milliseconds), callback }
      timers = [...timers, timer]
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    settle,
    setBack: (milliseconds) => {
      dayMs -= milliseconds
    },
    advance: async (milliseconds) => {
      const end = elapsed + milliseconds
      await settle()
      for (;;) {
        const due = timers.filter(({ at }) => at <= end).sort((first, second) => first.at - second.at)[0]
        if (due === undefined) break
        elapsed = Math.max(elapsed, due.at)
        timers = timers.filter((other) => other !== due)
        due.callback()
        await settle()
      }
      elapsed = end
    },
  }
}
