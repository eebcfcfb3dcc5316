import type { Gateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import type { MediaId, ProjectId, StudioId, TaskId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { MediaDetails } from '#core/gateway/ports.ts'
import type { Clock, IdSource, Online } from '../ports.ts'
import { isSignedOut } from '../signed-out.ts'
import { applyChanges } from './memory-upload-store.ts'
import type { PrepareFile, UploadChanges, UploadEntry, UploadMessage, UploadStore, UploadTabs } from './ports.ts'
import { sendEntry, type SendDeps } from './send-entry.ts'
import { makeSpeed } from './speed.ts'
import { makeTries } from './tries.ts'

/** A file to bring to the server. */
export type NewUpload = {
  /** Made by the caller, so that adding the same file again changes nothing. */
  readonly id: MediaId
  readonly studioId: StudioId
  readonly projectId?: ProjectId
  readonly taskId?: TaskId
  readonly fileName: string
  readonly contentType: string
  readonly body: Blob
  readonly details?: MediaDetails
}

/** Files on their way to the server, kept on the device until they are there. One tab of a person sends them. */
export interface UploadQueue {
  start: () => Promise<void>
  /** Resolves when the files are safe on the device, or, where it has no room, held by this tab. */
  add: (files: readonly NewUpload[]) => Promise<void>
  /** In the order they were added; the same array until one changes. Done ones stay until `clearDone` or the next start. */
  getEntries: () => readonly UploadEntry[]
  subscribe: (listener: () => void) => () => void
  /** Hears when a file arrives, fails or is given up. */
  subscribeSettled: (listener: () => void) => () => void
  pause: (ids: readonly MediaId[]) => Promise<void>
  /** Goes on with what was paused, and tries again what failed or waits for another try. */
  resume: (ids: readonly MediaId[]) => Promise<void>
  /** Gives up; what waits for the file is refused. */
  cancel: (ids: readonly MediaId[]) => Promise<void>
  clearDone: () => void
  /** Whether files have arrived, as far as this device knows: ones it never had count as arrived. The error of one that will not. */
  check: (ids: readonly MediaId[]) => Promise<'ready' | 'waiting' | AppError>
  /** A file that is still on this device. */
  findFile: (id: MediaId) => Promise<Blob | undefined>
  /** Tries again now what waits for another try: the network is back, somebody signed in. */
  flush: () => void
  close: () => Promise<void>
  /** Stops and forgets everything, at sign-out. */
  clear: () => Promise<void>
}

/** Where uploads are kept and prepared. */
export type UploadPlatform = {
  readonly store: UploadStore
  readonly tabs: UploadTabs
  readonly prepare: PrepareFile
}

type QueueDeps = UploadPlatform & {
  readonly gateway: Pick<Gateway, 'uploads'>
  readonly clock: Clock
  readonly ids: IdSource
  readonly online: Online
}

/** Enough to fill a connection, few enough to see each move. */
const maxParallel = 2
/** Other tabs hear of progress this often at most. */
const tellEveryMs = 250
const forgetCancelledAfterMs = 30 * 24 * 60 * 60 * 1000

type Running = { readonly abort: AbortController; readonly ended: Promise<void> }

/** The queue of one person on this device. */
export function makeUploadQueue(deps: QueueDeps): UploadQueue {
  return new StoredUploads(deps)
}

class StoredUploads implements UploadQueue {
  readonly #deps: QueueDeps
  readonly #sendDeps: SendDeps
  readonly #running = new Map<MediaId, Running>()
  readonly #tries: ReturnType<typeof makeTries>
  /** Bytes the device had no room for. */
  readonly #unkept = new Map<MediaId, Blob>()
  readonly #speed: ReturnType<typeof makeSpeed>
  readonly #told = new Map<MediaId, number>()
  readonly #listeners = new Set<() => void>()
  readonly #settledListeners = new Set<() => void>()
  readonly #stops: (() => void)[] = []
  #entries: readonly UploadEntry[] = []
  #isLeader = false
  #isClosed = false
  #isSignedOut = false
  #cancelTimer: (() => void) | undefined

  constructor(deps: QueueDeps) {
    this.#deps = deps
    this.#speed = makeSpeed(deps.clock)
    this.#tries = makeTries(deps)
    this.#sendDeps = {
      uploads: deps.gateway.uploads,
      prepare: deps.prepare,
      newId: () => deps.ids.newId<MediaId>(),
      findFile: this.findFile,
      saveFile: async (id, file) => {
        await deps.store.saveFile(id, file).catch(() => this.#unkept.set(id, file))
      },
    }
  }

  getEntries = (): readonly UploadEntry[] => this.#entries

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  subscribeSettled = (listener: () => void): (() => void) => {
    this.#settledListeners.add(listener)
    return () => this.#settledListeners.delete(listener)
  }

  async start(): Promise<void> {
    const { tabs, online } = this.#deps
    this.#stops.push(
      tabs.subscribe((message) => this.#hear(message)),
      online.subscribe(() => this.flush()),
    )
    await this.#load()
    if (!this.#isClosed) this.#stops.push(tabs.lead(() => void this.#lead()))
  }

  async add(files: readonly NewUpload[]): Promise<void> {
    for (const file of files) await this.#addOne(file)
    this.#pump()
  }

  async pause(ids: readonly MediaId[]): Promise<void> {
    const changes = { isPaused: true, bytesPerSecond: 0 } as const
    const paused = this.#entries.filter((entry) => ids.includes(entry.id) && isOpen(entry))
    // Kept before it is shown: a page loaded anew drops what the device has not confirmed, and would send on.
    try {
      await Promise.all(paused.map(async ({ id }) => await this.#deps.store.change(id, changes)))
    } finally {
      for (const { id } of paused) this.#tell(id, changes)
    }
  }

  async resume(ids: readonly MediaId[]): Promise<void> {
    for (const id of ids) this.#tries.forget(id)
    await this.#changeAll(ids, ({ state }) => state === 'failed', { state: 'queued' })
    await this.#changeAll(ids, isOpen, { isPaused: false, error: undefined })
    this.#pump()
  }

  async cancel(ids: readonly MediaId[]): Promise<void> {
    const entries = this.#entries.filter(({ id, state }) => ids.includes(id) && state !== 'done')
    const error = { code: 'cancelled', message: messages.cancelled } as const
    await this.#changeAll(ids, ({ state }) => state !== 'done', { state: 'cancelled', error })
    await this.#forgetFiles(entries)
    const { uploads } = this.#deps.gateway
    // Best effort: what is not given up here the server forgets after a day.
    for (const { place } of entries) if (place !== undefined) uploads.drop(place).catch(() => undefined)
  }

  clearDone(): void {
    this.#set(this.#entries.filter(({ state }) => state !== 'done' && state !== 'cancelled'))
  }

  async check(ids: readonly MediaId[]): Promise<'ready' | 'waiting' | AppError> {
    let answer: 'ready' | 'waiting' = 'ready'
    for (const id of ids) {
      // Another tab may have added it just now.
      const entry = this.#find(id) ?? (await this.#deps.store.find(id))
      if (entry === undefined || entry.state === 'done') continue
      if (entry.state === 'failed' || entry.state === 'cancelled')
        return new AppError('upload-failed', messages['upload-failed'](entry.fileName))
      answer = 'waiting'
    }
    return answer
  }

  findFile = async (id: MediaId): Promise<Blob | undefined> =>
    this.#unkept.get(id) ?? (await this.#deps.store.loadFile(id))

  flush(): void {
    this.#isSignedOut = false
    this.#tries.hurry()
    this.#pump()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelTimer?.()
    for (const stop of this.#stops) stop()
    for (const { abort } of this.#running.values()) abort.abort()
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
    await this.#deps.store.close()
  }

  async clear(): Promise<void> {
    await this.close()
    await this.#deps.store.clear()
    await this.#deps.store.close()
  }

  async #addOne({ body, id, ...about }: NewUpload): Promise<void> {
    const known = this.#find(id)
    if (known !== undefined && known.state !== 'cancelled') {
      if (known.state === 'failed') await this.resume([id])
      return
    }
    const { clock, store, tabs } = this.#deps
    const now = clock.now()
    const order = Math.max(now, (this.#entries.at(-1)?.order ?? 0) + 1)
    const fresh = { state: 'queued', isPaused: false, sentBytes: 0, bytesPerSecond: 0, sizeBytes: body.size } as const
    let entry: UploadEntry = { ...about, ...fresh, id, order, createdAt: now, isKept: true }
    let file: Blob | undefined
    try {
      await store.add(entry, body)
    } catch {
      // No room, or no storage at all: sent all the same, as long as a tab has it.
      file = body
      this.#unkept.set(id, body)
      entry = { ...entry, isKept: false }
    }
    this.#put(entry)
    tabs.post({ kind: 'added', entry, ...(file && { file }) })
  }

  #find(id: MediaId): UploadEntry | undefined {
    return this.#entries.find((entry) => entry.id === id)
  }

  #put(entry: UploadEntry): void {
    const others = this.#entries.filter(({ id }) => id !== entry.id)
    this.#set([...others, entry].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1)))
  }

  #set(entries: readonly UploadEntry[]): void {
    this.#entries = entries
    for (const listener of this.#listeners) listener()
  }

  async #load(): Promise<void> {
    const { store, clock } = this.#deps
    const stored = await store.load()
    const isOver = ({ state, createdAt }: UploadEntry): boolean =>
      state === 'done' || (state === 'cancelled' && createdAt < clock.now() - forgetCancelledAfterMs)
    const over = stored.filter(isOver)
    if (over.length > 0) await this.#forget(over)
    for (const entry of stored) if (!isOver(entry) && this.#find(entry.id)?.state !== 'done') this.#put(entry)
  }

  async #lead(): Promise<void> {
    // The tab that led before may have ended in the middle of telling.
    await this.#load()
    this.#isLeader = true
    this.#pump()
  }

  #hear(message: UploadMessage): void {
    if (message.kind === 'removed') this.#set(this.#entries.filter(({ id }) => !message.ids.includes(id)))
    else if (message.kind === 'added') {
      if (message.file !== undefined) this.#unkept.set(message.entry.id, message.file)
      this.#put(message.entry)
    } else this.#apply(message.id, message.changes)
    this.#pump()
  }

  #apply(id: MediaId, changes: UploadChanges): void {
    const before = this.#find(id)
    if (before === undefined) return
    const entry = applyChanges(before, changes)
    this.#put(entry)
    if (entry.isPaused || entry.state === 'cancelled') this.#running.get(id)?.abort.abort()
    const isSettled = entry.state !== before.state && !isOpen(entry)
    if (isSettled) for (const listener of this.#settledListeners) listener()
  }

  /** Here, on the device and in the other tabs. */
  async #change(id: MediaId, changes: UploadChanges): Promise<void> {
    this.#tell(id, changes)
    await this.#deps.store.change(id, changes)
  }

  /** Here and in the other tabs. */
  #tell(id: MediaId, changes: UploadChanges): void {
    this.#apply(id, changes)
    this.#deps.tabs.post({ kind: 'changed', id, changes })
  }

  async #changeAll(
    ids: readonly MediaId[],
    isMeant: (entry: UploadEntry) => boolean,
    changes: UploadChanges,
  ): Promise<void> {
    const meant = this.#entries.filter((entry) => ids.includes(entry.id) && isMeant(entry))
    await Promise.all(meant.map(async ({ id }) => await this.#change(id, changes)))
  }

  async #forget(entries: readonly UploadEntry[]): Promise<void> {
    await this.#forgetFiles(entries)
    await this.#deps.store.deleteEntries(entries.map(({ id }) => id))
  }

  async #forgetFiles(entries: readonly UploadEntry[]): Promise<void> {
    const ids = entries.flatMap(({ id, derived = [] }) => [id, ...derived.map((file) => file.id)])
    for (const id of ids) this.#unkept.delete(id)
    await this.#deps.store.deleteFiles(ids)
  }

  /** Starts every file whose turn it is. */
  #pump(): void {
    if (!this.#isLeader || this.#isClosed || this.#isSignedOut || !this.#deps.online.isOnline()) return
    const now = this.#deps.clock.now()
    let next = Infinity
    for (const entry of this.#entries) {
      if (!isOpen(entry) || entry.isPaused || this.#running.has(entry.id)) continue
      const notBefore = this.#tries.getNotBefore(entry.id)
      if (notBefore > now) next = Math.min(next, notBefore)
      else if (this.#running.size < maxParallel && !this.#isTwin(entry)) this.#run(entry)
    }
    this.#cancelTimer?.()
    this.#cancelTimer = next === Infinity ? undefined : this.#deps.clock.after(next - now, () => this.#pump())
  }

  /** Two files of one size may be the same one: once the first is there, the second need not be sent. */
  #isTwin({ sizeBytes }: UploadEntry): boolean {
    return this.#entries.some((other) => this.#running.has(other.id) && other.sizeBytes === sizeBytes)
  }

  #run(entry: UploadEntry): void {
    const abort = new AbortController()
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    this.#running.set(entry.id, { abort, ended })
    void this.#attempt(entry, abort.signal).finally(() => {
      this.#running.delete(entry.id)
      this.#speed.forget(entry.id)
      resolve()
      this.#pump()
    })
  }

  async #attempt(entry: UploadEntry, signal: AbortSignal): Promise<void> {
    const { id } = entry
    try {
      await sendEntry(this.#sendDeps, {
        entry,
        signal,
        change: async (changes) => await this.#change(id, changes),
        onProgress: (sentBytes) => this.#showProgress(id, sentBytes),
      })
      this.#tries.forget(id)
      const done = { state: 'done', sentBytes: entry.sizeBytes, bytesPerSecond: 0, error: undefined } as const
      await this.#change(id, done)
      await this.#forget([this.#find(id) ?? entry])
    } catch (cause) {
      // Paused, cancelled or closed: whoever stopped it has said so.
      if (!signal.aborted) await this.#settle(entry, toUploadError(cause, entry)).catch(() => undefined)
    }
  }

  /** What is no longer on the device another tab has brought to its end, just when this one took over. */
  async #settle(entry: UploadEntry, error: AppError): Promise<void> {
    const isOver = entry.isKept && (await this.#deps.store.find(entry.id)) === undefined
    if (isOver) this.#apply(entry.id, { state: 'done', bytesPerSecond: 0, error: undefined })
    else await this.#fail(entry, error)
  }

  async #fail({ id }: UploadEntry, error: AppError): Promise<void> {
    const { code, message, retryable } = error
    const state = retryable || isSignedOut(error) ? 'queued' : 'failed'
    if (isSignedOut(error)) this.#isSignedOut = true
    else if (retryable) this.#tries.fail(id, error, this.#find(id)?.sentBytes ?? 0)
    await this.#change(id, { error: { code, message }, bytesPerSecond: 0, state })
  }

  #showProgress(id: MediaId, sentBytes: number): void {
    const now = this.#deps.clock.now()
    const changes = { sentBytes, bytesPerSecond: this.#speed.measure(id, sentBytes) }
    this.#apply(id, changes)
    if (now - (this.#told.get(id) ?? 0) < tellEveryMs) return
    this.#told.set(id, now)
    this.#deps.tabs.post({ kind: 'changed', id, changes })
  }
}

/** Whether there is still something to send. */
function isOpen({ state }: UploadEntry): boolean {
  return state === 'queued' || state === 'preparing' || state === 'sending'
}

function toUploadError(cause: unknown, { fileName }: UploadEntry): AppError {
  if (cause instanceof AppError) return cause
  return new AppError('upload-failed', messages['upload-failed'](fileName), { cause })
}
