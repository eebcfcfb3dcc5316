import type { AppError } from '#core/lib/errors.ts'
import type { AnyId } from '#core/lib/ids.ts'
import { isSignedOut } from './signed-out.ts'
import type { TabMessage } from './ports.ts'

/** One thing that waits on this device to be brought to the server. */
export type Waiting = {
  readonly id: AnyId
  /** Where it stands among those of its kind. */
  readonly order: number
}

/** How things of one kind are kept, which may go now, and how one is tried. */
export type Work<Entry extends Waiting> = {
  /** At most so many are under way at once. */
  readonly maxParallel: number
  /** Reads what the device has kept: at the start, and once more when this tab begins to lead. */
  readonly load: () => Promise<void>
  /** Those whose turn it is, in their order; ones under way or waiting for another try may be among them. */
  readonly listReady: () => Iterable<Entry>
  /** One try. Answers the failure after which it waits; every other end it notes itself. Never fails. */
  readonly attempt: (entry: Entry, signal: AbortSignal) => Promise<AppError | undefined>
  /** How long to wait after so many failures, the last of them this one, in milliseconds. */
  readonly waitMs: (error: AppError, failures: number) => number
  readonly hear: (message: TabMessage) => void
  /** Tries again what the store refused to forget. */
  readonly sweep?: () => void
}

type Host = { readonly elapsed: () => number; readonly onSignedOut: () => void; readonly onEnded: () => void }

type Running = { readonly abort: AbortController; readonly ended: Promise<void> }

/** What waits of one kind, in order: what is under way, and what waits for another try. */
export class Line<Entry extends Waiting> {
  readonly #work: Work<Entry>
  readonly #host: Host
  readonly #running = new Map<AnyId, Running>()
  readonly #failures = new Map<AnyId, { count: number; notBefore: number }>()
  readonly #listeners = new Set<() => void>()
  #entries: readonly Entry[] = []

  constructor(work: Work<Entry>, host: Host) {
    this.#work = work
    this.#host = host
  }

  getEntries = (): readonly Entry[] => this.#entries

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  find(id: AnyId): Entry | undefined {
    return this.#entries.find((entry) => entry.id === id)
  }

  /** The place behind all others, also where a clock was set back. */
  nextOrder(now: number): number {
    return Math.max(now, (this.#entries.at(-1)?.order ?? 0) + 1)
  }

  put(entry: Entry): void {
    const others = this.#entries.filter(({ id }) => id !== entry.id)
    this.#set([...others, entry].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1)))
  }

  remove(isMeant: (entry: Entry) => boolean): void {
    this.#set(this.#entries.filter((entry) => !isMeant(entry)))
  }

  isRunning(id: AnyId): boolean {
    return this.#running.has(id)
  }

  /** Breaks off a try. */
  stop(id: AnyId): void {
    this.#running.get(id)?.abort.abort()
  }

  /** Breaks off every try; resolves when they have ended. */
  async stopAll(): Promise<void> {
    for (const { abort } of this.#running.values()) abort.abort()
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  /** Counts failures from nought again. */
  forgive(id: AnyId): void {
    this.#failures.delete(id)
  }

  /** There is reason to believe that it works now. */
  hurry(): void {
    for (const failure of this.#failures.values()) failure.notBefore = 0
    this.#work.sweep?.()
  }

  /**
   * Starts everything whose turn it is; tells when the next one that waits for another try falls due, where one could
   * start: with no room left the end of a try pumps again.
   */
  pump(now: number): number {
    let next = Infinity
    if (this.#running.size >= this.#work.maxParallel) return next
    for (const entry of this.#work.listReady()) {
      if (this.#running.has(entry.id)) continue
      const notBefore = this.#failures.get(entry.id)?.notBefore ?? 0
      if (notBefore > now) next = Math.min(next, notBefore)
      else this.#run(entry)
      if (this.#running.size >= this.#work.maxParallel) return Infinity
    }
    return next
  }

  #run(entry: Entry): void {
    const abort = new AbortController()
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    this.#running.set(entry.id, { abort, ended })
    void this.#try(entry, abort.signal).finally(() => {
      this.#running.delete(entry.id)
      resolve()
      this.#host.onEnded()
    })
  }

  async #try(entry: Entry, signal: AbortSignal): Promise<void> {
    const error = await this.#work.attempt(entry, signal)
    if (error === undefined) this.forgive(entry.id)
    else if (isSignedOut(error)) this.#host.onSignedOut()
    else {
      const count = (this.#failures.get(entry.id)?.count ?? 0) + 1
      this.#failures.set(entry.id, { count, notBefore: this.#host.elapsed() + this.#work.waitMs(error, count) })
    }
  }

  #set(entries: readonly Entry[]): void {
    this.#entries = entries
    for (const listener of this.#listeners) listener()
  }
}
