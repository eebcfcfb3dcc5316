import type { BoardReplica } from '#core/boards/board-replica.ts'
import type { CastingReplica } from '#core/casting/casting-replica.ts'
import type { ChangeContext, Done, UndoStep } from '#core/change/context.ts'
import type { Gateway, LiveState, SessionGateway } from '#core/gateway/ports.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { ItemId, ProjectId, ReviewSessionId, SpaceId, StudioId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { ReviewReplica } from '#core/reviews/review-replica.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import type { BoardOwnerId, Scope } from '#core/schema/scope.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { TimelineReplica } from '#core/timeline/timeline-replica.ts'
import type { Outbox } from './outbox.ts'
import type { Pages } from './pages.ts'
import type { PosterFiller } from './poster-filler.ts'
import type { Clock, IdSource } from './ports.ts'
import type { SpacePresence } from './space-presence.ts'
import type { MakeProxy } from './uploads/ports.ts'
import type { UploadQueue } from './uploads/upload-queue.ts'

/** One person's view of their studios on this device, and the means to change them. */
export interface StudioClient extends ChangeContext {
  readonly gateway: Gateway
  readonly session: SessionGateway
  readonly outbox: Outbox
  /** Files being uploaded; posts that name them wait for them. */
  readonly uploads: UploadQueue
  /** Questions to procedures. */
  readonly pages: Pages
  /** Makes missing posters of films. */
  readonly posters: PosterFiller
  /** Makes proxies of films; absent on a device that cannot. */
  readonly makeProxy: MakeProxy | undefined
  readonly clock: Clock
  readonly ids: IdSource
  /** Opens a studio: its catalogue from the cache or the server, then live. Fails with an `AppError`. */
  openStudio: (studioId: StudioId) => Promise<StudioReplica>
  openSpace: (place: { readonly studioId: StudioId; readonly spaceId: SpaceId }) => Promise<SpaceReplica>
  /**
   * Returns a space as this device knows it, open or cached, without asking the server; undefined if it knows nothing
   * of it.
   */
  findKeptSpace: (place: {
    readonly studioId: StudioId
    readonly spaceId: SpaceId
  }) => Promise<SpaceReplica | undefined>
  openItem: (place: {
    readonly studioId: StudioId
    readonly spaceId: SpaceId
    readonly itemId: ItemId
  }) => Promise<ItemReplica>
  /** Opens a studio's timeline: blocks, their tasks, days off. */
  openTimeline: (studioId: StudioId) => Promise<TimelineReplica>
  /** Opens the references board of a project, a space or an item; empty until something is put on it. */
  openBoard: (place: { readonly studioId: StudioId; readonly ownerId: BoardOwnerId }) => Promise<BoardReplica>
  /** Opens the entries of a review session. */
  openReview: (place: { readonly studioId: StudioId; readonly sessionId: ReviewSessionId }) => Promise<ReviewReplica>
  /** Opens a project's casting. */
  openCasting: (place: { readonly studioId: StudioId; readonly projectId: ProjectId }) => Promise<CastingReplica>
  /**
   * Resolves once an open scope, shown from the cache at first, is up to date with the server. Fails with an
   * `AppError`.
   */
  caughtUp: (scope: Scope) => Promise<void>
  /** Loads a scope into the cache, to be opened soon. Failures are ignored; opening it reports them. */
  prefetch: (scope: Scope) => Promise<void>
  /** Stops syncing a scope; its cache stays. */
  release: (scope: Scope) => Promise<void>
  /** Keeps a scope open, even if others release it, until the returned function is called; the last hold closes it. */
  hold: (scope: Scope) => () => void
  /** Carries out a change stored as data, for undo and redo. Opens the scopes it reads while that lasts. */
  carryOut: (step: UndoStep) => Promise<Result<Done>>
  /** Retries everything that is waiting. */
  flush: () => void
  /** Pulls everything open and retries what is waiting: the window is visible again, or the network is back. */
  refresh: () => void
  /** Returns the state of the live connection to a studio. */
  getLiveState: (studioId: StudioId) => LiveState
  subscribeLiveState: (listener: () => void) => () => void
  /** Calls back, until stopped, when something in an open studio may have changed: for views without a replica. */
  watchNews: (studioId: StudioId, onNews: () => void) => () => void
  /** Joins the people viewing a space, until closed; several callers share one presence. */
  watchPresence: (spaceId: SpaceId) => SpacePresence
  /** Stops after writing the cache. */
  close: () => Promise<void>
  /** Stops and deletes everything on the device, including pending writes. */
  clear: () => Promise<void>
}
