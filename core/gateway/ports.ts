import type { AnyMutation, WriteAnswer } from '#core/change/mutation.ts'
import type { RoomChannel, RoomListener } from '#core/reviews/together/together.ts'
import type { Presence } from '#core/people/presence.ts'
import type { OwnProfile } from '#core/people/profile.ts'
import type { RowSum } from '#core/schema/row-sum.ts'
import type { Rows, TableName } from '#core/schema/tables.ts'
import type { Scope, StudioAccess } from '#core/schema/scope.ts'
import type { TemplateKind, TemplateLibrary } from '#core/studios/template-library.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { TimelineFilterData } from '#core/timeline/filter-data.ts'
import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { Assignment, FeedItem, NotificationItem } from '#core/feeds/entry.ts'
import type { FeedAction } from '#core/feeds/filter.ts'
import type { FoundThing } from '#core/search/found-thing.ts'
import type {
  BoardId,
  CanvasItemId,
  CommentId,
  MediaId,
  NotificationId,
  OperationId,
  ProjectId,
  Rev,
  ReviewSessionId,
  SpaceId,
  StudioId,
  TaskId,
  UserId,
  VersionId,
} from '#core/lib/ids.ts'

/** The signed-in person's session. */
export type Session = {
  readonly userId: UserId
  readonly email: string
  /** The person's full name, if the sign-in provider gave it. */
  readonly fullName: string | undefined
  readonly avatarUrl: string | undefined
  /** When the access token expires; it is refreshed before that. */
  readonly expiresAt: EpochMs
}

export type SessionEvent = 'signed-in' | 'signed-out' | 'refreshed' | 'updated'

export type PasswordChange = { readonly current: string; readonly password: string }

/** The result of changing a password; the connection may have failed before other devices were signed out. */
export type ChangedPassword = { readonly areOthersSignedOut: boolean }

/** Signing in and staying signed in. Every method fails with an `AppError`. */
export interface SessionGateway {
  load: () => Promise<Session | undefined>
  /** Returns a token valid for another minute at least, refreshing it if necessary. Fails with `no-active-session`. */
  loadAccessToken: () => Promise<string>
  signInWithPassword: (account: { readonly email: string; readonly password: string }) => Promise<Session>
  signUpWithPassword: (account: { readonly email: string; readonly password: string }) => Promise<Session>
  /** Sends a link for a new password to the address, if it has an account. */
  requestNewPassword: (email: string) => Promise<void>
  /** Sets a password with the token of that link and signs in with it; the person's other sessions end. */
  setNewPassword: (change: { readonly token: string; readonly password: string }) => Promise<Session>
  /**
   * Changes the signed-in person's password and ends their other sessions; returns whether those are known to have
   * ended. Fails with `password-wrong` if the current one does not match, and `password-weak` if the new one is weak.
   */
  changePassword: (change: PasswordChange) => Promise<ChangedPassword>
  /** Returns the address to send the person to; the first allowed e-mail domain is the hint for Google. */
  startOAuth: (request: {
    readonly provider: 'google' | 'github'
    readonly redirectTo: string
    readonly domainHint?: string
  }) => Promise<string>
  /** Turns the code or tokens in a callback's address into a session; undefined if the address has neither. */
  completeOAuth: (address: string) => Promise<Session | undefined>
  refresh: () => Promise<Session>
  signOut: () => Promise<void>
  subscribe: (listener: (event: SessionEvent, session: Session | undefined) => void) => () => void
}

/** Where a session is stored between starts; the interface auth-js asks for. */
export interface SessionStorage {
  getItem: (key: string) => string | null | Promise<string | null>
  setItem: (key: string, value: string) => void | Promise<void>
  removeItem: (key: string) => void | Promise<void>
}

/** What changed in a scope after a revision or, when `full`, everything it holds. */
export type PullAnswer = {
  /** The studio revision of this response: the `since` of the next pull. */
  readonly rev: Rev
  readonly full: boolean
  readonly tables: { readonly [Name in TableName]?: readonly Rows[Name][] }
  /** Keys of deleted rows: the id, or the parts of a composite key joined by colons. */
  readonly deleted: { readonly [Name in TableName]?: readonly string[] }
  /** Only in a studio's pull. */
  readonly access?: StudioAccess
}

