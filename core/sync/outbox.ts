import type { Gateway, WriteAnswer } from '../gateway/ports.ts'
import type { Mutation } from '../domain/mutations.ts'
import type { AnyId, MediaId, OperationId, StudioId } from '../lib/ids.ts'
import { AppError } from '../lib/errors.ts'
import { messages } from '../lib/messages.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { backOffMs } from './back-off.ts'
import { patchKeys } from './layer.ts'
import { isSignedOut } from './signed-out.ts'
import type { UploadQueue } from './uploads/upload-queue.ts'
import type { Patch } from './patches.ts'
import type { Clock, IdSource, LocalStore, Online, OutboxEntry, TabMessage, Tabs } from './ports.ts'

/** One write of a person: what the server is asked, and what it does to the rows on screen meanwhile. */
export type Write = {
  readonly studioId: StudioId
  readonly label: string
  readonly mutation: Mutation
  readonly patches: readonly Patch[]
  /** Ids it concerns besides those of its patches, such as the task of a new comment. */
  readonly about?: readonly AnyId[]
}

/** What became of a write. */
export type Outcome = { readonly entry: OutboxEntry; readonly result: Result<WriteAnswer> }

/** What the sync engine does as writes come and go. */
export type OutboxWatcher = {
  readonly onAdded: (entry: OutboxEntry) => void
  readonly onSent: (entry: OutboxEntry) => void
  readonly onRefused: (entry: OutboxEntry) => void
}

/** The writes that wait for the server, in order, kept on the device. */
export interface Outbox {
  /** Reads what an earlier start left and begins to send. */
  start: (watcher: OutboxWatcher) => Promise<void>
  /** Lays the write over the rows at once; `saved` resolves when it is safe on the device. */
  add: (write: Write) => { readonly entry: OutboxEntry; readonly saved: Promise<void> }
  /** Every entry in order, refused ones too; the same array until one changes. */
  getEntries: () => readonly OutboxEntry[]
  /** Hears when entries come, go or change. */
  subscribe: (listener: () => void) => () => void
  /** Hears of each write that the server answered for good. */
  subscribeOutcomes: (listener: (outcome: Outcome) => void) => () => void
  /** Tries again now what waits for another try: the network is back, somebody signed in. */
  flush: () => void
  /** Sends a refused write again, as the newest. */
  retry: (id: OperationId) => Promise<void>
  /** Forgets a refused write. */
  dismiss: (id: OperationId) => Promise<void>
  /** Forgets sent writes that the cache contains. */
  settle: (ids: readonly OperationId[]) => Promise<void>
  close: () => void
}

type OutboxDeps = {
  readonly gateway: Pick<Gateway, 'write'>
  readonly store: LocalStore
  readonly clock: Clock
  readonly ids: IdSource
  readonly online: Online
  readonly tabs: Tabs
  /** A write that names files waits until they have arrived. */
  readonly uploads?: Pick<UploadQueue, 'check' | 'resume' | 'subscribeSettled'>
}

/** At most so many writes are on their way at once. */
const maxParallel = 4

/** An outbox over a store and a gateway. One tab of a person sends; the others hand their writes to it. */
export function makeOutbox(deps: OutboxDeps): Outbox {
  return new StoredOutbox(deps)
}

class StoredOutbox implements Outbox {
  readonly #deps: OutboxDeps
  readonly #sending = new Set<OperationId>()
  /** Not safe on the device yet: sent only after that, so that a crash between leaves no half-known write. */
  readonly #unsaved = new Set<OperationId>()
  /** Waiting for their files. */
  readonly #held = new Set<OperationId>()
  readonly #failures = new Map<OperationId, { count: number; notBefore: number }>()
  readonly #keys = new WeakMap<readonly Patch[], readonly string[]>()
  readonly #listeners = new Set<() => void>()
  readonly #outcomeListeners = new Set<(outcome: Outcome) => void>()
  readonly #stops: (() => void)[] = []
  #entries: readonly OutboxEntry[] = []
  #watcher: OutboxWatcher | undefined
  #isLeader = false
  #isClosed = false
  #isSignedOut = false
  #releases = 0
  #cancelTimer: (() => void) | undefined

  constructor(deps: OutboxDeps) {
    this.#deps = deps
  }

  getEntries = (): readonly OutboxEntry[] => this.#entries

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  subscribeOutcomes = (listener: (outcome: Outcome) => void): (() => void) => {
    this.#outcomeListeners.add(listener)
    return () => this.#outcomeListeners.delete(listener)
  }

