/** Time as it passes on this device: only forward. */
export type Timers = {
  readonly elapsed: () => number
  readonly after: (milliseconds: number, callback: () => void) => () => void
}

/** A clock that is the same for everybody who asks the same server. */
export type SharedClock = {
  /** Milliseconds of the shared clock; absent until the server has answered once. */
  readonly now: () => number | undefined
  /** Asks once more; whether it was answered. */
  readonly ask: () => Promise<boolean>
  readonly close: () => void
}

const firstTries = 10
const betweenFirstMs = 150
const betweenLaterMs = 10_000
// A device's clock runs up to some 50 millionths too fast or too slow: an old answer is worth less than a new one.
const wrongPerMs = 0.0001

/** How far the server's clock is ahead of this device's at most, or at least, and when that was found. */
type Bound = { readonly offset: number; readonly at: number }

/**
 * A clock shared through a server that says what time it has. The server said it after it was asked and before it was heard:
 * of several questions the shortest way there and the shortest way back count, and the truth lies between the two.
 */
export function makeSharedClock(askServer: () => Promise<number>, timers: Timers): SharedClock {
  let most: Bound | undefined
  let least: Bound | undefined
  let isClosed = false
  let cancel: (() => void) | undefined

  const ask = async (): Promise<boolean> => {
    const askedAt = timers.elapsed()
    const time = await askServer().catch(() => undefined)
    const at = timers.elapsed()
    if (time === undefined || isClosed) return false
    const worn = (bound: Bound | undefined): number => (bound === undefined ? Infinity : (at - bound.at) * wrongPerMs)
    if (most === undefined || time - askedAt <= most.offset + worn(most)) most = { offset: time - askedAt, at }
    if (least === undefined || time - at >= least.offset - worn(least)) least = { offset: time - at, at }
    return true
  }
  const askOften = async (left: number): Promise<void> => {
    const isAnswered = await ask()
    if (isClosed) return
    const next = isAnswered ? left - 1 : left
    cancel = timers.after(next > 0 ? betweenFirstMs : betweenLaterMs, () => void askOften(next))
  }
  void askOften(firstTries)
  return {
    now: () => most && least && timers.elapsed() + (most.offset + least.offset) / 2,
    ask,
    close: () => {
      isClosed = true
      cancel?.()
    },
  }
}
