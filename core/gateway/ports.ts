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

/** Who is signed in. */
export type Session = {
  readonly userId: UserId
  readonly email: string
  /** The person's full name, where the sign-in provider told it. */
  readonly fullName: string | undefined
  readonly avatarUrl: string | undefined
  /** When the access token ends; it is refreshed before that. */
  readonly expiresAt: EpochMs
}

export type SessionEvent = 'signed-in' | 'signed-out' | 'refreshed' | 'updated'

export type PasswordChange = { readonly current: string; readonly password: string }

/** A password that was changed; the line may have broken before the other devices were signed out. */
export type ChangedPassword = { readonly areOthersSignedOut: boolean }

/** Signing in and staying signed in. Everything fails with an `AppError`. */
export interface SessionGateway {
  load: () => Promise<Session | undefined>
  /** A token good for another minute at least; refreshes where needed. Fails with `no-active-session`. */
  loadAccessToken: () => Promise<string>
  signInWithPassword: (account: { readonly email: string; readonly password: string }) => Promise<Session>
  signUpWithPassword: (account: { readonly email: string; readonly password: string }) => Promise<Session>
  /** Has a link for a new password mailed to the address, if somebody has signed up with it. */
  requestNewPassword: (email: string) => Promise<void>
  /** Sets it with the token of that link and signs in with it; the person's other sessions end. */
  setNewPassword: (change: { readonly token: string; readonly password: string }) => Promise<Session>
  /**
   * Gives the signed-in person another password, and ends their other sessions; says whether those are known to have ended. Fails
   * with `password-wrong` where the current one is another, `password-weak` where the new one is.
   */
  changePassword: (change: PasswordChange) => Promise<ChangedPassword>
  /** The address to send the person to; the first allowed e-mail domain is the hint for Google. */
  startOAuth: (request: {
    readonly provider: 'google' | 'github'
    readonly redirectTo: string
    readonly domainHint?: string
  }) => Promise<string>
  /** Turns the code or the tokens in a callback's address into a session; absent where the address holds neither. */
  completeOAuth: (address: string) => Promise<Session | undefined>
  refresh: () => Promise<Session>
  signOut: () => Promise<void>
  subscribe: (listener: (event: SessionEvent, session: Session | undefined) => void) => () => void
}

/** Where a session is kept between starts; the shape that auth-js asks for. */
export interface SessionStorage {
  getItem: (key: string) => string | null | Promise<string | null>
  setItem: (key: string, value: string) => void | Promise<void>
  removeItem: (key: string) => void | Promise<void>
}

/** What changed in a scope after a revision, or, when `full`, everything it holds. */
export type PullAnswer = {
  /** The studio clock this answer has seen: pull from here next time. */
  readonly rev: Rev
  readonly full: boolean
  readonly tables: { readonly [Name in TableName]?: readonly Rows[Name][] }
  /** Keys of deleted rows: the id, or the parts of a composite key joined by colons. */
  readonly deleted: { readonly [Name in TableName]?: readonly string[] }
  /** Only in a studio's answer. */
  readonly access?: StudioAccess
}

/** What the rows of a scope come to on the server, at one revision. */
export type ScopeSums = {
  readonly rev: Rev
  readonly tables: { readonly [Name in TableName]?: RowSum }
  /** A timeline's are those from this day on. */
  readonly from?: CalendarDate
}

/** A studio the caller belongs to. */
export type StudioSummary = { readonly id: StudioId; readonly name: string; readonly slug: string }

/** Choosing, making and joining studios. */
export interface StudioGateway {
  list: () => Promise<readonly StudioSummary[]>
  /** Accepts what was offered to the caller's address; makes nothing otherwise. */
  ensureMine: () => Promise<StudioSummary | undefined>
  findActive: () => Promise<StudioId | undefined>
  setActive: (studioId: StudioId) => Promise<void>
  create: (name: string) => Promise<StudioSummary>
  acceptInvite: (token: string) => Promise<StudioSummary>
  /** The token of a new invite link. */
  createInvite: (studioId: StudioId) => Promise<string>
}

/** The person's own profile. */
export interface ProfileGateway {
  load: (userId: UserId) => Promise<OwnProfile>
  /** Replaces what the person may change; their address stays. */
  save: (profile: OwnProfile) => Promise<void>
}

/** A browser that takes web push, with the keys of RFC 8291 in base64url. */
export type PushSubscriptionKeys = {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  /** Which browser this is, for the person. */
  readonly label: string
}