/** The server's checksums of a scope's rows at one revision. */
export type ScopeSums = {
  readonly rev: Rev
  readonly tables: { readonly [Name in TableName]?: RowSum }
  /** For a timeline, the first day that the sums include. */
  readonly from?: CalendarDate
}

/** A studio the caller belongs to. */
export type StudioSummary = { readonly id: StudioId; readonly name: string; readonly slug: string }

/** Choosing, creating and joining studios. */
export interface StudioGateway {
  list: () => Promise<readonly StudioSummary[]>
  /** Accepts an invite to the caller's address, if any; creates nothing. */
  ensureMine: () => Promise<StudioSummary | undefined>
  findActive: () => Promise<StudioId | undefined>
  setActive: (studioId: StudioId) => Promise<void>
  create: (name: string) => Promise<StudioSummary>
  acceptInvite: (token: string) => Promise<StudioSummary>
  /** Creates an invite link and returns its token. */
  createInvite: (studioId: StudioId) => Promise<string>
}

/** The person's own profile. */
export interface ProfileGateway {
  load: (userId: UserId) => Promise<OwnProfile>
  /** Saves what the person may change; their address stays. */
  save: (profile: OwnProfile) => Promise<void>
}

/** A browser's web push subscription, with the keys of RFC 8291 in base64url. */
export type PushSubscriptionKeys = {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  /** Names the browser for the person. */
  readonly label: string
}

/** The person's browsers that receive web push. */
export interface PushGateway {
  has: (endpoint: string) => Promise<boolean>
  /** Saving again replaces the subscription. */
  save: (subscription: PushSubscriptionKeys) => Promise<void>
  remove: (endpoint: string) => Promise<void>
}

/** The templates for new studios, for the super-admin. */
export interface TemplateGateway {
  load: (kind: TemplateKind) => Promise<TemplateLibrary>
  /** Writes the differences between the two; repeatable. */
  save: (kind: TemplateKind, before: TemplateLibrary, after: TemplateLibrary) => Promise<void>
}

/** A page of a feed, newest first; `next` is the cursor of the following page, absent after the last. */
export type FeedPage<Item> = { readonly items: readonly Item[]; readonly next: string | undefined }

type FeedPlaceRequest = {
  readonly studioId: StudioId
  readonly after: string | undefined
  readonly signal?: AbortSignal
}

/** The studio's feed, and the person's notifications. */
export interface FeedGateway {
  /** Loads up to 100 entries a page. */
  loadStudioFeed: (
    request: FeedPlaceRequest & { readonly actions: readonly FeedAction[] },
  ) => Promise<FeedPage<FeedItem>>
  /** Loads up to 50 entries a page. */
  loadNotifications: (request: FeedPlaceRequest) => Promise<FeedPage<NotificationItem>>
  /** Loads what one person did, or everybody if `userId` is undefined; up to 50 entries a page. */
  loadActivity: (request: FeedPlaceRequest & { readonly userId: UserId | undefined }) => Promise<FeedPage<FeedItem>>
  /** Loads the comments that mention a person; up to 100 a page. */
  loadMentions: (request: FeedPlaceRequest & { readonly userId: UserId }) => Promise<FeedPage<FeedItem>>
  /** Loads a person's open tasks by due date, undated last; up to 100 a page. */
  loadAssignments: (request: FeedPlaceRequest & { readonly userId: UserId }) => Promise<FeedPage<Assignment>>
  /** Marks notifications as viewed, by id or up to a moment; returns how many were not yet. */
  markViewed: (wanted: { readonly ids: readonly NotificationId[] } | { readonly before: EpochMs }) => Promise<number>
}

/** A person's own settings, by name. */
export interface PreferenceGateway {
  /** Returns the value as saved, unvalidated; undefined if nothing was saved. */
  load: (userId: UserId, key: string) => Promise<unknown>
  /** Saving again replaces the value. */
  save: (userId: UserId, key: string, value: unknown) => Promise<void>
}