  async start(watcher: OutboxWatcher): Promise<void> {
    this.#watcher = watcher
    const { tabs, online, uploads } = this.#deps
    this.#stops.push(
      tabs.subscribe((message) => this.#hear(message)),
      online.subscribe(() => this.flush()),
    )
    if (uploads !== undefined) {
      const release = (): void => {
        this.#release()
        void this.#revive()
      }
      this.#stops.push(uploads.subscribeSettled(release))
    }
    await this.#loadEntries()
    if (this.#isClosed) return
    // Another tab may have sent while this one did not lead: what the store says is the newest.
    this.#stops.push(tabs.lead(() => void this.#lead()))
  }

  add(write: Write): { entry: OutboxEntry; saved: Promise<void> } {
    const { clock, ids } = this.#deps
    const now = clock.now()
    const entry: OutboxEntry = {
      id: ids.newId<OperationId>(),
      order: this.#nextOrder(now),
      studioId: write.studioId,
      label: write.label,
      mutation: write.mutation,
      patches: write.patches,
      about: write.about ?? [],
      state: 'pending',
      createdAt: now,
    }
    this.#unsaved.add(entry.id)
    this.#put(entry)
    this.#watcher?.onAdded(entry)
    return { entry, saved: this.#save(entry) }
  }

  flush(): void {
    this.#isSignedOut = false
    for (const failure of this.#failures.values()) failure.notBefore = 0
    this.#pump()
  }

  async retry(id: OperationId): Promise<void> {
    const refused = this.#find(id)
    if (refused?.state !== 'refused') return
    await this.dismiss(id)
    await this.#deps.uploads?.resume(filesOf(refused.mutation))
    await this.add(refused).saved
  }

  async dismiss(id: OperationId): Promise<void> {
    if (this.#find(id)?.state !== 'refused') return
    this.#remove([id])
    await this.#deps.store.deleteEntries([id])
    this.#deps.tabs.post({ kind: 'forget', ids: [id] })
  }

  async settle(ids: readonly OperationId[]): Promise<void> {
    const settled = ids.filter((id) => this.#find(id)?.state === 'sent')
    if (settled.length === 0) return
    this.#remove(settled)
    if (this.#isLeader) await this.#deps.store.deleteEntries(settled)
  }

  close(): void {
    this.#isClosed = true
    this.#cancelTimer?.()
    for (const stop of this.#stops) stop()
  }

  async #save(entry: OutboxEntry): Promise<void> {
    const { store, tabs } = this.#deps
    try {
      await store.saveEntry(entry)
    } catch (cause) {
      this.#remove([entry.id])
      this.#watcher?.onRefused(entry)
      throw new AppError('unexpected', 'This change could not be kept on the device.', { cause, retryable: true })
    } finally {
      this.#unsaved.delete(entry.id)
    }
    tabs.post({ kind: 'entry', entry })
    this.#pump()
  }

  #find(id: OperationId): OutboxEntry | undefined {
    return this.#entries.find((entry) => entry.id === id)
  }

  #nextOrder(now: number): number {
    return Math.max(now, (this.#entries.at(-1)?.order ?? 0) + 1)
  }

  #put(entry: OutboxEntry): void {
    const others = this.#entries.filter((other) => other.id !== entry.id)
    this.#set([...others, entry].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1)))
  }

  #remove(ids: readonly OperationId[]): void {
    this.#set(this.#entries.filter((entry) => !ids.includes(entry.id)))
  }

  #set(entries: readonly OutboxEntry[]): void {
    this.#entries = entries
    for (const listener of this.#listeners) listener()
  }

  async #loadEntries(): Promise<void> {
    for (const entry of await this.#deps.store.loadEntries()) this.#adopt(entry)
  }

  async #lead(): Promise<void> {
    await this.#loadEntries()
    this.#isLeader = true
    this.#pump()
  }

  /** Takes over what the server, the store or another tab says of an entry; an answered one stays answered. */
  #adopt(entry: OutboxEntry): void {
    const known = this.#find(entry.id)
    if (known !== undefined && (known.state !== 'pending' || entry.state === 'pending')) return
    this.#put(entry)
    if (known === undefined && entry.state !== 'refused') this.#watcher?.onAdded(entry)
    if (entry.state === 'sent') this.#watcher?.onSent(entry)
    if (entry.state === 'refused' && known !== undefined) this.#watcher?.onRefused(entry)
    const result = toResult(entry)
    if (result !== undefined) for (const listener of this.#outcomeListeners) listener({ entry, result })
  }

  #hear(message: TabMessage): void {
    if (message.kind === 'forget') this.#remove(message.ids)
    else this.#adopt(message.entry)
    this.#pump()
  }

  /** Starts every write whose turn it is: none before it in the order shares a row with it and is still unanswered. */
  #pump(): void {
    if (!this.#isLeader || this.#isClosed || this.#isSignedOut || !this.#deps.online.isOnline()) return
    const now = this.#deps.clock.now()
    const taken = new Set<string>()
    let next = Infinity
    for (const entry of this.#entries) {
      if (entry.state !== 'pending') continue
      const isFree = this.#claim(entry, taken)
      const notBefore = this.#failures.get(entry.id)?.notBefore ?? 0
      if (!isFree || [this.#sending, this.#unsaved, this.#held].some((busy) => busy.has(entry.id))) continue
      if (notBefore > now) next = Math.min(next, notBefore)
      else if (this.#sending.size < maxParallel) void this.#send(entry)
    }
    this.#cancelTimer?.()
    this.#cancelTimer = next === Infinity ? undefined : this.#deps.clock.after(next - now, () => this.#pump())
  }

  /** Adds an entry's keys to those taken; tells whether all of them were free. */
  #claim(entry: OutboxEntry, taken: Set<string>): boolean {
    let keys = this.#keys.get(entry.patches)
    if (keys === undefined) {
      keys = [...entry.patches.flatMap(patchKeys), ...entry.about]
      this.#keys.set(entry.patches, keys)
    }
    const isFree = !keys.some((key) => taken.has(key))
    for (const key of keys) taken.add(key)
    return isFree
  }

  #release(): void {
    this.#held.clear()
    this.#releases += 1
    this.#pump()
  }

  /** What was refused for a file goes once the person has had the file tried again and it is there. */
  async #revive(): Promise<void> {
    if (!this.#isLeader) return
    for (const { id, error, mutation } of this.#entries.filter(({ state }) => state === 'refused')) {
      const isForFile = error?.code === 'upload-failed' && filesOf(mutation).length > 0
      if (isForFile && (await this.#deps.uploads?.check(filesOf(mutation))) === 'ready') await this.retry(id)
    }
  }

  async #send(entry: OutboxEntry): Promise<void> {
    this.#sending.add(entry.id)
    const releases = this.#releases
    const files = (await this.#deps.uploads?.check(filesOf(entry.mutation))) ?? 'ready'
    const result = files === 'ready' ? await this.#ask(entry) : files
    this.#sending.delete(entry.id)
    // Asked again when a file arrives, unless one has while we asked.
    if (result === 'waiting') {
      if (releases === this.#releases) this.#held.add(entry.id)
      this.#pump()
      return
    }
    await this.#take(entry, result instanceof AppError ? err(result) : result)
  }

  async #take(entry: OutboxEntry, result: Result<WriteAnswer>): Promise<void> {
    if (this.#isClosed) return
    if (result.ok) await this.#answer({ ...entry, state: 'sent', answer: result.value })
    else if (isSignedOut(result.error)) this.#isSignedOut = true
    else if (result.error.retryable) this.#postpone(entry, result.error)
    else {
      const { code, message } = result.error
      await this.#answer({ ...entry, state: 'refused', error: { code, message } })
    }
    this.#pump()
  }

  async #ask(entry: OutboxEntry): Promise<Result<WriteAnswer>> {
    try {
      return ok(await this.#deps.gateway.write(entry.mutation, entry.id))
    } catch (cause) {
      return err(cause instanceof AppError ? cause : new AppError('unexpected', messages.unexpected, { cause }))
    }
  }

  async #answer(entry: OutboxEntry): Promise<void> {
    this.#failures.delete(entry.id)
    // Should the store fail here, the entry is sent once more after the next start, which changes nothing.
    await this.#deps.store.saveEntry(entry).catch(() => undefined)
    if (this.#isClosed) return
    this.#adopt(entry)
    this.#deps.tabs.post({ kind: 'entry', entry })
  }

  #postpone(entry: OutboxEntry, error: AppError): void {
    const { clock, ids } = this.#deps
    const count = (this.#failures.get(entry.id)?.count ?? 0) + 1
    const waitMs = Math.max(backOffMs(count, ids.random()), error.retryAfterMs ?? 0)
    this.#failures.set(entry.id, { count, notBefore: clock.now() + waitMs })
  }
}

function toResult({ answer, error }: OutboxEntry): Result<WriteAnswer> | undefined {
  if (answer !== undefined) return ok(answer)
  return error === undefined ? undefined : err(new AppError(error.code, error.message))
}

/** The files that must have arrived before the server can carry out a write. */
function filesOf(mutation: Mutation): readonly MediaId[] {
  if ('mediaIds' in mutation) return mutation.mediaIds
  if (mutation.kind !== 'update') return []
  // A picture of a project, a space or an item.
  return mutation.changes.flatMap(({ fields }) =>
    'thumbnailMediaId' in fields && fields.thumbnailMediaId !== undefined ? [fields.thumbnailMediaId] : [],
  )
}