/** Which of the person's browsers are told by web push. */
export interface PushGateway {
  has: (endpoint: string) => Promise<boolean>
  /** Saving again replaces it. */
  save: (subscription: PushSubscriptionKeys) => Promise<void>
  remove: (endpoint: string) => Promise<void>
}

/** The templates for new studios, for the super-admin. */
export interface TemplateGateway {
  load: (kind: TemplateKind) => Promise<TemplateLibrary>
  /** Writes what differs between the two; repeatable. */
  save: (kind: TemplateKind, before: TemplateLibrary, after: TemplateLibrary) => Promise<void>
}

/** A page of a feed, newest first; `next` is where the following one starts, absent after the last. */
export type FeedPage<Item> = { readonly items: readonly Item[]; readonly next: string | undefined }

type FeedPlaceRequest = {
  readonly studioId: StudioId
  readonly after: string | undefined
  readonly signal?: AbortSignal
}

/** What happened in a studio, and what the person is told about. */
export interface FeedGateway {
  /** Up to 100 entries a page. */
  loadStudioFeed: (
    request: FeedPlaceRequest & { readonly actions: readonly FeedAction[] },
  ) => Promise<FeedPage<FeedItem>>
  /** Up to 50 entries a page. */
  loadNotifications: (request: FeedPlaceRequest) => Promise<FeedPage<NotificationItem>>
  /** What one person did, or everybody where nobody is named; up to 50 entries a page. */
  loadActivity: (request: FeedPlaceRequest & { readonly userId: UserId | undefined }) => Promise<FeedPage<FeedItem>>
  /** The comments that name a person; up to 100 a page. */
  loadMentions: (request: FeedPlaceRequest & { readonly userId: UserId }) => Promise<FeedPage<FeedItem>>
  /** A person's open tasks by due date, undated last; up to 100 a page. */
  loadAssignments: (request: FeedPlaceRequest & { readonly userId: UserId }) => Promise<FeedPage<Assignment>>
  /** Marks the person's notifications viewed, by id or up to a moment; answers how many were not yet. */
  markViewed: (wanted: { readonly ids: readonly NotificationId[] } | { readonly before: EpochMs }) => Promise<number>
}

/** What a person saved for themselves, by name. */
export interface PreferenceGateway {
  /** Absent where nothing was saved; as it was saved, unread. */
  load: (userId: UserId, key: string) => Promise<unknown>
  /** Saving again replaces it. */
  save: (userId: UserId, key: string, value: unknown) => Promise<void>
}

/** A file to send, with what it will belong to. */
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
  /** What is known of the content, kept with it. */
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
  /** How its pictures are coded, such as `avc1.640028`. */
  readonly codec?: string
  /** The timecode of the first frame, such as `01:00:00:00`. */
  readonly startTimecode?: string
  /** The number its first frame is to have. */
  readonly firstFrame?: number
  /** How loud it is over its length; see `formatWaveform`. */
  readonly waveform?: string
  readonly posterMediaId?: MediaId
  readonly filmstripMediaId?: MediaId
  readonly thumbnailMediaId?: MediaId
  /** What plays in its stead, sent by the same person; the first one counts. */
  readonly proxyMediaId?: MediaId
}

/** Follows and steers the sending of one file. */
export type UploadWatch = {
  readonly onProgress?: (sentBytes: number) => void
  readonly signal?: AbortSignal
  /** Where an earlier try, perhaps in another process, was sending its pieces. */
  readonly place?: string
  /** Told where the pieces go: kept, it lets a later try go on. */
  readonly onPlace?: (place: string) => void
}

/** A file's place on the server. */
export type UploadSlot = {
  readonly id: MediaId
  /** Its path in the private bucket. */
  readonly key: string
  /** Its bytes are there already: sent before, or the same as those of a file that the caller may see. */
  readonly isStored: boolean
  /** Where it is PUT in one piece. */
  readonly uploadUrl?: string
  /** Where it is POSTed in one piece with the caller's token instead. */
  readonly directUrl?: string
  /** Where it can be sent in pieces; absent where the storage cannot take them. */
  readonly resumable?: { readonly url: string; readonly bucket: string }
  /** Whether a bucket takes it in parts (`upload-parts`). */
  readonly takesParts?: boolean
}