/** A file to send, with what it belongs to. */
export type UploadRequest = {
  readonly mediaId: MediaId
  readonly studioId: StudioId
  readonly projectId?: ProjectId
  readonly taskId?: TaskId
  readonly versionId?: VersionId
  readonly commentId?: CommentId
  readonly filename: string
  readonly contentType: string
  readonly body: Blob
  /** What is known of the content, stored with it. */
  readonly details?: MediaDetails
}

/** What a client found out about a file. */
export type MediaDetails = {
  readonly sha256?: string
  readonly width?: number
  readonly height?: number
  readonly frameRate?: string
  readonly frameCount?: number
  readonly durationMs?: number
  /** The codec string of its pictures, such as `avc1.640028`. */
  readonly codec?: string
  /** The timecode of the first frame, such as `01:00:00:00`. */
  readonly startTimecode?: string
  /** The number for its first frame. */
  readonly firstFrame?: number
  /** Its loudness over time; see `formatWaveform`. */
  readonly waveform?: string
  readonly posterMediaId?: MediaId
  readonly filmstripMediaId?: MediaId
  readonly thumbnailMediaId?: MediaId
  /** Its proxy, sent by the same person; the first one counts. */
  readonly proxyMediaId?: MediaId
}

/** Observes and controls the sending of one file. */
export type UploadWatch = {
  readonly onProgress?: (sentBytes: number) => void
  readonly signal?: AbortSignal
  /** Where an earlier attempt, perhaps in another process, was sending its pieces. */
  readonly place?: string
  /** Receives where the pieces go; pass it as `place` to a later attempt to resume. */
  readonly onPlace?: (place: string) => void
}

/** A file's destination on the server. */
export type UploadSlot = {
  readonly id: MediaId
  /** Its path in the private bucket. */
  readonly key: string
  /** Whether its bytes are stored already: sent before, or identical to a file that the caller may see. */
  readonly isStored: boolean
  /** The address to PUT it to in one piece. */
  readonly uploadUrl?: string
  /** The address to POST it to in one piece with the caller's token instead. */
  readonly directUrl?: string
  /** Where it can be sent in pieces; absent if the storage cannot take them. */
  readonly resumable?: { readonly url: string; readonly bucket: string }
  /** Whether a bucket accepts it in parts (`upload-parts`). */
  readonly takesParts?: boolean
}

/** Sends files. Each step, and the whole, can be repeated without harm. */
export interface UploadGateway {
  /** Takes all steps for one file, with retries as in document 1, section 9. */
  upload: (request: UploadRequest, watch?: UploadWatch) => Promise<void>
  /** Requests slots, in order, for files with the same target; up to 100 in one call to the server. */
  requestSlots: (requests: readonly UploadRequest[], signal?: AbortSignal) => Promise<readonly UploadSlot[]>
  /** Sends a file's bytes once: whole up to 6 MB, above that in pieces if its slot allows. */
  send: (slot: UploadSlot, request: UploadRequest, watch?: UploadWatch) => Promise<void>
  /** Declares that the bytes have arrived, with what is known of them. */
  complete: (mediaId: MediaId, details: MediaDetails) => Promise<void>
  /** Cancels an upload in pieces, at the place passed to `onPlace`. */
  drop: (place: string) => Promise<void>
}

export type LiveState = 'connecting' | 'live' | 'lost'

/** A person's presence in a space. */
export interface SpaceChannel {
  /** Shows the person on a cell or on none; sent again after a reconnection. */
  show: (cellKey: string | undefined) => void
  /** Keeps listening without being shown. */
  hide: () => void
  leave: () => void
}

/** Live updates: a studio changed, the person was notified, and who else is in a space. */
export interface LiveGateway {
  watchStudio: (
    studioId: StudioId,
    listener: { readonly onRev: (rev: Rev) => void; readonly onState?: (state: LiveState) => void },
  ) => () => void
  /** Calls back when a notification of the person arrives or is viewed, and when the channel is back after a gap. */
  watchNotifications: (userId: UserId, onChange: () => void) => () => void
  /** Reports who else is in a space, without the caller's own windows. */
  joinSpace: (
    spaceId: SpaceId,
    who: { readonly userId: UserId; readonly onOthers: (others: readonly Presence[]) => void },
  ) => SpaceChannel
}

