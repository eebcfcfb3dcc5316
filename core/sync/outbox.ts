import { makeListeners } from '#core/lib/listeners.ts'
import type { WriteAnswer } from '#core/change/mutation.ts'
import { findMutator, type Mutation } from './mutators.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import type { AnyId, MediaId, OperationId, StudioId } from '#core/lib/ids.ts'
import type { TableName } from '#core/schema/tables.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { backOffMs } from './back-off.ts'
import type { DurableQueue } from './durable-queue.ts'
import { FinishedWrites } from './finished-writes.ts'
import { readEntry } from './kept-entry.ts'
import { patchKeys } from './layer.ts'
import type { Line } from './line.ts'
import { isSignedOut } from './signed-out.ts'
import type { UploadQueue } from './uploads/upload-queue.ts'
import type { Patch } from './patches.ts'
import type { Clock, IdSource, LocalStore, OutboxEntry, TabMessage } from './ports.ts'

/** One write of a person: the call to the server, and its effect on the rows on screen until the server's arrive. */
export type Write = {
  /** Generated unless given. */
  readonly id?: OperationId
  readonly studioId: StudioId
  readonly label: string
  readonly mutation: Mutation
  readonly patches: readonly Patch[]
  /** Ids it concerns besides those of its patches, such as the task of a new comment. */
  readonly about?: readonly AnyId[]
}

/** The final result of a write. */
export type Outcome = { readonly entry: OutboxEntry; readonly result: Result<WriteAnswer> }

/** How the sync engine reacts as writes come and go. */
export type OutboxWatcher = {
  readonly onAdded: (entry: OutboxEntry) => void
  readonly onSent: (entry: OutboxEntry) => void
  readonly onRefused: (entry: OutboxEntry) => void
}

/**
 * Tables whose rows are referenced in other rows' values: deleting a field must not overtake a value written in it
 * before, nor a task's new status the creation of that status. Writes to them are rare: each waits for every earlier
 * write that waits for no file, and every later write waits for it.
 */
const namedByOthers: ReadonlySet<TableName> = new Set(['field_definitions', 'stages', 'task_statuses'])
const [everything, anything] = ['everything', 'anything'] as const

/** Retries writing to the device after this long. */
const keepAgainMs = 15_000

type OutboxDeps = {
  readonly queue: DurableQueue
  readonly watcher: OutboxWatcher
  readonly gateway: Pick<Gateway, 'write'>
  readonly store: LocalStore
  readonly clock: Clock
  readonly ids: IdSource
  /** A write that names files waits until they are uploaded. */
  readonly uploads?: Pick<UploadQueue, 'check' | 'resume' | 'subscribeSettled'>
}

/** The writes that wait for the server, in order, stored on the device: a line of its queue. */
export class Outbox {
  readonly #deps: OutboxDeps
  readonly #queue: DurableQueue
  readonly #line: Line<OutboxEntry>
  /** Not saved on the device yet. They are sent only once saved, so that a crash leaves no write half known. */
  readonly #unsaved = new Set<OperationId>()
  /** Entries whose latest state the device refused to store; only this program knows it. */
  readonly #unkept = new Set<OperationId>()
  #cancelKeeping: (() => void) | undefined
  /** Waiting for their files. */
  readonly #held = new Set<OperationId>()
  readonly #finished: FinishedWrites
  readonly #keys = new WeakMap<readonly Patch[], readonly string[]>()
  readonly #outcomeListeners = makeListeners<Outcome>()
  #releases = 0

