/** Limits how many loads run at once; the others wait in order of arrival. */
export type LoadQueue = {
  /**
   * Calls back when it is this one's turn, at once where there is room; the returned function frees the slot or leaves
   * the queue.
   */
  readonly enter: (onTurn: () => void) => () => void
}

/** Makes a queue with a limit. */
export function makeLoadQueue(limit: number): LoadQueue {
  const waiting: (() => void)[] = []
  let running = 0
  const next = (): void => {
    while (running < limit) {
      const start = waiting.shift()
      if (start === undefined) return
      running += 1
      start()
    }
  }
  return {
    enter: (onTurn) => {
      let state: 'waiting' | 'running' | 'over' = 'waiting'
      const start = (): void => {
        state = 'running'
        onTurn()
      }
      waiting.push(start)
      next()
      return () => {
        if (state === 'waiting') waiting.splice(waiting.indexOf(start), 1)
        if (state === 'running') running -= 1
        state = 'over'
        next()
      }
    },
  }
}