/** Somebody else at a board: their pointer, in board pixels, and their selection. */
export type BoardPresence = {
  readonly userId: UserId
  readonly cursor: { readonly x: number; readonly y: number } | undefined
  readonly selection: readonly CanvasItemId[]
}

/** Who else is at a board. */
export interface BoardGateway {
  /** Joins a board's channel, until left; a person with two windows appears once. */
  join: (
    boardId: BoardId,
    who: { readonly userId: UserId; readonly onOthers: (others: readonly BoardPresence[]) => void },
  ) => {
    readonly show: (here: Omit<BoardPresence, 'userId'>) => void
    readonly leave: () => void
  }
}

/** The people in a review session's room, and their messages to each other. */
export interface RoomGateway {
  /** Joins a session's channels under an id of this window's own, until left. */
  join: (sessionId: ReviewSessionId, participantId: string, listener: RoomListener) => RoomChannel
}

/** A search in a studio; `limit` is 50 at most. */
export type SearchRequest = {
  readonly studioId: StudioId
  readonly query: string
  readonly limit: number
  readonly signal?: AbortSignal
}

/** Rows by table, and the studio revision at which they were read. */
export type Unchanged = { readonly since: Rev; readonly rows: Readonly<Record<string, readonly string[]>> }

/**
 * The only access to the server. Every method fails with an `AppError`, `retryable` if the same call may succeed later.
 */
export interface Gateway {
  readonly session: SessionGateway
  readonly studios: StudioGateway
  readonly profiles: ProfileGateway
  readonly push: PushGateway
  readonly preferences: PreferenceGateway
  readonly templates: TemplateGateway
  readonly feeds: FeedGateway
  readonly uploads: UploadGateway
  readonly live: LiveGateway
  readonly boards: BoardGateway
  readonly rooms: RoomGateway
  pull: (request: { readonly scope: Scope; readonly since: Rev; readonly signal?: AbortSignal }) => Promise<PullAnswer>
  /** Returns the server's checksums of a scope's rows, for comparison. */
  check: (request: { readonly scope: Scope; readonly signal?: AbortSignal }) => Promise<ScopeSums>
  /**
   * Carries out a write; repeating an operation id returns the first answer and changes nothing. Posts are timestamped
   * `waitedMs` milliseconds ago, when they were made.
   */
  write: (mutation: AnyMutation, operationId: OperationId, waitedMs?: number) => Promise<WriteAnswer>
  /**
   * Makes every later write fail as a whole if somebody else has changed or deleted one of these rows. The returned
   * function gives the revision up to which nobody has, for continuing with another gateway.
   */
  onlyIf: (unchanged: Unchanged) => () => Rev
  /** Finds everything in a studio that contains every word of a query, whatever this device has cached. */
  searchStudio: (request: SearchRequest) => Promise<readonly FoundThing[]>
  /** Loads the options of the timeline's filter panel. */
  loadTimelineFilterData: (studioId: StudioId) => Promise<TimelineFilterData>
  /** Loads short-lived addresses of private files; those not available are missing. */
  loadMediaUrls: (mediaIds: readonly MediaId[]) => Promise<ReadonlyMap<MediaId, string>>
  /** Calls a procedure, for screens with data of their own. */
  call: (procedure: string, args?: Readonly<Record<string, unknown>>) => Promise<unknown>
  /**
   * Returns every row of a procedure that returns rows, ordered by a column with unique values. With `call`, a hosted
   * project leaves out all rows after the thousandth.
   */
  callForAll: (
    procedure: string,
    args: Readonly<Record<string, unknown>>,
    orderedBy: string,
  ) => Promise<readonly unknown[]>
  /** Calls an edge function: POST with a body, else GET. */
  callFunction: (
    name: string,
    request: { readonly body?: unknown; readonly search?: Readonly<Record<string, string>> },
  ) => Promise<unknown>
  close: () => Promise<void>
}
