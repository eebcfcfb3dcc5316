import { parseScope, type Scope } from '#core/schema/scope.ts'
import type { Gateway, PullAnswer } from '#core/gateway/ports.ts'
import type { OperationId, Rev } from '#core/lib/ids.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { backOffMs } from './back-off.ts'
import type { Clock, IdSource, LocalStore, OutboxEntry } from './ports.ts'
import { makeReplica, type WritableReplica } from './replica.ts'
import { findWrongTables, type WrongScope } from './scope-check.ts'

/** One scope kept in sync with the server: from the cache first, then by pulls. */
export interface ScopeSession {
  readonly replica: WritableReplica
  /** Resolves when there are rows, from the cache or else from the server. Fails with an `AppError`. */
  open: () => Promise<void>
  /** Updates the cache of a scope that is not open, if it has one. Fails with an `AppError`. */
  refreshCache: () => Promise<void>
  /** Pulls everything committed before the call; calls during a pull share the next one. */
  pull: () => Promise<void>
  /** Announces a revision: pulls if it is newer. */
  announce: (rev: Rev) => void
  /** Resolves once the current pull has finished. Fails as that pull does. */
  caughtUp: () => Promise<void>
  /** Writes the cache at once. */
  save: () => Promise<void>
  close: () => Promise<void>
}

type ScopeSessionDeps = {
  readonly scope: Scope
  readonly gateway: Pick<Gateway, 'pull' | 'check'>
  readonly store: LocalStore
  readonly clock: Clock
  readonly ids: IdSource
  /** Returns the writes that are not refused, in order. */
  readonly getEntries: () => readonly OutboxEntry[]
  /** Opens without rows if there is neither a cache nor a network; they arrive with the network. */
  readonly opensEmpty?: boolean
  /** Called when the rows here differed from the server's; without it they are never compared. */
  readonly onWrong?: (wrong: WrongScope) => void
  /** Receives writes whose rows of this scope are now in the cache. */
  readonly onSettled: (ids: readonly OperationId[]) => void
}

/** Delay between the last change and writing the cache. */
const saveDelayMs = 300
/** Delays before rows are first compared with the server's, and between later comparisons. */
const firstCheckMs = 60_000
const nextCheckMs = 20 * 60_000

/** Makes a session for one scope; nothing happens before `open`. */
export function makeScopeSession(deps: ScopeSessionDeps): ScopeSession {
  return new PullingSession(deps)
}

class PullingSession implements ScopeSession {
  readonly replica: WritableReplica
  readonly #deps: ScopeSessionDeps
  readonly #abort = new AbortController()
  readonly #contained = new Set<OperationId>()
  #cacheRead: Promise<boolean> | undefined
  #running: Promise<void> | undefined
  #hasAsked = false
  #queued: Promise<void> | undefined
  #hasGoneBack = false
  #isSaved = true
  #failures = 0
  #cancelRetry: (() => void) | undefined
  #cancelSave: (() => void) | undefined
  #cancelCheck: (() => void) | undefined
  /** Whether the last pull was for something created here that the server may not have yet. */
  #isAwaited = false
  /** The rows here were found to be wrong; the next pull fetches everything. */
  #isWrong = false

  constructor(deps: ScopeSessionDeps) {
    this.#deps = deps
    this.replica = makeReplica(deps.scope)
  }

