import { makeListeners } from '#core/lib/listeners.ts'
import type { StudioClient } from './studio-client.ts'
import * as v from 'valibot'
import { unreadableChange } from '#core/change/unreadable-change.ts'
import { attempt } from '#core/lib/attempt.ts'
import type { Scope } from '#core/schema/scope.ts'
import type { Gateway, LiveState, SessionGateway } from '#core/gateway/ports.ts'
import type { OperationId, SpaceId, StudioId, UserId } from '#core/lib/ids.ts'
import { err } from '#core/lib/result.ts'
import { type ChangeContext, type Opened } from '#core/change/context.ts'
import type { Replica } from '#core/schema/replica.ts'
import { makeBoardReplica } from '#core/boards/board-replica.ts'
import { makeCastingReplica } from '#core/casting/casting-replica.ts'
import { makeReviewReplica } from '#core/reviews/review-replica.ts'
import { makeItemReplica } from '#core/revisions/item-replica.ts'
import { DurableQueue } from './durable-queue.ts'
import { makeKeptPages } from './kept-pages.ts'
import { Outbox } from './outbox.ts'
import { makePages, type Pages } from './pages.ts'
import { scopesOf } from './patches.ts'
import type { Clock, IdSource, LocalStore, Online, OutboxEntry, Tabs, Visibility } from './ports.ts'
import { readKeptReplica } from './read-kept-replica.ts'
import type { WrongScope } from './scope-check.ts'
import { makeScopeSession, type ScopeSession } from './scope-session.ts'
import { findMutator, mutationShape } from './mutators.ts'
import { Rehearsal, rehearse } from './rehearsal.ts'
import { sharePresences, type SharedPresences, type SpacePresence } from './space-presence.ts'
import { makeSpaceReplica } from '#core/items/space-replica.ts'
import { makeStudioReplica } from '#core/studios/studio-replica.ts'
import { alwaysVisible } from './system.ts'
import { makeTimelineReplica } from '#core/timeline/timeline-replica.ts'
import { makeMemoryUploads } from './uploads/memory-uploads.ts'
import { UploadQueue, type UploadPlatform } from './uploads/upload-queue.ts'
import { makePosterFiller, type PosterFiller, type PosterPlatform } from './poster-filler.ts'

/** A client's dependencies. */
export type ClientDeps = {
  readonly userId: UserId
  readonly gateway: Gateway
  readonly store: LocalStore
  readonly clock: Clock
  readonly ids: IdSource
  readonly online: Online
  readonly tabs: Tabs
  /** Defaults to always visible. */
  readonly visibility?: Visibility
  /** Defaults to uploads stored in this program's memory. */
  readonly uploads?: UploadPlatform
  /** Absent on a device that cannot decode films. */
  readonly posters?: PosterPlatform
  /** Called when rows on this device were not the server's; without it they are not compared. */
  readonly onWrong?: (wrong: WrongScope) => void
  /** Set for short-lived programs: they do not poll while there is no live channel. */
  readonly isBrief?: boolean
}

/** The polling interval while a studio's live channel is down. */
const pollMs = 20_000

