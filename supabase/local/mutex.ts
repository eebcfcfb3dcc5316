/** First come, first served. Not re-entrant: a holder that asks again waits for itself. */
export interface Mutex {
  /** Waits for its turn and answers the function that gives the turn up. */
  acquire(): Promise<() => void>
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** Whether somebody has the turn or waits for it. */
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

/** Lets so many work at once; who comes later waits, first come, first served. */
export function makeTurns(most: number): Pick<Mutex, 'run'> & { countWaiting(): number } {
  const waiting: (() => void)[] = []
  let working = 0

  return {
    countWaiting: () => waiting.length,
    async run(work) {
      if (working < most) working += 1
      // Whoever ends hands their turn on.
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) working -= 1
        else next()
      }
    },
  }
}
