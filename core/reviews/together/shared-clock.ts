/** The device's monotonic time and timers. */
export type Timers = {
  readonly elapsed: () => number
  readonly after: (milliseconds: number, callback: () => void) => () => void
}

/** A clock shared by everybody who asks the same server. */
export type SharedClock = {
  /** Returns milliseconds on the shared clock; undefined until the server has answered once. */
  readonly now: () => number | undefined
  /** Asks the server again; resolves with whether it answered. */
  readonly ask: () => Promise<boolean>
  readonly close: () => void
}

const firstTries = 10
const betweenFirstMs = 150
const betweenLaterMs = 10_000
// A device's clock can be off by about 50 millionths, so old answers lose precision.
const wrongPerMs = 0.0001

/** An upper or lower bound of the server clock's lead over this device's, and when it was measured. */
type Bound = { readonly offset: number; readonly at: number }

/**
 * Makes a clock shared through a server that returns its time. The server answers after the request is sent and before
 * the answer arrives: of several requests, the shortest way there and the shortest way back give bounds, and the
 * midpoint is used.
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
