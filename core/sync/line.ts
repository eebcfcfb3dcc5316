import { makeListeners } from '#core/lib/listeners.ts'
import type { AppError } from '#core/lib/errors.ts'
import type { AnyId } from '#core/lib/ids.ts'
import { isSignedOut } from './signed-out.ts'
import type { TabMessage } from './ports.ts'

/** A write or file on this device that waits to be sent. */
export type Waiting = {
  readonly id: AnyId
  /** Its position among those of its kind. */
  readonly order: number
}

/** How entries of one kind are stored, selected and sent. */
export type Work<Entry extends Waiting> = {
  /** The most that are sent at once. */
  readonly maxParallel: number
  /** Loads what the device has stored: at the start, and again when this tab begins to lead. */
  readonly load: () => Promise<void>
  /** Returns those that may be sent, in order; may include ones being sent or waiting for a retry. */
  readonly listReady: () => Iterable<Entry>
  /** Makes one attempt. Returns the failure that calls for a retry; records every other outcome itself. Never fails. */
  readonly attempt: (entry: Entry, signal: AbortSignal) => Promise<AppError | undefined>
  /** Returns the wait after so many failures, the last of them this error, in milliseconds. */
  readonly waitMs: (error: AppError, failures: number) => number
  readonly hear: (message: TabMessage) => void
  /** Retries deletions that the store refused. */
  readonly sweep?: () => void
}

type Host = { readonly elapsed: () => number; readonly onSignedOut: () => void; readonly onEnded: () => void }

type Running = { readonly abort: AbortController; readonly ended: Promise<void> }

/** The waiting entries of one kind, in order, with those being sent and those waiting for a retry. */
export class Line<Entry extends Waiting> {
  readonly #work: Work<Entry>
  readonly #host: Host
  readonly #running = new Map<AnyId, Running>()
  readonly #failures = new Map<AnyId, { count: number; notBefore: number }>()
  readonly #listeners = makeListeners()
  #entries: readonly Entry[] = []

  constructor(work: Work<Entry>, host: Host) {
    this.#work = work
    this.#host = host
  }

  getEntries = (): readonly Entry[] => this.#entries

  subscribe = this.#listeners.subscribe

  find(id: AnyId): Entry | undefined {
    return this.#entries.find((entry) => entry.id === id)
  }

  /** Returns a position after all others, even if the clock was set back. */
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

  /** Aborts an attempt. */
  stop(id: AnyId): void {
    this.#running.get(id)?.abort.abort()
  }

  /** Aborts every attempt; resolves when they have ended. */
  async stopAll(): Promise<void> {
    for (const { abort } of this.#running.values()) abort.abort()
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  /** Resets an entry's failure count. */
  forgive(id: AnyId): void {
    this.#failures.delete(id)
  }

  /** Makes every waiting retry due now. */
  hurry(): void {
    for (const failure of this.#failures.values()) failure.notBefore = 0
    this.#work.sweep?.()
  }

  /**
   * Starts everything that is ready. Returns when the next retry is due, or Infinity at full capacity: then the end of
   * an attempt pumps again.
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
    this.#listeners.tell()
  }
}
