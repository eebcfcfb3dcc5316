import type { Gateway, PullAnswer } from '../gateway/ports.ts'
import type { Scope } from '../domain/rows.ts'
import type { OperationId, Rev } from '../lib/ids.ts'
import { AppError } from '../lib/errors.ts'
import { messages } from '../lib/messages.ts'
import { backOffMs } from './back-off.ts'
import type { Clock, IdSource, LocalStore, OutboxEntry } from './ports.ts'
import { makeReplica, type WritableReplica } from './replica.ts'

/** One scope kept in step with the server: from the cache first, then by pulls. */
export interface ScopeSession {
  readonly replica: WritableReplica
  /** Resolves when rows are there, from the cache or, without one, from the server. Fails with an `AppError`. */
  open: () => Promise<void>
  /** Brings the cache of a scope that nobody looks at up to date, where it has one. Fails with an `AppError`. */
  refreshCache: () => Promise<void>
  /** Brings the replica up to date with everything committed before the call; calls during a pull share the next one. */
  pull: () => Promise<void>
  /** News of a revision: pulls where it is not known yet. */
  announce: (rev: Rev) => void
  /** Writes the cache at once. */
  save: () => Promise<void>
  close: () => Promise<void>
}

type ScopeSessionDeps = {
  readonly scope: Scope
  readonly gateway: Pick<Gateway, 'pull'>
  readonly store: LocalStore
  readonly clock: Clock
  readonly ids: IdSource
  /** The writes that are not refused, in order. */
  readonly getEntries: () => readonly OutboxEntry[]
  /** Writes whose rows of this scope are now in the cache. */
  readonly onSettled: (scope: Scope, ids: readonly OperationId[]) => void
}

/** The cache is written this long after the last change. */
const saveDelayMs = 300

/** A session for one scope; nothing happens before `open`. */
export function makeScopeSession(deps: ScopeSessionDeps): ScopeSession {
  return new PullingSession(deps)
}

class PullingSession implements ScopeSession {
  readonly replica: WritableReplica
  readonly #deps: ScopeSessionDeps
  readonly #abort = new AbortController()
  readonly #contained = new Set<OperationId>()
  #running: Promise<void> | undefined
  #queued: Promise<void> | undefined
  #failures = 0
  #cancelRetry: (() => void) | undefined
  #cancelSave: (() => void) | undefined

  constructor(deps: ScopeSessionDeps) {
    this.#deps = deps
    this.replica = makeReplica(deps.scope)
  }

  async open(): Promise<void> {
    const cached = await this.#deps.store.loadScope(this.#deps.scope).catch(() => undefined)
    if (cached !== undefined) this.replica.restore(cached)
    for (const entry of this.#deps.getEntries()) this.replica.addLayer(entry.id, entry.patches)
    // The cache is enough to show; what the server adds arrives by itself, and failures are tried again.
    if (cached !== undefined) this.pull().catch(() => undefined)
    else await this.pull()
  }

  async refreshCache(): Promise<void> {
    const cached = await this.#deps.store.loadScope(this.#deps.scope)
    if (cached === undefined) return
    this.replica.restore(cached)
    await this.pull()
    await this.save()
  }

  pull = async (): Promise<void> => {
    if (this.#running === undefined) {
      this.#running = this.#run().finally(() => {
        this.#running = undefined
      })
      return await this.#running
    }
    // The pull under way may have read before the caller's news: one more follows, for everybody who asks meanwhile.
    this.#queued ??= this.#running
      .catch(() => undefined)
      .then(async () => {
        this.#queued = undefined
        await this.pull()
      })
    return await this.#queued
  }

  announce = (rev: Rev): void => {
    // A failure is remembered and tried again by `#run` itself.
    if (rev > this.replica.getRev()) this.pull().catch(() => undefined)
  }

  save = async (): Promise<void> => {
    this.#cancelSave?.()
    this.#cancelSave = undefined
    const contained = [...this.#contained]
    const { store, scope, onSettled } = this.#deps
    if (this.replica.getState() === 'ready') await store.saveScope(this.replica.toCache())
    for (const id of contained) this.#contained.delete(id)
    onSettled(scope, contained)
  }

  close = async (): Promise<void> => {
    this.#abort.abort()
    this.#cancelRetry?.()
    if (this.#cancelSave !== undefined) await this.save().catch(() => undefined)
  }

  async #run(): Promise<void> {
    this.#cancelRetry?.()
    try {
      await this.#pullOnce(this.replica.getRev())
      if (this.#misses()) await this.#pullOnce(0)
      this.#failures = 0
    } catch (cause) {
      await this.#fail(cause instanceof AppError ? cause : new AppError('unexpected', messages.unexpected, { cause }))
    }
  }

  async #pullOnce(since: Rev): Promise<void> {
    const { gateway, scope, getEntries } = this.#deps
    const sentBefore = sentIds(getEntries(), scope)
    const answer = await gateway.pull({ scope, since, signal: this.#abort.signal })
    if (this.#abort.signal.aborted) return
    const contained = new Set([...sentBefore, ...sentIds(getEntries(), scope, answer.rev)])
    if (!isNews(answer, since) && contained.size === 0) return
    this.replica.merge(answer, contained)
    for (const id of contained) this.#contained.add(id)
    this.#saveSoon()
  }

  /** Whether the caller may open a project whose rows have not come: they changed before the caller could see them. */
  #misses(): boolean {
    const access = this.replica.findAccess()
    return access?.projectIds.some((id) => this.replica.find('projects', id) === undefined) ?? false
  }

  async #fail(error: AppError): Promise<never> {
    const { store, scope, clock, ids, getEntries, onSettled } = this.#deps
    if (this.#abort.signal.aborted) throw error
    if (error.code === 'not-found' || error.code === 'permission-denied') {
      // Should it come back, by an undo or a permission, nothing of these may lie over it.
      const settled = sentIds(getEntries(), scope)
      this.replica.setGone(new Set(settled))
      await store.deleteScope(scope)
      onSettled(scope, settled)
    } else if (error.retryable) {
      this.#failures += 1
      const waitMs = Math.max(backOffMs(this.#failures, ids.random()), error.retryAfterMs ?? 0)
      this.#cancelRetry = clock.after(waitMs, () => void this.pull().catch(() => undefined))
    }
    throw error
  }

  #saveSoon(): void {
    this.#cancelSave?.()
    // A cache that cannot be written costs a slower start, nothing else.
    this.#cancelSave = this.#deps.clock.after(saveDelayMs, () => void this.save().catch(() => undefined))
  }
}

/** Sent writes that concern a scope: all, or those of a known revision up to the given one. */
function sentIds(entries: readonly OutboxEntry[], scope: Scope, upTo?: Rev): OperationId[] {
  return entries
    .filter((entry) => entry.state === 'sent' && entry.patches.some((patch) => patch.scope === scope))
    .filter((entry) => upTo === undefined || (entry.answer?.rev ?? Infinity) <= upTo)
    .map((entry) => entry.id)
}

function isNews(answer: PullAnswer, since: Rev): boolean {
  return answer.full || answer.rev !== since || answer.access !== undefined
}
