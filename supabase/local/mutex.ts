/** First come, first served. Not re-entrant: a holder that acquires it again waits for itself. */
export interface Mutex {
  /** Waits for its turn and returns the function that gives it up. */
  acquire(): Promise<() => void>
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** Whether somebody holds it or waits for it. */
  isHeld(): boolean
}

export function makeMutex(): Mutex {
  let tail: Promise<void> = Promise.resolve()
  let holders = 0

  async function acquire(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const turn = tail
    tail = promise
    holders += 1
    await turn
    return () => {
      holders -= 1
      resolve()
    }
  }

  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    const release = await acquire()
    try {
      return await work()
    } finally {
      release()
    }
  }

  return { acquire, run, isHeld: () => holders > 0 }
}

export type WorkLimiter = {
  /** Work with a name runs at most `mostEach` at a time per name. */
  run<Result>(work: () => Promise<Result>, of?: string): Promise<Result>
  countWaiting(): number
}

/** Limits how much work runs at once. Waiting callers are served by fewest running first, then in order of arrival. */
export function makeWorkLimiter(most: number, mostEach = most): WorkLimiter {
  const waiting: { of: string; begin: () => void }[] = []
  const working = new Map<string, number>()
  let all = 0

  const count = (of: string): number => (of === '' ? 0 : (working.get(of) ?? 0))

  function change(of: string, by: number): void {
    all += by
    const left = (working.get(of) ?? 0) + by
    if (left > 0) working.set(of, left)
    else working.delete(of)
  }

  function beginNext(): void {
    if (all >= most || waiting.length === 0) return
    const counts = waiting.map(({ of }) => count(of))
    const fewest = Math.min(...counts)
    if (fewest >= mostEach) return
    const [next] = waiting.splice(counts.indexOf(fewest), 1)
    if (next === undefined) return
    change(next.of, 1)
    next.begin()
  }

  return {
    countWaiting: () => waiting.length,
    async run(work, of = '') {
      await new Promise<void>((begin) => {
        waiting.push({ of, begin })
        beginNext()
      })
      try {
        return await work()
      } finally {
        change(of, -1)
        beginNext()
      }
    },
  }
}