/** Starts a person's client; writes left in the outbox by an earlier run are sent at once. */
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
  readonly pages: Pages
  readonly posters: PosterFiller
  readonly makeProxy: StudioClient['makeProxy']
  readonly clock: Clock
  readonly ids: IdSource
  readonly #deps: ClientDeps
  readonly #queue: DurableQueue
  readonly #sessions = new Map<Scope, OpenScope>()
  /** Scopes opened only for an undo in progress. */
  readonly #borrowed = new Set<Scope>()
  readonly #holds = new Map<Scope, number>()
  readonly #live = new Map<StudioId, { state: LiveState; readonly stop: () => void }>()
  readonly #liveListeners = makeListeners()
  readonly #newsListeners = new Map<() => void, StudioId>()
  readonly #unsettled = new Map<OperationId, Set<Scope>>()
  readonly #presences: SharedPresences
  readonly #stops: (() => void)[] = []
  #cancelPoll: (() => void) | undefined

  constructor(deps: ClientDeps) {
    this.#deps = deps
    this.gateway = deps.gateway
    this.session = deps.gateway.session
    this.userId = deps.userId
    this.clock = deps.clock
    this.ids = deps.ids
    this.#queue = new DurableQueue(deps)
    const queue = this.#queue
    this.uploads = new UploadQueue({ ...deps, ...(deps.uploads ?? makeMemoryUploads()), queue })
    this.posters = makePosterFiller(deps)
    this.makeProxy = deps.uploads?.makeProxy
    this.outbox = new Outbox({
      ...deps,
      queue,
      uploads: this.uploads,
      watcher: {
        onAdded: (entry) => this.#eachReplica(entry, (session) => session.replica.addLayer(entry.id, entry.patches)),
        onSent: (entry) => this.#onSent(entry),
        onRefused: (entry) => this.#eachReplica(entry, (session) => session.replica.dropLayers(new Set([entry.id]))),
      },
    })
    this.pages = makePages({
      ...deps,
      kept: makeKeptPages(deps.store),
      watchNews: (...news) => this.watchNews(...news),
    })
    this.#presences = sharePresences({ visibility: alwaysVisible, ...deps, live: deps.gateway.live })
  }

  async start(): Promise<void> {
    await this.#queue.start()
    this.#stops.push(
      this.session.subscribe((event) => {
        if (event === 'signed-in' || event === 'refreshed') this.flush()
      }),
      this.#deps.online.subscribe(() => {
        if (this.#deps.online.isOnline()) this.refresh()
      }),
    )
  }

  openStudio: StudioClient['openStudio'] = async (studioId) =>
    makeStudioReplica(studioId, (await this.#open(`studio:${studioId}`, studioId)).replica, this.userId)

  openSpace: StudioClient['openSpace'] = async (place) => {
    const session = await this.#open(`space:${place.spaceId}`, place.studioId)
    return makeSpaceReplica(place, session.replica)
  }

  findKeptSpace: StudioClient['findKeptSpace'] = async (place) => {
    const scope: Scope = `space:${place.spaceId}`
    const open = this.#sessions.get(scope)?.session.replica
    const replica = open?.getState() === 'ready' ? open : await readKeptReplica(this.#deps.store, scope)
    return replica && makeSpaceReplica(place, replica)
  }

  openItem: StudioClient['openItem'] = async (place) =>
    makeItemReplica(place, (await this.#open(`item:${place.itemId}`, place.studioId)).replica)

  openTimeline: StudioClient['openTimeline'] = async (studioId) =>
    makeTimelineReplica(studioId, (await this.#open(`timeline:${studioId}`, studioId)).replica)

  openBoard: StudioClient['openBoard'] = async (place) =>
    makeBoardReplica(place, (await this.#open(`board:${place.ownerId}`, place.studioId)).replica)

  openReview: StudioClient['openReview'] = async (place) =>
    makeReviewReplica(place, (await this.#open(`review:${place.sessionId}`, place.studioId)).replica)

  openCasting: StudioClient['openCasting'] = async (place) =>
    makeCastingReplica(place, (await this.#open(`casting:${place.projectId}`, place.studioId)).replica)

  prefetch: StudioClient['prefetch'] = async (scope) => {
    if (this.#sessions.has(scope)) return
    const session = this.#makeSession(scope)
    await session.open().catch(() => undefined)
    await session.close()
  }

  caughtUp: StudioClient['caughtUp'] = async (scope) => await this.#sessions.get(scope)?.session.caughtUp()

  hold: StudioClient['hold'] = (scope) => {
    this.#holds.set(scope, (this.#holds.get(scope) ?? 0) + 1)
    return () => {
      this.#holds.set(scope, Math.max(0, (this.#holds.get(scope) ?? 0) - 1))
      void this.release(scope)
    }
  }

  release = async (scope: Scope): Promise<void> => {
    if ((this.#holds.get(scope) ?? 0) > 0) return
    this.#holds.delete(scope)
    const open = this.#sessions.get(scope)
    this.#sessions.delete(scope)
    this.#borrowed.delete(scope)
    await open?.session.close()
    for (const [id, scopes] of this.#unsettled) {
      if (scopes.has(scope)) void this.#refreshCache(scope, id)
    }
  }

  mutate: ChangeContext['mutate'] = async (mutator, args, ...on) => {
    const { studioId } = on[0]
    const given = on.flatMap(({ replica }) => replica ?? [])
    const replicas = new Set<Replica>(given)
    for (const open of this.#sessions.values()) if (open.studioId === studioId) replicas.add(open.session.replica)
    const { userId, clock, ids } = this
    const rows = new Rehearsal({ studioId, userId, now: clock.now(), newId: ids.newId, replicas: [...replicas] })
    const scopes = given.map(({ scope }) => scope)
    return await attempt(async () => {
      const { done, write } = rehearse(mutator, args, { rows, scopes, id: ids.newId<OperationId>() })
      return { ...done, ...(await this.outbox.commit(write)) }
    })
  }

  carryOut: StudioClient['carryOut'] = async ({ studioId, scopes, mutation }) => {
    const mutator = v.is(mutationShape, mutation) ? findMutator(mutation) : undefined
    if (mutator === undefined) return err(unreadableChange(mutation.kind))
    const closed = scopes.filter((scope) => !this.#sessions.has(scope))
    // Applied synchronously if everything is open.
    if (closed.length === 0) return await this.mutate(mutator, mutation, { studioId }, ...this.#listOpened(scopes))
    for (const scope of closed) this.#borrowed.add(scope)
    const opened = await attempt(async () => await Promise.all(scopes.map((scope) => this.#share(scope, studioId))))
    const done = opened.ok ? await this.mutate(mutator, mutation, { studioId }, ...this.#listOpened(scopes)) : opened
    // Scopes that a page has opened since stay open.
    for (const scope of closed) if (this.#borrowed.has(scope)) void this.release(scope)
    return done
  }

  #listOpened(scopes: readonly Scope[]): readonly Opened[] {
    return scopes.flatMap((scope) => {
      const open = this.#sessions.get(scope)
      return open === undefined ? [] : [{ studioId: open.studioId, replica: open.session.replica }]
    })
  }

  flush = (): void => this.#queue.flush()

  refresh = (): void => {
    this.flush()
    // Each session retries its own failures.
    for (const { session } of this.#sessions.values()) session.pull().catch(() => undefined)
  }

  getLiveState = (studioId: StudioId): LiveState => this.#live.get(studioId)?.state ?? 'connecting'

  subscribeLiveState = this.#liveListeners.subscribe

  watchNews: StudioClient['watchNews'] = (studioId, onNews) => {
    // A new function for each call, because the same callback may watch twice.
    const listener = (): void => onNews()
    this.#newsListeners.set(listener, studioId)
    return () => this.#newsListeners.delete(listener)
  }

  watchPresence = (spaceId: SpaceId): SpacePresence => this.#presences.watch(spaceId)

  close = async (): Promise<void> => {
    this.#stop()
    await Promise.all([
      this.uploads.close(),
      this.pages.close(),
      ...[...this.#sessions.values()].map(({ session }) => session.close()),
    ])
    await this.#deps.store.close()
  }

  clear = async (): Promise<void> => {
    this.#stop()
    const closing = [...this.#sessions.values()].map(({ session }) => session.close())
    await Promise.all([this.uploads.clear(), this.pages.close(), ...closing])
    await this.#deps.store.clear()
    await this.#deps.store.close()
  }

  #stop(): void {
    this.posters.close()
    this.#queue.close()
    this.#cancelPoll?.()
    for (const stop of this.#stops) stop()
    for (const { stop } of this.#live.values()) stop()
    this.#presences.close()
  }

  async #open(scope: Scope, studioId: StudioId): Promise<ScopeSession> {
    this.#borrowed.delete(scope)
    return await this.#share(scope, studioId)
  }

  /** Returns a scope's session, opening it if necessary. */
  async #share(scope: Scope, studioId: StudioId): Promise<ScopeSession> {
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
      // It may have been released, and opened anew, by now.
      if (this.#sessions.get(scope)?.session === session) this.#sessions.delete(scope)
      await session.close()
      throw error
    }
    return session
  }

  #makeSession(scope: Scope): ScopeSession {
    const session = makeScopeSession({
      ...this.#deps,
      scope,
      // The space already has the task, so people can post to it before its comments are loaded.
      opensEmpty: scope.startsWith('item:'),
      getEntries: () => this.outbox.getEntries().filter((entry) => entry.state !== 'refused'),
      onSettled: (ids) => ids.forEach((id) => this.#settle(scope, id, session)),
    })
    return session
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
      this.#liveListeners.tell()
      // Broadcasts missed while the channel was down are not repeated.
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
    for (const scope of scopesOf(entry.patches)) {
      const open = this.#sessions.get(scope)
      if (open !== undefined) act(open.session)
    }
  }

  /** Keeps a committed write until the caches of its scopes contain it: offline they are all there is. */
  #onSent(entry: OutboxEntry): void {
    const scopes = scopesOf(entry.patches)
    this.#unsettled.set(entry.id, new Set(scopes))
    for (const scope of scopes) {
      const open = this.#sessions.get(scope)
      if (open === undefined) void this.#refreshCache(scope, entry.id)
      else open.session.pull().catch(() => undefined)
    }
    if (scopes.length === 0) this.#forget(entry.id)
  }

  async #refreshCache(scope: Scope, id: OperationId): Promise<void> {
    // If this fails, the entry waits for the next start.
    const session = this.#makeSession(scope)
    const isDone = await session.refreshCache().then(
      () => true,
      () => session.replica.getState() === 'gone',
    )
    await session.close()
    if (isDone) this.#settle(scope, id, session)
  }

  /** Settles a write in a scope. In an open scope only its session knows when the rows contain the write; earlier, its layer would stay. */
  #settle(scope: Scope, id: OperationId, session: ScopeSession): void {
    const open = this.#sessions.get(scope)
    if (open !== undefined && open.session !== session) return
    const scopes = this.#unsettled.get(id)
    if (scopes?.delete(scope) === true && scopes.size === 0) this.#forget(id)
  }

  #forget(id: OperationId): void {
    this.#unsettled.delete(id)
    // An entry that stays in the store is settled again after the next start.
    this.outbox.settle([id]).catch(() => undefined)
  }
}
