import type { EpochMs } from '#core/lib/calendar-date.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import type { FeedPage, Gateway } from '#core/gateway/ports.ts'
import type { StudioId, UserId } from '#core/lib/ids.ts'
import type { Question } from '#core/query/define-query.ts'
import { backOffMs } from './back-off.ts'
import type { KeptPages } from './kept-pages.ts'
import type { Clock, IdSource, Online } from './ports.ts'

/** The state of a question's answer. */
export type PageState<Row> = {
  readonly rows: readonly Row[]
  /** The cursor of the next page; absent after the last. */
  readonly next: string | undefined
  readonly isLoading: boolean
  /** When the server gave the answer shown, possibly before a reload; absent if it never did. */
  readonly answeredAt: EpochMs | undefined
  /** Why the last request failed; the rows shown stay, and it is retried if that may help. */
  readonly failure: AppError | undefined
}

/** The dependencies of pages. */
export type PageDeps = {
  readonly userId: UserId
  readonly gateway: Pick<Gateway, 'call' | 'feeds'>
  readonly kept: KeptPages
  readonly clock: Clock
  readonly ids: Pick<IdSource, 'random'>
  readonly online: Online
  readonly watchNews: (studioId: StudioId, onNews: () => void) => () => void
}

// Notifications of one change arrive in quick succession.
const settleMs = 300
// Rows that keep changing are shown after this many tries.
const mostTries = 3

/** The answer to one question, for as long as somebody watches it. */
export class Page<Row> {
  state: PageState<Row> = { rows: [], next: undefined, isLoading: true, answeredAt: undefined, failure: undefined }
  readonly #question: Question<Row>
  readonly #deps: PageDeps
  readonly #listeners = new Set<() => void>()
  readonly #left = new AbortController()
  /** The rows shown are a stored copy; the first response replaces them. */
  #isCopy = false
  #isOutdated = false
  #asking: Promise<void> | undefined
  #failures = 0
  /** When the server last answered, by the monotonic clock. */
  #restsSince = -Infinity
  /** The cursor of the page that failed. */
  #failedAfter: string | undefined
  #cancelNews = (): void => undefined
  #cancelRetry = (): void => undefined

  constructor(question: Question<Row>, deps: PageDeps) {
    this.#question = question
    this.#deps = deps
  }

  start(): void {
    const { online, clock, watchNews } = this.#deps
    const stops = [
      watchNews(this.#question.studioId, () => {
        this.#cancelNews()
        const restedMs = clock.elapsed() - this.#restsSince
        const waitMs = Math.max(settleMs, this.#question.restMs - restedMs)
        this.#cancelNews = clock.after(waitMs, () => void this.refresh())
      }),
      online.subscribe(() => {
        if (online.isOnline() && this.state.failure?.retryable === true) void this.#askAgain()
      }),
    ]
    this.#left.signal.addEventListener('abort', () => stops.forEach((stop) => stop()))
    void this.#showCopy()
    void this.refresh()
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async refresh(): Promise<void> {
    if (this.#asking === undefined) return await this.#ask(undefined)
    this.#isOutdated = true
    await this.#asking
  }

  async more(): Promise<void> {
    // A stored copy has no next page until the server answers.
    if (this.state.next === undefined || this.state.isLoading || this.#isCopy) return
    await this.#ask(this.state.next)
  }

  async retry(): Promise<void> {
    if (this.#asking !== undefined) return
    this.#set({ failure: undefined })
    await this.#askAgain()
  }

  patch(change: (rows: readonly Row[]) => readonly Row[]): void {
    this.#isOutdated = this.#asking !== undefined
    this.#set({ rows: change(this.state.rows) })
    this.#keep()
  }

  close(): void {
    this.#left.abort()
    this.#cancelNews()
    this.#cancelRetry()
    this.#listeners.clear()
  }

  async #showCopy(): Promise<void> {
    const copy = await this.#deps.kept.load(this.#question)
    // The server was faster, or nobody is watching any more.
    if (copy === undefined || this.state.answeredAt !== undefined || this.#left.signal.aborted) return
    this.#isCopy = true
    this.#set(copy)
  }

  async #askAgain(): Promise<void> {
    if (this.#asking === undefined) await this.#ask(this.#failedAfter)
  }

  async #ask(after: string | undefined): Promise<void> {
    this.#cancelRetry()
    this.#isOutdated = false
    this.#set({ isLoading: true })
    this.#asking = this.#answer(after)
    await this.#asking
  }

  async #answer(after: string | undefined): Promise<void> {
    try {
      const page = await this.#fetch(after)
      if (!this.#left.signal.aborted) this.#take(page, after === undefined)
    } catch (cause) {
      if (!this.#left.signal.aborted) this.#fail(cause, after)
    } finally {
      this.#asking = undefined
    }
    // A later page does not include what is new.
    if (this.#isOutdated && after !== undefined && !this.#left.signal.aborted) void this.refresh()
  }

  /** Repeats the request if something changed while the server was answering, up to `mostTries` times. */
  async #fetch(after: string | undefined): Promise<FeedPage<Row>> {
    const { gateway, userId } = this.#deps
    const ask = async () => await this.#question.fetch(gateway, { after, userId, signal: this.#left.signal })
    let page = await ask()
    for (let tries = 1; this.#isOutdated && after === undefined && tries < mostTries; tries += 1) {
      this.#isOutdated = false
      page = await ask()
    }
    return page
  }

  #take(page: FeedPage<Row>, isFirst: boolean): void {
    const { merge } = this.#question
    const { next } = this.state
    const known = this.#isCopy ? [] : this.state.rows
    const hasLater =
      merge !== undefined && isFirst && !this.#isCopy && next !== undefined && known.length > page.items.length
    const joined = isFirst ? page.items : [...known, ...page.items]
    this.#isCopy = false
    this.#failures = 0
    this.#restsSince = this.#deps.clock.elapsed()
    this.#set({
      rows: merge?.(known, page.items, { isFirst, hasLater }) ?? joined,
      next: hasLater ? next : page.next,
      isLoading: false,
      answeredAt: this.#deps.clock.now(),
      failure: undefined,
    })
    this.#keep()
  }

  #fail(cause: unknown, after: string | undefined): void {
    const failure = cause instanceof AppError ? cause : new AppError('unexpected', messages.unexpected, { cause })
    const isForbidden = failure.code === 'permission-denied' || failure.code === 'not-found'
    if (isForbidden) void this.#deps.kept.drop(this.#question)
    this.#set({ isLoading: false, failure, ...(isForbidden && { rows: [], next: undefined, answeredAt: undefined }) })
    this.#failedAfter = after
    if (!failure.retryable) return
    this.#failures += 1
    const { clock, ids } = this.#deps
    this.#cancelRetry = clock.after(backOffMs(failure, this.#failures, ids.random()), () => void this.#askAgain())
  }

  #keep(): void {
    const { rows, next, answeredAt } = this.state
    if (answeredAt !== undefined) void this.#deps.kept.save(this.#question, { rows, next, answeredAt })
  }

  #set(changes: Partial<PageState<Row>>): void {
    if (this.#left.signal.aborted) return
    this.state = { ...this.state, ...changes }
    for (const listener of this.#listeners) listener()
  }
}
