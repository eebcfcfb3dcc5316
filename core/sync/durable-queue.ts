import { Line, type Waiting, type Work } from './line.ts'
import type { Clock, Online, TabMessage, Tabs } from './ports.ts'

type Opened = {
  readonly line: Pick<Line<Waiting>, 'pump' | 'hurry'>
  readonly work: Pick<Work<Waiting>, 'load' | 'hear' | 'sweep'>
}

type QueueDeps = { readonly clock: Clock; readonly online: Online; readonly tabs: Tabs }

/**
 * Everything a person's device has yet to send to the server: writes and files, each in a line of its own. One tab
 * works for all of them; it pauses while offline or signed out, and retries failures with growing waits.
 */
export class DurableQueue {
  readonly #deps: QueueDeps
  readonly #lines: Opened[] = []
  readonly #stops: (() => void)[] = []
  #isLeader = false
  #isSignedOut = false
  #isClosed = false
  #cancelTimer: (() => void) | undefined

  constructor(deps: QueueDeps) {
    this.#deps = deps
  }

  /** Whether this tab works for all tabs. */
  get isLeader(): boolean {
    return this.#isLeader && !this.#isClosed
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Adds a kind of work; lines are loaded in the order they were opened. */
  open<Entry extends Waiting>(work: Work<Entry>): Line<Entry> {
    const line = new Line(work, {
      elapsed: () => this.#deps.clock.elapsed(),
      onSignedOut: () => (this.#isSignedOut = true),
      onEnded: this.pump,
    })
    this.#lines.push({ line, work })
    return line
  }

  /**
   * Loads what earlier runs left, and begins once this tab leads. Fails, and closes the queue, if that cannot be read.
   */
  async start(): Promise<void> {
    const { tabs, online } = this.#deps
    this.#stops.push(
      tabs.subscribe((message) => this.#hear(message)),
      online.subscribe(() => this.flush()),
    )
    try {
      for (const { work } of this.#lines) await work.load()
    } catch (cause) {
      this.close()
      throw cause
    }
    if (!this.#isClosed) this.#stops.push(tabs.lead(() => void this.#lead()))
  }

  post(message: TabMessage): void {
    this.#deps.tabs.post(message)
  }

  /** Starts everything that is ready. */
  pump = (): void => {
    if (!this.isLeader || this.#isSignedOut || !this.#deps.online.isOnline()) return
    const { clock } = this.#deps
    // Waits use the monotonic clock, so setting the clock back stalls nothing.
    const now = clock.elapsed()
    const next = Math.min(...this.#lines.map(({ line }) => line.pump(now)))
    this.#cancelTimer?.()
    this.#cancelTimer = next === Infinity ? undefined : clock.after(next - now, this.pump)
  }

  /** Retries everything that is waiting: the network is back, or somebody signed in. */
  flush(): void {
    this.#isSignedOut = false
    for (const { line } of this.#lines) line.hurry()
    this.pump()
  }

  close(): void {
    this.#isClosed = true
    this.#cancelTimer?.()
    for (const stop of this.#stops) stop()
  }

  #hear(message: TabMessage): void {
    for (const { work } of this.#lines) work.hear(message)
    this.pump()
  }

  /** Takes over. Another tab may have worked until now, so the store is read again. */
  async #lead(): Promise<void> {
    // What cannot be read now waits for the next start; what is known is sent.
    for (const { work } of this.#lines) await work.load().catch(() => undefined)
    this.#isLeader = true
    for (const { work } of this.#lines) work.sweep?.()
    this.pump()
  }
}