  async open(): Promise<void> {
    this.#checkAfter(firstCheckMs)
    for (const entry of this.#deps.getEntries()) this.replica.addLayer(entry.id, entry.patches)
    const reading = this.#readCache()
    const pulled = this.pull()
    // The cache is enough to show; the server's rows arrive later, and failures are retried.
    pulled.catch(() => undefined)
    if (await reading.catch(() => false)) return
    await pulled.catch((error: unknown) => {
      const isAway = error instanceof AppError && error.code === 'offline'
      const opensEmpty = this.#isAwaited || this.#deps.opensEmpty === true
      if (!(isAway && opensEmpty) && !(this.#isAwaited && isMissing(error))) throw error
    })
  }

  async refreshCache(): Promise<void> {
    if (!(await this.#readCache())) return
    await this.pull()
    await this.save()
  }

  pull = async (): Promise<void> => {
    if (this.#running === undefined) {
      this.#running = this.#run().finally(() => {
        this.#running = undefined
        this.#hasAsked = false
      })
      return await this.#running
    }
    if (!this.#hasAsked) return await this.#running
    // The current pull may have read before the caller's change: one more follows, shared by all who ask until then.
    this.#queued ??= this.#running
      .catch(() => undefined)
      .then(async () => {
        this.#queued = undefined
        await this.pull()
      })
    return await this.#queued
  }

  caughtUp = async (): Promise<void> => {
    await this.#running
  }

  announce = (rev: Rev): void => {
    // `#run` records and retries a failure itself.
    if (rev > this.replica.getRev()) this.pull().catch(() => undefined)
  }

  save = async (): Promise<void> => {
    this.#cancelSave?.()
    this.#cancelSave = undefined
    const contained = [...this.#contained]
    const { store, scope, onSettled } = this.#deps
    if (this.replica.getState() === 'ready') {
      // The store never replaces a newer cache with an older one.
      if (this.#hasGoneBack) await store.deleteScope(scope)
      this.#hasGoneBack = false
      this.#isSaved = false
      await store.saveScope(this.replica.toCache())
      this.#isSaved = true
    }
    for (const id of contained) this.#contained.delete(id)
    onSettled(contained)
  }

  close = async (): Promise<void> => {
    this.#abort.abort()
    this.#cancelRetry?.()
    this.#cancelCheck?.()
    if (this.#cancelSave !== undefined) await this.save().catch(() => undefined)
  }

  async #readCache(): Promise<boolean> {
    const { store, scope } = this.#deps
    this.#cacheRead ??= store.loadScope(scope).then((cached) => {
      if (cached !== undefined) this.replica.restore(cached)
      return cached !== undefined
    })
    return await this.#cacheRead
  }

  async #run(): Promise<void> {
    this.#cancelRetry?.()
    // Pulls can be asked for from the start; wait for the cache, which would otherwise put older rows under newer
    // changes.
    await this.#cacheRead?.catch(() => undefined)
    this.#hasAsked = true
    // Checked before the pull: the write may arrive during it.
    this.#isAwaited = this.#deps.getEntries().some((entry) => creates(entry, this.#deps.scope))
    try {
      await this.#pullOnce(this.#isWrong ? 0 : this.replica.getRev())
      this.#isWrong = false
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
    // Changes apply only to the revision they were asked from; on another they would leave a gap that no later pull
    // fills.
    if (!answer.full && this.replica.getRev() !== since) return await this.#pullOnce(this.replica.getRev())
    if (answer.rev < since) this.#hasGoneBack = true
    const contained = new Set([...sentBefore, ...sentIds(getEntries(), scope, answer.rev)])
    if (!isNews(answer, since) && contained.size === 0) {
      if (!this.#isSaved) this.#saveSoon()
      return
    }
    this.replica.merge(answer, contained)
    for (const id of contained) this.#contained.add(id)
    this.#saveSoon()
  }

  /** Tells whether a project the caller may open has no row here: it last changed before the caller could see it. */
  #misses(): boolean {
    const access = this.replica.findAccess()
    return access?.projectIds.some((id) => this.replica.find('projects', id) === undefined) ?? false
  }

  async #fail(error: AppError): Promise<never> {
    const { store, scope, clock, ids, getEntries, onSettled } = this.#deps
    if (this.#abort.signal.aborted) throw error
    if (isMissing(error) && !this.#isAwaited) {
      // If it returns, after an undo or a permission change, none of these writes may overlay it.
      const settled = sentIds(getEntries(), scope)
      this.replica.setGone(new Set(settled))
      // If the store does not delete it now, the next pull finds it gone again.
      await store.deleteScope(scope).then(
        () => onSettled(settled),
        () => undefined,
      )
    } else if (error.retryable || isMissing(error)) {
      this.#failures += 1
      const waitMs = backOffMs(error, this.#failures, ids.random())
      this.#cancelRetry = clock.after(waitMs, () => void this.pull().catch(() => undefined))
    }
    throw error
  }

  #checkAfter(milliseconds: number): void {
    const { onWrong, clock } = this.#deps
    if (onWrong === undefined) return
    // Without an answer, the next check will do.
    this.#cancelCheck = clock.after(milliseconds, () => void this.#check(onWrong).catch(() => undefined))
  }

  async #check(onWrong: (wrong: WrongScope) => void): Promise<void> {
    this.#checkAfter(nextCheckMs)
    const find = async (): Promise<WrongScope['tables']> =>
      await findWrongTables({ ...this.#deps, replica: this.replica, signal: this.#abort.signal })
    const tables = await find()
    if (tables.length === 0) return
    this.#isWrong = true
    // The current pull may have begun earlier; the one that follows fetches everything.
    await this.pull()
    if (this.#isWrong) await this.pull()
    const isMended = (await find()).length === 0
    // If two versions of the product sum differently, checking on would pull everything each time.
    if (!isMended) this.#cancelCheck?.()
    onWrong({ scope: this.#deps.scope, tables, isMended })
  }

  #saveSoon(): void {
    this.#cancelSave?.()
    // An unwritten cache only costs a slower start; the next pull tries again.
    this.#cancelSave = this.#deps.clock.after(saveDelayMs, () => void this.save().catch(() => undefined))
  }
}

/** Returns the sent writes that concern a scope: all of them, or those up to a given revision. */
function sentIds(entries: readonly OutboxEntry[], scope: Scope, upTo?: Rev): OperationId[] {
  return entries
    .filter((entry) => entry.state === 'sent' && entry.patches.some((patch) => patch.scope === scope))
    .filter((entry) => upTo === undefined || (entry.answer?.rev ?? Infinity) <= upTo)
    .map((entry) => entry.id)
}

function isNews(answer: PullAnswer, since: Rev): boolean {
  return answer.full || answer.rev !== since || answer.access !== undefined
}

const isMissing = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'not-found' || error.code === 'permission-denied')

/** Tells whether an unanswered write creates the subject of a scope. */
function creates({ answer, patches }: OutboxEntry, scope: Scope): boolean {
  const { id } = parseScope(scope)
  const isIt = (row: object): boolean => 'id' in row && row.id === id
  return answer === undefined && patches.some((patch) => patch.kind === 'add' && patch.rows.some(isIt))
}