  constructor(deps: OutboxDeps) {
    const { queue, store, ids, uploads } = deps
    this.#deps = deps
    this.#queue = queue
    this.#finished = new FinishedWrites(store)
    this.#line = queue.open<OutboxEntry>({
      maxParallel: 4,
      load: async () => await this.#load(),
      listReady: () => this.#listReady(),
      attempt: async (entry) => await this.#send(entry),
      waitMs: (error, failures) => backOffMs(error, failures, ids.random()),
      hear: (message) => this.#hear(message),
      sweep: () => void this.#finished.sweep(),
    })
    uploads?.subscribeSettled(() => {
      this.#release()
      void this.#revive()
    })
  }

  /** Returns every entry in order, including refused ones; the same array until one changes. */
  getEntries = (): readonly OutboxEntry[] => this.#line.getEntries()

  /**
   * Returns the pending writes that would be lost if this program ended now, because the device could not store them.
   */
  listUnkept = (): readonly OperationId[] => [...this.#unkept].filter((id) => this.#line.find(id)?.state === 'pending')

  /** Notifies when entries come, go or change. */
  subscribe = (listener: () => void): (() => void) => this.#line.subscribe(listener)

  /** Notifies of each write that has its final answer. */
  subscribeOutcomes = this.#outcomeListeners.subscribe

  /**
   * Applies the write to the rows at once. `saved` resolves when it is stored on the device, or when the device has
   * refused it: then it is sent all the same, and `listUnkept` reports it.
   */
  add(write: Write): { readonly entry: OutboxEntry; readonly saved: Promise<void> } {
    const { clock, ids, watcher } = this.#deps
    const now = clock.now()
    const entry: OutboxEntry = {
      id: write.id ?? ids.newId<OperationId>(),
      order: this.#line.nextOrder(now),
      studioId: write.studioId,
      label: write.label,
      mutation: write.mutation,
      patches: write.patches,
      about: write.about ?? [],
      state: 'pending',
      createdAt: now,
    }
    this.#unsaved.add(entry.id)
    this.#line.put(entry)
    watcher.onAdded(entry)
    return { entry, saved: this.#save(entry) }
  }

  /** Adds a write; resolves once it is saved, with a promise of the server's answer. */
  async commit(write: Write): Promise<{ readonly id: OperationId; readonly answered: Promise<Result<WriteAnswer>> }> {
    const { entry, saved } = this.add(write)
    const { promise, resolve } = Promise.withResolvers<Result<WriteAnswer>>()
    const stop = this.subscribeOutcomes((outcome) => {
      if (outcome.entry.id !== entry.id) return
      stop()
      resolve(outcome.result)
    })
    await saved.catch((error: unknown) => {
      stop()
      throw error
    })
    return { id: entry.id, answered: promise }
  }

  /** Sends a refused write again, as the newest. Fails if the write could not be read. */
  async retry(id: OperationId): Promise<void> {
    const refused = this.#line.find(id)
    if (refused?.state !== 'refused') return
    const { error } = refused
    if (error?.code === 'change-unreadable') throw new AppError(error.code, error.message)
    // Hidden at once, so that a second retry does nothing; deleted from the store only once the new one is in it.
    this.#finished.hold(id)
    this.#line.remove((entry) => entry.id === id)
    // If its files cannot be resumed, the new write reports that.
    await this.#deps.uploads?.resume(filesOf(refused.mutation)).catch(() => undefined)
    const { id: _refusedId, ...write } = refused
    await this.add(write).saved
    await this.#forget(id)
  }

  /** Deletes a refused write. */
  async dismiss(id: OperationId): Promise<void> {
    if (this.#line.find(id)?.state === 'refused') await this.#forget(id)
  }

  /** Deletes sent writes that the cache contains. */
  async settle(ids: readonly OperationId[]): Promise<void> {
    const settled = ids.filter((id) => this.#line.find(id)?.state === 'sent')
    if (settled.length === 0) return
    this.#finish(settled)
    if (this.#queue.isLeader) await this.#finished.sweep()
  }

  async #save(entry: OutboxEntry): Promise<void> {
    await this.#keep(entry)
    this.#unsaved.delete(entry.id)
    this.#queue.post({ kind: 'entry', entry })
    this.#queue.pump()
  }

  /** Stores an entry; what the device refuses is retried later. */
  async #keep(entry: OutboxEntry): Promise<void> {
    try {
      await this.#deps.store.saveEntry(entry)
      if (!this.#unkept.delete(entry.id)) return
    } catch {
      this.#unkept.add(entry.id)
    }
    // Notifies listeners that show what is unsaved.
    const known = this.#line.find(entry.id)
    if (known !== undefined) this.#line.put(known)
    this.#cancelKeeping?.()
    if (this.#unkept.size > 0) this.#cancelKeeping = this.#deps.clock.after(keepAgainMs, () => void this.#keepAgain())
  }

  async #keepAgain(): Promise<void> {
    if (this.#queue.isClosed) return
    for (const id of this.#unkept) {
      const entry = this.#line.find(id)
      if (entry === undefined) this.#unkept.delete(id)
      else await this.#keep(entry)
    }
  }

  /** Forgets a write here, in the other tabs and on the device. */
  async #forget(id: OperationId): Promise<void> {
    this.#finish([id])
    this.#queue.post({ kind: 'forget', ids: [id] })
    await this.#finished.sweep()
  }

  #finish(ids: readonly OperationId[]): void {
    for (const id of ids) this.#finished.add(id, this.#line.find(id)?.answer)
    for (const id of ids) this.#unkept.delete(id)
    this.#line.remove(({ id }) => ids.includes(id))
  }

  async #load(): Promise<void> {
    for (const kept of await this.#deps.store.loadEntries()) {
      const entry = readEntry(kept)
      if (entry === undefined) this.#finished.add(kept.id, undefined)
      else if (entry !== kept) await this.#answer(entry)
      // Other tabs may not know the entry or its outcome: the page that wrote it may have closed before telling them.
      else if (this.#adopt(entry)) this.#queue.post({ kind: 'entry', entry })
    }
  }

  /** Adopts a newer state of an entry from the server, the store or another tab; answered entries stay answered. */
  #adopt(entry: OutboxEntry): boolean {
    const { watcher } = this.#deps
    const known = this.#line.find(entry.id)
    if (this.#finished.has(entry.id)) return false
    if (known !== undefined && (known.state !== 'pending' || entry.state === 'pending')) return false
    this.#line.put(entry)
    if (known === undefined && entry.state !== 'refused') watcher.onAdded(entry)
    if (entry.state === 'sent') watcher.onSent(entry)
    if (entry.state === 'refused' && known !== undefined) watcher.onRefused(entry)
    const result = toResult(entry)
    if (result !== undefined) this.#outcomeListeners.tell({ entry, result })
    return true
  }

  #hear(message: TabMessage): void {
    if (message.kind === 'entry') {
      this.#adopt(message.entry)
      this.#correct(message.entry)
    } else if (message.kind === 'forget') {
      for (const id of message.ids) {
        const known = this.#line.find(id)
        if (known?.state === 'pending') this.#deps.watcher.onRefused(known)
      }
      this.#finish(message.ids)
    }
  }

  /** Corrects a tab that takes an answered write for pending because the store refused to record the answer. */
  #correct(heard: OutboxEntry): void {
    if (heard.state !== 'pending') return
    const known = this.#line.find(heard.id)
    const answer = this.#finished.findAnswer(heard.id)
    if (known !== undefined && known.state !== 'pending') this.#queue.post({ kind: 'entry', entry: known })
    else if (answer !== undefined) this.#queue.post({ kind: 'entry', entry: { ...heard, state: 'sent', answer } })
    else if (this.#finished.has(heard.id)) this.#queue.post({ kind: 'forget', ids: [heard.id] })
  }

  /**
   * Returns every write that shares no row with an earlier unanswered one, nor with one that changes `namedByOthers`.
   */
  #listReady(): readonly OutboxEntry[] {
    const taken = new Set<string>()
    const free = this.getEntries().filter((entry) => entry.state === 'pending' && this.#claim(entry, taken))
    return free.filter(({ id }) => !this.#unsaved.has(id) && !this.#held.has(id))
  }

  /** Claims an entry's keys; returns whether all of them were free. */
  #claim(entry: OutboxEntry, taken: Set<string>): boolean {
    let keys = this.#keys.get(entry.patches)
    if (keys === undefined) {
      keys = [...entry.patches.flatMap(patchKeys), ...entry.about]
      this.#keys.set(entry.patches, keys)
    }
    const isOfNamed = entry.patches.some(({ table }) => namedByOthers.has(table))
    const isFree = ![everything, ...(isOfNamed ? [anything] : []), ...keys].some((key) => taken.has(key))
    for (const key of keys) taken.add(key)
    if (isOfNamed) taken.add(everything)
    if (filesOf(entry.mutation).length === 0) taken.add(anything)
    return isFree
  }

  #release(): void {
    this.#held.clear()
    this.#releases += 1
    this.#queue.pump()
  }

  /** Retries a write refused for its file once the person has retried the file and it is uploaded. */
  async #revive(): Promise<void> {
    if (!this.#queue.isLeader) return
    for (const { id, error, mutation } of this.getEntries().filter(({ state }) => state === 'refused')) {
      const isForFile = error?.code === 'upload-failed' && filesOf(mutation).length > 0
      if (isForFile && (await this.#deps.uploads?.check(filesOf(mutation))) === 'ready') await this.retry(id)
    }
  }

  async #send(entry: OutboxEntry): Promise<AppError | undefined> {
    const releases = this.#releases
    const files = (await this.#deps.uploads?.check(filesOf(entry.mutation))) ?? 'ready'
    const result = files === 'ready' ? await this.#ask(entry) : files
    if (result !== 'waiting') return await this.#take(entry, result instanceof AppError ? err(result) : result)
    // It is checked again when a file settles, unless one just did.
    if (releases === this.#releases) this.#held.add(entry.id)
    return undefined
  }

  async #ask(entry: OutboxEntry): Promise<Result<WriteAnswer>> {
    try {
      const waitedMs = Math.max(0, this.#deps.clock.now() - entry.createdAt)
      return ok(await this.#deps.gateway.write(entry.mutation, entry.id, waitedMs))
    } catch (cause) {
      return err(cause instanceof AppError ? cause : new AppError('unexpected', messages.unexpected, { cause }))
    }
  }

  /** Records an answer; returns the failure that the write must wait for. */
  async #take(entry: OutboxEntry, result: Result<WriteAnswer>): Promise<AppError | undefined> {
    if (this.#queue.isClosed) return undefined
    if (result.ok) return await this.#answer({ ...entry, state: 'sent', answer: result.value })
    const { code, message, retryable } = result.error
    if (retryable || isSignedOut(result.error)) return result.error
    return await this.#answer({ ...entry, state: 'refused', error: { code, message } })
  }

  async #answer(entry: OutboxEntry): Promise<undefined> {
    // If the store fails here, the entry is sent again after the next start, which changes nothing.
    await this.#keep(entry)
    if (this.#queue.isClosed) return
    this.#adopt(entry)
    this.#queue.post({ kind: 'entry', entry })
  }
}

function toResult({ answer, error }: OutboxEntry): Result<WriteAnswer> | undefined {
  if (answer !== undefined) return ok(answer)
  return error === undefined ? undefined : err(new AppError(error.code, error.message))
}

/** Returns the files that must be uploaded before the server can carry out a change. */
function filesOf(mutation: Mutation): readonly MediaId[] {
  return findMutator(mutation)?.files?.(mutation) ?? []
}
