import type { Drawing } from '#core/comments/drawing.ts'
import type { StoredHereReference } from '#core/comments/metadata.ts'
import type { EpochMs } from '#core/lib/calendar-date.ts'
import type {
  CommentId,
  ItemId,
  MediaId,
  ProjectId,
  ReviewEntryId,
  ReviewSessionId,
  SpaceId,
  StatusId,
  StudioId,
  TaskId,
  UserId,
} from '#core/lib/ids.ts'
import type { FrameSpan } from '#core/reviews/entry-range.ts'
import type { MediaKind } from '#core/revisions/media-kind.ts'
import type { ReviewKind } from '#core/schema/review-sessions.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'

/** The films a packet contains: proxies, originals as well, or none. */
export const filmChoices = ['proxies', 'originals', 'none'] as const
export type FilmChoice = (typeof filmChoices)[number]

/** A status that tasks of a packet have or can be given. */
export type PacketStatus = Pick<StatusRow, 'id' | 'name' | 'shortCode' | 'color' | 'isDone' | 'isDefault'>

/** Frames of a film that a note is about, from 0, both ends included. */
type NotedFrames = FrameSpan & { readonly label: string }

/** A comment that existed when the packet was taken. */
export type PacketNote = {
  readonly id: CommentId
  readonly author: string
  readonly at: EpochMs
  readonly text: string
  /** Whether it was written in this session. */
  readonly isOfSession: boolean
  readonly frames: readonly NotedFrames[]
  readonly drawings: readonly Drawing[]
  readonly hereReferences: readonly StoredHereReference[]
}

/** The film under review; `path` is its file in the packet, absent if it is not included. */
export type PacketFilm = {
  readonly mediaId: MediaId
  readonly version: number
  readonly kind: MediaKind
  /** The rate as stored with the file, such as `24000/1001`. */
  readonly rate?: string
  readonly frameCount?: number
  /** The number of its first frame in the studio. */
  readonly firstNumber: number
  /** The frames under review, if not all. */
  readonly span?: FrameSpan
  readonly path?: string
  readonly original?: string
  readonly poster?: string
}

/** A task under review. */
export type PacketEntry = {
  readonly id: ReviewEntryId
  readonly taskId: TaskId
  readonly itemId: ItemId
  readonly spaceId: SpaceId
  readonly shot: string
  readonly sequence?: string
  readonly stage: string
  readonly statusId?: StatusId
  readonly judgedStatusId?: StatusId
  readonly film?: PacketFilm
  /** Why there is nothing to look at, in a sentence. */
  readonly why?: string
  readonly notes: readonly PacketNote[]
}

/** The contents of `metadata.xsheet` in `session.json`, which the packet's page reads. */
export type Packet = {
  readonly format: 'xsheet-packet'
  readonly version: 1
  readonly id: string
  readonly studio: { readonly id: StudioId; readonly name: string }
  readonly project: { readonly id: ProjectId; readonly name: string }
  readonly session: {
    readonly id: ReviewSessionId
    readonly name: string
    readonly kind: ReviewKind
    readonly day: string
    readonly isLocked: boolean
  }
  readonly taken: { readonly at: EpochMs; readonly by: { readonly name: string; readonly userId: UserId } }
  readonly films: FilmChoice
  /** The statuses that tasks can be given, by space. */
  readonly statuses: Readonly<Record<SpaceId, readonly PacketStatus[]>>
  readonly entries: readonly PacketEntry[]
  /** SHA-256 hashes by path, for the files that have been hashed. */
  readonly sha256?: Readonly<Record<string, string>>
}
