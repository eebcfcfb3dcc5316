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

/** Which films a packet has: what browsers play, what was sent as well, or none. */
export const filmChoices = ['proxies', 'originals', 'none'] as const
export type FilmChoice = (typeof filmChoices)[number]

/** A status that tasks of a packet have or can be given. */
export type PacketStatus = Pick<StatusRow, 'id' | 'name' | 'shortCode' | 'color' | 'isDone' | 'isDefault'>

/** Frames of a film, from 0, that a note is about; both are in it. */
type NotedFrames = FrameSpan & { readonly label: string }

/** Something that had been said of a task when the packet was taken. */
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

/** The file that is looked at; `path` is where it lies in the packet, absent where it does not. */
export type PacketFilm = {
  readonly mediaId: MediaId
  readonly version: number
  readonly kind: MediaKind
  /** As stored with the file, such as `24000/1001`. */
  readonly rate?: string
  readonly frameCount?: number
  /** The studio's number of its first frame. */
  readonly firstNumber: number
  /** The frames that the session looks at, where it is not all of them. */
  readonly span?: FrameSpan
  readonly path?: string
  readonly original?: string
  readonly poster?: string
}

/** A task that is looked at. */
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

/** What `session.json` says under `metadata.xsheet`, and the page of the packet reads. */
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
  /** What tasks can be judged with, by their spaces. */
  readonly statuses: Readonly<Record<SpaceId, readonly PacketStatus[]>>
  readonly entries: readonly PacketEntry[]
  /** SHA-256 of the files, by their paths, as far as they were worked out. */
  readonly sha256?: Readonly<Record<string, string>>
}
