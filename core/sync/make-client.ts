import type { Gateway, LiveState, SessionGateway, WriteAnswer } from '../gateway/ports.ts'
import type { BoardOwnerId, Scope } from '../domain/rows.ts'
import type { ItemId, OperationId, SpaceId, StudioId, UserId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import { makeBoardReplica, type BoardReplica } from './board-replica.ts'
import { makeItemReplica, type ItemReplica } from './item-replica.ts'
import { makeOutbox, type Outbox, type Write } from './outbox.ts'
import type { Clock, IdSource, LocalStore, Online, OutboxEntry, Tabs, Visibility } from './ports.ts'
import { makeScopeSession, type ScopeSession } from './scope-session.ts'
import { makeSpacePresence, type SpacePresence } from './space-presence.ts'
import { makeSpaceReplica, type SpaceReplica } from './space-replica.ts'
import { makeStudioReplica, type StudioReplica } from './studio-replica.ts'
import { alwaysVisible } from './system.ts'
import { makeTimelineReplica, type TimelineReplica } from './timeline-replica.ts'
import { makeMemoryUploadStore, makeSingleUploadTab } from './uploads/memory-upload-store.ts'
import { makeUploadQueue, type UploadPlatform, type UploadQueue } from './uploads/upload-queue.ts'

/** A write that is on screen and safe on the device. */
export type Committed = {
  readonly id: OperationId
  /** What the server says in the end; waits as long as it takes. */
  readonly answered: Promise<Result<WriteAnswer>>
}

/** One person's view of their studios on this device, and the way to change them. */
export interface StudioClient {
  readonly gateway: Gateway
  readonly session: SessionGateway
  /** Whose client this is. */
  readonly userId: UserId
  readonly outbox: Outbox
  /** Files on their way; a post that names them waits for them. */
  readonly uploads: UploadQueue
  readonly clock: Clock
  readonly ids: IdSource
  /** Opens a studio: its catalogue from the cache or the server, then live. Fails with an `AppError`. */
  openStudio: (studioId: StudioId) => Promise<StudioReplica>
  openSpace: (place: { readonly studioId: StudioId; readonly spaceId: SpaceId }) => Promise<SpaceReplica>
  openItem: (place: {
    readonly studioId: StudioId
    readonly spaceId: SpaceId
    readonly itemId: ItemId
  }) => Promise<ItemReplica>
  /** Opens a studio's timeline: blocks, their tasks, days off. */
  openTimeline: (studioId: StudioId) => Promise<TimelineReplica>
  /** Opens the references board of a project, a space or an item; empty while nothing was laid on it. */
  openBoard: (place: { readonly studioId: StudioId; readonly ownerId: BoardOwnerId }) => Promise<BoardReplica>
  /** Stops keeping a scope in step; its cache stays. */
  release: (scope: Scope) => Promise<void>
  /** Lays a write over the rows at once; resolves when it is safe on the device. Only operations call this. */
  commit: (write: Write) => Promise<Committed>
  /** Pulls everything open and sends what waits: the window is looked at again, the network is back. */
  refresh: () => void
  /** How the connection to a studio's news stands. */
  getLiveState: (studioId: StudioId) => LiveState
  subscribeLiveState: (listener: () => void) => () => void
  /** Tells, until stopped, that something in an open studio may have changed: for what is shown without a replica. */
  watchNews: (studioId: StudioId, onNews: () => void) => () => void
  /** Joins those who look at a space, until closed; several callers share one place there. */
  watchPresence: (spaceId: SpaceId) => SpacePresence
  /** Stops, with the cache written. */
  close: () => Promise<void>
  /** Stops and forgets everything on the device: pending writes too. */
  clear: () => Promise<void>
}

type ClientDeps = {
  readonly userId: UserId
  readonly gateway: Gateway
  readonly store: LocalStore
  readonly clock: Clock
  readonly ids: IdSource
  readonly online: Online
  readonly tabs: Tabs
  /** Always visible unless given. */
  readonly visibility?: Visibility
  /** Kept in memory by this one program unless given. */
  readonly uploads?: UploadPlatform
  /** A program that ends soon: while there is no live channel it does not ask for news. */
  readonly isBrief?: boolean
}

/** While a studio's live channel is down, it is asked for news this often. */
const pollMs = 20_000

/** Starts a person's client; what an earlier start left in the outbox is sent at once. */
export async function makeStudioClient(deps: ClientDeps): Promise<StudioClient> {
  const client = new SyncedClient(deps)
  await client.start()
  return client
}

type OpenScope = { readonly studioId: StudioId; readonly session: ScopeSession; readonly opened: Promise<void> }

class SyncedClient implements StudioClient {
  readonly gateway: Gateway
  readonly session: SessionGateway
  readonly userId: UserId
  readonly outbox: Outbox
  readonly uploads: UploadQueue
  readonly clock: Clock
  readonly ids: IdSource
  readonly #deps: ClientDeps
  readonly #sessions = new Map<Scope, OpenScope>()
  readonly #live = new Map<StudioId, { state: LiveState; readonly stop: () => void }>()
  readonly #liveListeners = new Set<() => void>()
  readonly #newsListeners = new Map<() => void, StudioId>()
  readonly #unsettled = new Map<OperationId, Set<Scope>>()
  readonly #presences = new Map<SpaceId, { readonly presence: SpacePresence; users: number }>()
  readonly #stops: (() => void)[] = []
  #cancelPoll: (() => void) | undefined

  constructor(deps: ClientDeps) {
    this.#deps = deps
    this.gateway = deps.gateway
    this.session = deps.gateway.session
    this.userId = deps.userId
    this.clock = deps.clock
    this.ids = deps.ids
    this.uploads = makeUploadQueue({ ...deps, ...(deps.uploads ?? makeMemoryUploads()) })
    this.outbox = makeOutbox({ ...deps, uploads: this.uploads })
  }

  async start(): Promise<void> {
    await this.uploads.start()
    await this.outbox.start({
      onAdded: (entry) => this.#eachReplica(entry, (session) => session.replica.addLayer(entry.id, entry.patches)),
      onSent: (entry) => this.#onSent(entry),
      onRefused: (entry) => this.#eachReplica(entry, (session) => session.replica.dropLayers(new Set([entry.id]))),
    })
    this.#stops.push(
      this.session.subscribe((event) => {
        if (event !== 'signed-in' && event !== 'refreshed') return
        this.uploads.flush()
        this.outbox.flush()
      }),
      this.#deps.online.subscribe(() => {
        if (this.#deps.online.isOnline()) this.refresh()
      }),
    )
  }

  openStudio = async (studioId: StudioId): Promise<StudioReplica> => {
    const session = await this.#open(`studio:${studioId}`, studioId)
    return makeStudioReplica(studioId, session.replica)
  }

  openSpace: StudioClient['openSpace'] = async (place) => {
    const session = await this.#open(`space:${place.spaceId}`, place.studioId)
    return makeSpaceReplica(place, session.replica)
  }

  openItem: StudioClient['openItem'] = async (place) => {
    const session = await this.#open(`item:${place.itemId}`, place.studioId)
    return makeItemReplica(place, session.replica)
  }

  openTimeline = async (studioId: StudioId): Promise<TimelineReplica> => {
    const session = await this.#open(`timeline:${studioId}`, studioId)
    return makeTimelineReplica(studioId, session.replica)
  }

  openBoard: StudioClient['openBoard'] = async (place) => {
    const session = await this.#open(`board:${place.ownerId}`, place.studioId)
    return makeBoardReplica(place, session.replica)
  }

  release = async (scope: Scope): Promise<void> => {
    const open = this.#sessions.get(scope)
    this.#sessions.delete(scope)
    await open?.session.close()
    for (const [id, scopes] of this.#unsettled) {
      if (scopes.has(scope)) void this.#refreshCache(scope, id)
    }
  }

  commit = async (write: Write): Promise<Committed> => {
    const { entry, saved } = this.outbox.add(write)
    const { promise, resolve } = Promise.withResolvers<Result<WriteAnswer>>()
    const stop = this.outbox.subscribeOutcomes((outcome) => {
      if (outcome.entry.id !== entry.id) return
      stop()
      resolve(outcome.result)
    })
    await saved
    return { id: entry.id, answered: promise }
  }

  refresh = (): void => {
    this.uploads.flush()
    this.outbox.flush()
    // Failures are tried again by each session.
    for (const { session } of this.#sessions.values()) session.pull().catch(() => undefined)
  }

  getLiveState = (studioId: StudioId): LiveState => this.#live.get(studioId)?.state ?? 'connecting'

  subscribeLiveState = (listener: () => void): (() => void) => {
    this.#liveListeners.add(listener)
    return () => this.#liveListeners.delete(listener)
  }

  watchNews: StudioClient['watchNews'] = (studioId, onNews) => {
    // A function of its own for each call: the same one may watch twice.
    const listener = (): void => onNews()
    this.#newsListeners.set(listener, studioId)
    return () => this.#newsListeners.delete(listener)
  }

  watchPresence = (spaceId: SpaceId): SpacePresence => {
    const known = this.#presences.get(spaceId) ?? this.#enter(spaceId)
    known.users += 1
    let isOpen = true
    const close = (): void => {
      if (!isOpen) return
      isOpen = false
      known.users -= 1
      if (known.users > 0) return
      known.presence.close()
      this.#presences.delete(spaceId)
    }
    return { ...known.presence, close }
  }

  close = async (): Promise<void> => {
    this.#stop()
    await Promise.all([this.uploads.close(), ...[...this.#sessions.values()].map(({ session }) => session.close())])
    await this.#deps.store.close()
  }

  clear = async (): Promise<void> => {
    this.#stop()
    await Promise.all([this.uploads.clear(), ...[...this.#sessions.values()].map(({ session }) => session.close())])
    await this.#deps.store.clear()
    await this.#deps.store.close()
  }

  #stop(): void {
    this.outbox.close()
    this.#cancelPoll?.()
    for (const stop of this.#stops) stop()
    for (const { stop } of this.#live.values()) stop()
    for (const { presence } of this.#presences.values()) presence.close()
  }

  async #open(scope: Scope, studioId: StudioId): Promise<ScopeSession> {
    const known = this.#sessions.get(scope)
    if (known !== undefined) {
      await known.opened
      return known.session
    }
    const session = this.#makeSession(scope)
    const opened = session.open()
    this.#sessions.set(scope, { studioId, session, opened })
    this.#watch(studioId)
    try {
      await opened
    } catch (error) {
      this.#sessions.delete(scope)
      await session.close()
      throw error
    }
    return session
  }

  #makeSession(scope: Scope): ScopeSession {
    return makeScopeSession({
      ...this.#deps,
      scope,
      getEntries: () => this.outbox.getEntries().filter((entry) => entry.state !== 'refused'),
      onSettled: (settled, ids) => ids.forEach((id) => this.#settle(settled, id)),
    })
  }

  #watch(studioId: StudioId): void {
    if (this.#live.has(studioId)) return
    const onRev = (rev: number): void => {
      for (const open of this.#sessions.values()) if (open.studioId === studioId) open.session.announce(rev)
      this.#tellNews(studioId)
    }
    const onState = (state: LiveState): void => {
      const live = this.#live.get(studioId)
      if (live === undefined || live.state === state) return
      live.state = state
      for (const listener of this.#liveListeners) listener()
      // What was broadcast while the channel was down is not repeated.
      if (state === 'live') {
        this.refresh()
        this.#tellNews(studioId)
      }
      this.#poll()
    }
    const live = { state: 'connecting' as LiveState, stop: () => {} }
    this.#live.set(studioId, live)
    live.stop = this.gateway.live.watchStudio(studioId, { onRev, onState })
    this.#poll()
  }

  #tellNews(studioId: StudioId): void {
    for (const [listener, watched] of this.#newsListeners) if (watched === studioId) listener()
  }

  #enter(spaceId: SpaceId): { readonly presence: SpacePresence; users: number } {
    const { gateway, clock, visibility = alwaysVisible } = this.#deps
    const presence = makeSpacePresence({ spaceId, userId: this.userId, live: gateway.live, clock, visibility })
    const entered = { presence, users: 0 }
    this.#presences.set(spaceId, entered)
    return entered
  }

  #poll(): void {
    this.#cancelPoll?.()
    this.#cancelPoll = undefined
    if (this.#deps.isBrief === true || [...this.#live.values()].every(({ state }) => state === 'live')) return
    this.#cancelPoll = this.clock.after(pollMs, () => {
      if (this.#deps.online.isOnline()) this.refresh()
      this.#poll()
    })
  }

  #eachReplica(entry: OutboxEntry, act: (session: ScopeSession) => void): void {
    for (const scope of scopesOf(entry)) {
      const open = this.#sessions.get(scope)
      if (open !== undefined) act(open.session)
    }
  }

  /** A committed write is kept until the caches of its scopes contain it: without the network they are all there is. */
  #onSent(entry: OutboxEntry): void {
    const scopes = scopesOf(entry)
    this.#unsettled.set(entry.id, new Set(scopes))
    for (const scope of scopes) {
      const open = this.#sessions.get(scope)
      if (open === undefined) void this.#refreshCache(scope, entry.id)
      else open.session.pull().catch(() => undefined)
    }
    if (scopes.length === 0) this.#forget(entry.id)
  }

  async #refreshCache(scope: Scope, id: OperationId): Promise<void> {
    // A failure leaves the entry to the next start.
    const session = this.#makeSession(scope)
    const isDone = await session.refreshCache().then(
      () => true,
      () => session.replica.getState() === 'gone',
    )
    await session.close()
    if (isDone && !this.#sessions.has(scope)) this.#settle(scope, id)
  }

  #settle(scope: Scope, id: OperationId): void {
    const scopes = this.#unsettled.get(id)
    if (scopes?.delete(scope) === true && scopes.size === 0) this.#forget(id)
  }

  #forget(id: OperationId): void {
    this.#unsettled.delete(id)
    // An entry that stays in the store is settled again after the next start.
    this.outbox.settle([id]).catch(() => undefined)
  }
}

function scopesOf(entry: OutboxEntry): readonly Scope[] {
  return [...new Set(entry.patches.map((patch) => patch.scope))]
}

function makeMemoryUploads(): UploadPlatform {
  return {
    store: makeMemoryUploadStore(),
    tabs: makeSingleUploadTab(),
    prepare: async ({ body }, signal) => {
      const { hashBlob } = await import('./uploads/hash-blob.ts')
      return { sha256: await hashBlob(body, signal), details: {}, pictures: [] }
    },
  }
}
