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

/** One person's view of their studios on this device, and the way to change them. */
export interface StudioClient extends ChangeContext {
  readonly gateway: Gateway
  readonly session: SessionGateway
  readonly outbox: Outbox
  /** Files on their way; a post that names them waits for them. */
  readonly uploads: UploadQueue
  /** What is asked of procedures. */
  readonly pages: Pages
  /** Posters of films that came without. */
  readonly posters: PosterFiller
  /** Makes proxies of films; absent on a device that makes none. */
  readonly makeProxy: MakeProxy | undefined
  readonly clock: Clock
  readonly ids: IdSource
  /** Opens a studio: its catalogue from the cache or the server, then live. Fails with an `AppError`. */
  openStudio: (studioId: StudioId) => Promise<StudioReplica>
  openSpace: (place: { readonly studioId: StudioId; readonly spaceId: SpaceId }) => Promise<SpaceReplica>
  /** A space as this device knows it, open or kept, without asking the server; absent where it keeps nothing of it. */
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
  /** Opens the references board of a project, a space or an item; empty while nothing was laid on it. */
  openBoard: (place: { readonly studioId: StudioId; readonly ownerId: BoardOwnerId }) => Promise<BoardReplica>
  /** Opens what is looked at in a review session. */
  openReview: (place: { readonly studioId: StudioId; readonly sessionId: ReviewSessionId }) => Promise<ReviewReplica>
  /** Opens what a project's items are made with. */
  openCasting: (place: { readonly studioId: StudioId; readonly projectId: ProjectId }) => Promise<CastingReplica>
  /** Resolves once an open scope, which is there from the cache at first, has what the server adds. Fails with an `AppError`. */
  caughtUp: (scope: Scope) => Promise<void>
  /** Lays a scope into the cache, for whoever opens it soon. A failure is left to them. */
  prefetch: (scope: Scope) => Promise<void>
  /** Stops keeping a scope in step; its cache stays. */
  release: (scope: Scope) => Promise<void>
  /** Keeps a scope open, whoever else releases it, until the answered function is called; the last one closes it. */
  hold: (scope: Scope) => () => void
  /** Makes a change that was kept as data: what an undo or a redo comes to. Opens what it reads, for as long as that takes. */
  carryOut: (step: UndoStep) => Promise<Result<Done>>
  /** Sends what waits for another try. */
  flush: () => void
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