/** Sends files. Each step, and all of them, can be repeated without harm. */
export interface UploadGateway {
  /** All steps for one file, tried again by the rules of document 1, section 9. */
  upload: (request: UploadRequest, watch?: UploadWatch) => Promise<void>
  /** Slots for files that belong to one and the same target, in their order; up to 100 in one call to the server. */
  requestSlots: (requests: readonly UploadRequest[], signal?: AbortSignal) => Promise<readonly UploadSlot[]>
  /** Sends a file's bytes once: whole up to 6 MB, in pieces above that where its slot allows. */
  send: (slot: UploadSlot, request: UploadRequest, watch?: UploadWatch) => Promise<void>
  /** Says that the bytes are there, with what is known of them. */
  complete: (mediaId: MediaId, details: MediaDetails) => Promise<void>
  /** Gives up an upload in pieces, told by `onPlace`. */
  drop: (place: string) => Promise<void>
}

export type LiveState = 'connecting' | 'live' | 'lost'

/** A person's place among those who look at a space. */
export interface SpaceChannel {
  /** Shows the person there, on a cell or on none; sent again when the connection is back. */
  show: (cellKey: string | undefined) => void
  /** Listens on without being shown. */
  hide: () => void
  leave: () => void
}

/** News that a studio changed, that somebody was told about something, and who else looks at a space. */
export interface LiveGateway {
  watchStudio: (
    studioId: StudioId,
    listener: { readonly onRev: (rev: Rev) => void; readonly onState?: (state: LiveState) => void },
  ) => () => void
  /** Calls back when a notification of the person comes or is viewed, and when the channel is back after a gap. */
  watchNotifications: (userId: UserId, onChange: () => void) => () => void
  /** Listens who else is in a space; the caller's own windows are left out. */
  joinSpace: (
    spaceId: SpaceId,
    who: { readonly userId: UserId; readonly onOthers: (others: readonly Presence[]) => void },
  ) => SpaceChannel
}

/** Somebody else at a board: where they point, in board pixels, and what they have selected. */
export type BoardPresence = {
  readonly userId: UserId
  readonly cursor: { readonly x: number; readonly y: number } | undefined
  readonly selection: readonly CanvasItemId[]
}

/** Who else is at a board. */
export interface BoardGateway {
  /** Joins a board's channel, until left; a person with two windows is there once. */
  join: (
    boardId: BoardId,
    who: { readonly userId: UserId; readonly onOthers: (others: readonly BoardPresence[]) => void },
  ) => {
    readonly show: (here: Omit<BoardPresence, 'userId'>) => void
    readonly leave: () => void
  }
}

/** Who looks at a review session together, and what they tell each other. */
export interface RoomGateway {
  /** Joins a session's channels under an id of this window's own, until left. */
  join: (sessionId: ReviewSessionId, participantId: string, listener: RoomListener) => RoomChannel
}

/** What is looked for in a studio; `limit` is 50 at most. */
export type SearchRequest = {
  readonly studioId: StudioId
  readonly query: string
  readonly limit: number
  readonly signal?: AbortSignal
}

/** Rows by table, and the revision of their studio at which they were read. */
export type Unchanged = { readonly since: Rev; readonly rows: Readonly<Record<string, readonly string[]>> }

/** The one door to the server. Every method fails with an `AppError`, `retryable` where the same call may succeed later. */
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
  /** Asks what a scope's rows come to, to compare; undefined for a kind of scope that is not summed. */
  check: (request: { readonly scope: Scope; readonly signal?: AbortSignal }) => Promise<ScopeSums>
  /**
   * Carries out a write; the same operation id again answers as the first time and changes nothing. What was posted bears the
   * time it was made: so many milliseconds ago.
   */
  write: (mutation: AnyMutation, operationId: OperationId, waitedMs?: number) => Promise<WriteAnswer>
  /**
   * Every write from now on is refused whole where somebody else has changed or deleted one of these rows. Answers up to which
   * revision nobody has: with it another gateway goes on.
   */
  onlyIf: (unchanged: Unchanged) => () => Rev
  /** Finds what of a studio holds every word of a query, whichever spaces this device keeps. */
  searchStudio: (request: SearchRequest) => Promise<readonly FoundThing[]>
  /** What the timeline's filter panel offers. */
  loadTimelineFilterData: (studioId: StudioId) => Promise<TimelineFilterData>
  /** Short-lived addresses of private files; what cannot be had is missing. */
  loadMediaUrls: (mediaIds: readonly MediaId[]) => Promise<ReadonlyMap<MediaId, string>>
  /** Calls a procedure, for screens with data of their own. */
  call: (procedure: string, args?: Readonly<Record<string, unknown>>) => Promise<unknown>
  /**
   * Every row of a procedure that answers rows, however many, in the order of a column that tells them apart. Of what `call`
   * answers a hosted project leaves out all after the thousandth row.
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
