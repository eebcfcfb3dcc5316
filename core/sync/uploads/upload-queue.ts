import type { Gateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import type { MediaId, ProjectId, StudioId, TaskId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { MediaDetails } from '#core/gateway/ports.ts'
import { hasMediaWorker } from '#core/revisions/previews.ts'
import { uploadBackOffMs } from '../back-off.ts'
import type { DurableQueue } from '../durable-queue.ts'
import type { Line } from '../line.ts'
import type { Clock, IdSource, TabMessage } from '../ports.ts'
import { isSignedOut } from '../signed-out.ts'
import { applyChanges } from './memory-upload-store.ts'
import type { MakeProxy, PrepareFile, UploadChanges, UploadEntry, UploadStore } from './ports.ts'
import type { SendDeps } from './one-try.ts'
import { sendEntry } from './send-entry.ts'
import { makeSpeed } from './speed.ts'

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

/** Where uploads are kept and prepared. */
export type UploadPlatform = {
  readonly store: UploadStore
  readonly prepare: PrepareFile
  /** Absent where no film is made, as in a script. */
  readonly makeProxy?: MakeProxy
}

type UploadDeps = UploadPlatform & {
  readonly queue: DurableQueue
  readonly gateway: Pick<Gateway, 'uploads' | 'call'>
  readonly clock: Clock
  readonly ids: IdSource
}

/** Other tabs hear of progress this often at most. */
const tellEveryMs = 250
const forgetCancelledAfterMs = 30 * 24 * 60 * 60 * 1000

/** Files on their way to the server, kept on the device until they are there: a line of its queue. */
export class UploadQueue {
  readonly #deps: UploadDeps
  readonly #queue: DurableQueue
  readonly #line: Line<UploadEntry>
  readonly #sendDeps: SendDeps
  /** Bytes the device had no room for. */
  readonly #unkept = new Map<MediaId, Blob>()
  readonly #speed: ReturnType<typeof makeSpeed>
  readonly #told = new Map<MediaId, number>()
  readonly #settledListeners = new Set<() => void>()

  constructor(deps: UploadDeps) {
    this.#deps = deps
    this.#queue = deps.queue
    this.#speed = makeSpeed(deps.clock)
    this.#line = deps.queue.open<UploadEntry>({
      // Enough to fill a connection, few enough to see each move.
      maxParallel: 2,
      load: async () => await this.#load(),
      listReady: () => this.#listReady(),
      attempt: async (entry, signal) => await this.#attempt(entry, signal),
      waitMs: (error, failures) => uploadBackOffMs(error, failures, deps.ids.random()),
      hear: (message) => this.#hear(message),
    })
    this.#sendDeps = {
      uploads: deps.gateway.uploads,
      prepare: deps.prepare,
      makeProxy: deps.makeProxy,
      hasMediaWorker: async () => await hasMediaWorker(deps),
      newId: () => deps.ids.newId<MediaId>(),
      findFile: this.findFile,
      saveFile: async (id, file) => {
        await deps.store.saveFile(id, file).catch(() => this.#unkept.set(id, file))
      },
    }
  }

  /** In the order they were added; the same array until one changes. Done ones stay until `clearDone` or the next start. */
  getEntries = (): readonly UploadEntry[] => this.#line.getEntries()

  subscribe = (listener: () => void): (() => void) => this.#line.subscribe(listener)

  /** Hears when a file arrives, fails or is given up. */
  subscribeSettled = (listener: () => void): (() => void) => {
    this.#settledListeners.add(listener)
    return () => this.#settledListeners.delete(listener)
  }

  /** Resolves when the files are safe on the device, or, where it has no room, held by this tab. */
  async add(files: readonly NewUpload[]): Promise<void> {
    for (const file of files) await this.#addOne(file)
    this.#queue.pump()
  }

  async pause(ids: readonly MediaId[]): Promise<void> {
    const changes = { isPaused: true, bytesPerSecond: 0 } as const
    const paused = this.getEntries().filter((entry) => ids.includes(entry.id) && isOpen(entry))
    // Kept before it is shown: a page loaded anew drops what the device has not confirmed, and would send on.
    try {
      await Promise.all(paused.map(async ({ id }) => await this.#deps.store.change(id, changes)))
    } finally {
      for (const { id } of paused) this.#tell(id, changes)
    }
  }

  /** Goes on with what was paused, and tries again what failed or waits for another try. */
  async resume(ids: readonly MediaId[]): Promise<void> {
    for (const id of ids) this.#line.forgive(id)
    const again = this.#listMeant(ids, ({ state }) => state === 'failed' || isOpen({ state }))
    await Promise.all(
      again.map(async ({ id, state }) => {
        // Should the device not keep it, it is held or failed once more after the next start.
        const queued = state === 'failed' ? { state: 'queued' as const } : {}
        await this.#note(id, { ...queued, isPaused: false, error: undefined })
      }),
    )
    this.#queue.pump()
  }

  /** Gives up; what waits for the file is refused, unless the file is there and only its proxy was on its way. */
  async cancel(ids: readonly MediaId[]): Promise<void> {
    const entries = this.#listMeant(ids, ({ state }) => state !== 'done')
    const { uploads } = this.#deps.gateway
    const error = { code: 'cancelled', message: messages.cancelled } as const
    const kept = entries.map(async ({ id }) => await this.#change(id, { state: 'cancelled', error }))
    // Best effort: what is not given up here the server forgets after a day.
    for (const { place, isArrived } of entries)
      if (place !== undefined && isArrived !== true) uploads.drop(place).catch(() => undefined)
    await Promise.allSettled(kept)
    await this.#forgetFiles(entries)
    // What the device did not note it would send after the next start, had it the bytes: then the person is to know.
    await Promise.all(kept)
  }

  clearDone(): void {
    this.#line.remove(({ state }) => state === 'done' || state === 'cancelled')
  }

  /** Whether files have arrived, as far as this device knows: ones it never had count as arrived. The error of one that will not. */
  async check(ids: readonly MediaId[]): Promise<'ready' | 'waiting' | AppError> {
    let answer: 'ready' | 'waiting' = 'ready'
    for (const id of ids) {
      // Another tab may have added it just now.
      const entry = this.#line.find(id) ?? (await this.#deps.store.find(id).catch(toUnreadable))
      if (entry instanceof AppError) return entry
      if (entry === undefined || entry.state === 'done' || entry.isArrived === true) continue
      if (entry.state === 'failed' || entry.state === 'cancelled') return new AppError('upload-failed', wordsOf(entry))
      answer = 'waiting'
    }
    return answer
  }

  /** A file that is still on this device. */
  findFile = async (id: MediaId): Promise<Blob | undefined> =>
    this.#unkept.get(id) ?? (await this.#deps.store.loadFile(id))

  /** Breaks off what is on its way; the queue is closed first. */
  async close(): Promise<void> {
    await this.#line.stopAll()
    await this.#deps.store.close()
  }

  /** Stops and forgets everything, at sign-out. */
  async clear(): Promise<void> {
    await this.close()
    await this.#deps.store.clear()
    await this.#deps.store.close()
  }

  async #addOne({ body, id, ...about }: NewUpload): Promise<void> {
    const known = this.#line.find(id)
    if (known !== undefined && known.state !== 'cancelled') {
      if (known.state === 'failed') await this.resume([id])
      return
    }
    const { clock, store } = this.#deps
    const now = clock.now()
    const order = this.#line.nextOrder(now)
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
    this.#line.put(entry)
    this.#queue.post({ kind: 'added', entry, ...(file && { file }) })
  }

  async #load(): Promise<void> {
    const { store, clock } = this.#deps
    const stored = await store.load()
    const isOver = ({ state, createdAt }: UploadEntry): boolean =>
      state === 'done' || (state === 'cancelled' && createdAt < clock.now() - forgetCancelledAfterMs)
    const over = stored.filter(isOver)
    // What is not forgotten now is the next time.
    if (over.length > 0) await didSucceed(this.#forget(over))
    for (const entry of stored) if (!isOver(entry) && this.#line.find(entry.id)?.state !== 'done') this.#line.put(entry)
  }

  #hear(message: TabMessage): void {
    if (message.kind === 'removed') this.#line.remove(({ id }) => message.ids.includes(id))
    else if (message.kind === 'added') {
      if (message.file !== undefined) this.#unkept.set(message.entry.id, message.file)
      this.#line.put(message.entry)
    } else if (message.kind === 'changed') this.#apply(message.id, message.changes)
  }

  #apply(id: MediaId, changes: UploadChanges): void {
    const before = this.#line.find(id)
    if (before === undefined) return
    const entry = applyChanges(before, changes)
    this.#line.put(entry)
    if (entry.isPaused || entry.state === 'cancelled') this.#line.stop(id)
    const hasArrived = entry.isArrived === true && before.isArrived !== true
    const isSettled = hasArrived || (entry.state !== before.state && !isOpen(entry))
    if (isSettled) for (const listener of this.#settledListeners) listener()
    // One of its size has waited for it.
    if (hasArrived) this.#queue.pump()
  }

  /** Here, on the device and in the other tabs. */
  async #change(id: MediaId, changes: UploadChanges): Promise<void> {
    this.#tell(id, changes)
    await this.#deps.store.change(id, changes)
  }

  /**
   * As `#change`, where nothing is lost if the device refuses: what it does not know, the next start does once more. Answers
   * whether it is kept.
   */
  async #note(id: MediaId, changes: UploadChanges): Promise<boolean> {
    return await didSucceed(this.#change(id, changes))
  }

  /** Here and in the other tabs. */
  #tell(id: MediaId, changes: UploadChanges): void {
    this.#apply(id, changes)
    this.#queue.post({ kind: 'changed', id, changes })
  }

  #listMeant(ids: readonly MediaId[], isMeant: (entry: UploadEntry) => boolean): readonly UploadEntry[] {
    return this.getEntries().filter((entry) => ids.includes(entry.id) && isMeant(entry))
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

  /** Two files of one size may be the same one: once the first is there, the second need not be sent. Its proxy may follow later. */
  *#listReady(): Iterable<UploadEntry> {
    const entries = this.getEntries()
    for (const entry of entries) {
      const isTwin = ({ id, sizeBytes, isArrived }: UploadEntry): boolean =>
        id !== entry.id && sizeBytes === entry.sizeBytes && isArrived !== true && this.#line.isRunning(id)
      if (isOpen(entry) && !entry.isPaused && !entries.some(isTwin)) yield entry
    }
  }

  async #attempt(entry: UploadEntry, signal: AbortSignal): Promise<AppError | undefined> {
    const { id } = entry
    try {
      await sendEntry(this.#sendDeps, {
        entry,
        signal,
        change: async (changes) => void (await this.#note(id, changes)),
        onProgress: (sentBytes) => this.#show(id, { sentBytes, bytesPerSecond: this.#speed.measure(id, sentBytes) }),
        onProxy: (proxyPercent) => this.#show(id, { proxyPercent }),
      })
      await this.#finish(entry)
      return undefined
    } catch (cause) {
      // Paused, cancelled or closed: whoever stopped it has said so.
      return signal.aborted ? undefined : await this.#settle(entry, toUploadError(cause, entry))
    } finally {
      this.#speed.forget(id)
    }
  }

  async #finish({ id, sizeBytes }: UploadEntry): Promise<void> {
    const { store } = this.#deps
    const entry = this.#line.find(id)
    const isNoted = await this.#note(id, { state: 'done', sentBytes: sizeBytes, bytesPerSecond: 0, error: undefined })
    if (entry === undefined) return
    // One that the device still takes for unsent keeps its bytes: sent once more, it is found to be there.
    if (!isNoted && !(await didSucceed(store.deleteEntries([id])))) return
    await didSucceed(this.#forget([entry]))
  }

  /** Notes a failure; gives it back where the file waits for another try. */
  async #settle(entry: UploadEntry, error: AppError): Promise<AppError | undefined> {
    const { id, isKept, sentBytes } = entry
    const { code, message, retryable } = error
    // What is no longer on the device another tab has brought to its end, just when this one took over.
    if (isKept && (await this.#deps.store.find(id).catch(() => entry)) === undefined) {
      this.#apply(id, { state: 'done', bytesPerSecond: 0, error: undefined })
      return undefined
    }
    const isTemporary = retryable || isSignedOut(error)
    const state = isTemporary ? 'queued' : 'failed'
    // What has moved since the last failure is not stuck.
    if ((this.#line.find(id)?.sentBytes ?? 0) > sentBytes) this.#line.forgive(id)
    await this.#note(id, { error: { code, message }, bytesPerSecond: 0, state })
    return isTemporary ? error : undefined
  }

  /** What moves on by itself is not kept on the device. */
  #show(id: MediaId, changes: UploadChanges): void {
    const now = this.#deps.clock.elapsed()
    this.#apply(id, changes)
    if (now - (this.#told.get(id) ?? -Infinity) < tellEveryMs) return
    this.#told.set(id, now)
    this.#queue.post({ kind: 'changed', id, changes })
  }
}

async function didSucceed(done: Promise<unknown>): Promise<boolean> {
  return await done.then(
    () => true,
    () => false,
  )
}

/** What the device does not hand out now it may a moment later. */
const toUnreadable = (cause: unknown): AppError =>
  new AppError('upload-failed', messages.unexpected, { cause, retryable: true })

/** Why a file will not arrive. */
const wordsOf = ({ fileName, error }: UploadEntry): string =>
  error?.code === 'upload-too-large' ? error.message : messages['upload-failed'](fileName)

/** Whether there is still something to send. */
function isOpen({ state }: Pick<UploadEntry, 'state'>): boolean {
  return state === 'queued' || state === 'preparing' || state === 'sending'
}

function toUploadError(cause: unknown, { fileName }: UploadEntry): AppError {
  if (cause instanceof AppError) return cause
  return new AppError('upload-failed', messages['upload-failed'](fileName), { cause })
}
