import type {
  BlockId,
  BoardId,
  CanvasItemId,
  CollectionId,
  CommentId,
  ItemId,
  MediaId,
  PresetId,
  ProjectId,
  RoleId,
  SpaceId,
  StageId,
  StatusId,
  StudioId,
  TaskId,
  UserId,
  VersionId,
} from '../lib/ids.ts'
import type { CalendarDate, EpochMs } from './calendar-date.ts'
import type { StageCategory } from './default-stages.ts'
import type { HereReference } from './here-reference.ts'
import type { MediaKind } from './media-kind.ts'
import type { RoleName } from './role-permission.ts'

/** A studio; `slug` is its own or, failing that, made from its name. */
export type Studio = { readonly id: StudioId; readonly name: string; readonly slug: string }

/** A project; `allowedRoles` are those that may open it, `undefined` for all. Sorts by `displayOrder`, absent last. */
export type Project = {
  readonly id: ProjectId
  readonly studioId: StudioId
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly isActive: boolean
  readonly displayOrder: number | undefined
  readonly thumbnailMediaId: MediaId | undefined
  readonly allowedRoles: readonly RoleName[] | undefined
  readonly createdAt: EpochMs
}

/** How a space shows its content (ruling 9). */
export const spaceLayouts = ['grid', 'kanban', 'moodboard', 'illustration'] as const
export type SpaceLayout = (typeof spaceLayouts)[number]

/** A part of a project: an episode, an asset library, a board. */
export type Space = {
  readonly id: SpaceId
  readonly projectId: ProjectId
  readonly name: string
  readonly slug: string
  readonly layout: SpaceLayout
  readonly position: number
  readonly isActive: boolean
  readonly thumbnailMediaId: MediaId | undefined
}

/** A step of the studio's pipeline, such as Layout or Animation. */
export type Stage = {
  readonly id: StageId
  readonly studioId: StudioId
  readonly name: string
  readonly color: string
  readonly category: StageCategory
  readonly icon: string | undefined
  readonly orderIndex: number
}

/** A status of the studio's catalogue; exactly one per studio is the default. */
export type TaskStatus = {
  readonly id: StatusId
  readonly studioId: StudioId
  readonly name: string
  readonly shortCode: string
  readonly color: string
  readonly position: number
  readonly isDone: boolean
  readonly isDefault: boolean
}

/** A stage's place in one space. */
export type SpaceStage = {
  readonly spaceId: SpaceId
  readonly stageId: StageId
  readonly isActive: boolean
  readonly orderIndex: number
}

/** A status offered in one space, with a colour of its own where it has one. */
export type SpaceStatus = {
  readonly spaceId: SpaceId
  readonly statusId: StatusId
  readonly orderIndex: number
  readonly colorOverride: string | undefined
}

/** A group of items in a space, the default one hidden where a space needs none; `orderRank` is a number as text, see `order-rank.ts`. */
export type Collection = {
  readonly id: CollectionId
  readonly spaceId: SpaceId
  readonly name: string
  readonly isDefault: boolean
  readonly position: number
  readonly orderRank: string
}

/** A shot or an illustration. */
export type Item = {
  readonly id: ItemId
  readonly collectionId: CollectionId
  readonly title: string
  readonly slug: string
  readonly description: string
  readonly thumbnailMediaId: MediaId | undefined
  readonly position: number
  readonly orderRank: string
}

/** The work of one stage on one item; its title is the stage's name. A disabled one takes no status. */
export type Task = {
  readonly id: TaskId
  readonly itemId: ItemId
  readonly stageId: StageId
  readonly statusId: StatusId
  readonly assigneeId: UserId | undefined
  readonly dueDate: CalendarDate | undefined
  readonly priority: number
  readonly isDisabled: boolean
}

/** A revision of a task; `timeSpent` is text such as `2h 30m`, `media` in display order. */
export type TaskVersion = {
  readonly id: VersionId
  readonly taskId: TaskId
  readonly versionNumber: number
  readonly createdBy: UserId | undefined
  readonly comment: string
  readonly timeSpent: string | undefined
  readonly isCurrent: boolean
  readonly createdAt: EpochMs
  readonly media: readonly Media[]
}

/** A stored file. */
export type Media = {
  readonly id: MediaId
  readonly filename: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly kind: MediaKind
  readonly width: number | undefined
  readonly height: number | undefined
  /** As found in the file, a fraction such as `24000/1001`; see `parseFrameRate`. */
  readonly frameRate: string | undefined
  readonly frameCount: number | undefined
  readonly durationMs: number | undefined
  readonly posterMediaId: MediaId | undefined
  /** Of at most 256 pixels, for where many files are shown. */
  readonly thumbnailMediaId: MediaId | undefined
}

/** A message on a task, in the small markup of `comment-markup.ts`. */
export type Comment = {
  readonly id: CommentId
  readonly taskId: TaskId
  readonly content: string
  readonly createdBy: UserId | undefined
  readonly createdAt: EpochMs
  readonly isEdited: boolean
  readonly attachments: readonly Media[]
  readonly metadata: CommentMetadata
}

/** What a comment says beside its text. */
export type CommentMetadata = {
  readonly authorName: string | undefined
  readonly statusInfo: CommentStatusInfo | undefined
  readonly revision: CommentRevision | undefined
  readonly hereReferences: readonly HereReference[]
  readonly mentions: readonly UserId[]
}

/** The status a comment was posted with; `changedStatus` says whether it set it. */
export type CommentStatusInfo = {
  readonly status: string
  readonly statusId: StatusId | undefined
  readonly changedStatus: boolean
}

/** The revision a comment announces. */
export type CommentRevision = {
  readonly versionId: VersionId
  readonly versionNumber: number
  readonly taskId: TaskId
  readonly stageId: StageId | undefined
  readonly taskName: string
  readonly comment: string
  readonly timeSpent: string | undefined
}

/** A stretch of work on the timeline; queued while it has neither artist nor date. `durationDays` is at least 1. */
export type TimelineBlock = {
  readonly id: BlockId
  readonly taskId: TaskId
  readonly assigneeId: UserId | undefined
  readonly startDate: CalendarDate | undefined
  readonly durationDays: number
  readonly rowIndex: number
}

/** How long a task should take, 0 to 999.9 hours. */
export type TaskEstimate = { readonly taskId: TaskId; readonly estimatedHours: number }

/** A role of a studio; `hierarchyLevel` grows from the owner down. */
export type Role = { readonly id: RoleId; readonly name: RoleName; readonly hierarchyLevel: number }

/** A person's membership of a studio. */
export type Member = {
  readonly studioId: StudioId
  readonly userId: UserId
  readonly roleId: RoleId
  readonly role: RoleName
  readonly isArchived: boolean
}

/** What a studio knows of a person. */
export type UserProfile = {
  readonly userId: UserId
  readonly displayName: string
  readonly email: string
  readonly avatarUrl: string | undefined
  readonly discordHandle: string | undefined
  readonly timeZone: string | undefined
}

export const digestChoices = ['off', 'daily', 'weekly'] as const
/** How often a person is mailed what they have not seen. */
export type DigestChoice = (typeof digestChoices)[number]

/** What a person wants to be told about; nothing while `isEnabled` is false. */
export type NotificationChoices = {
  readonly isEnabled: boolean
  readonly mentions: boolean
  readonly subscriptions: boolean
  readonly assignments: boolean
  /** Absent where it is not known: saving leaves it as it is. */
  readonly digest?: DigestChoice | undefined
}

/** An open invitation; the token itself is only ever seen by the one who made it. */
export type Invite = {
  readonly studioId: StudioId
  readonly createdAt: EpochMs
  readonly expiresAt: EpochMs
  readonly revokedAt: EpochMs | undefined
}

/** A named choice of stages or of statuses, in order. */
export type Preset<Id extends StageId | StatusId> = {
  readonly id: PresetId
  readonly studioId: StudioId
  readonly name: string
  readonly description: string
  readonly position: number
  readonly itemIds: readonly Id[]
}

/** A references canvas, which belongs to exactly one project, space or task. */
export type Board = {
  readonly id: BoardId
  readonly studioId: StudioId
  readonly owner:
    | { readonly kind: 'project'; readonly id: ProjectId }
    | { readonly kind: 'space'; readonly id: SpaceId }
    | { readonly kind: 'task'; readonly id: TaskId }
}

type CanvasItemBase = {
  readonly id: CanvasItemId
  readonly boardId: BoardId
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Degrees, clockwise. */
  readonly rotation: number
  readonly zIndex: number
}

/** Something on a references canvas; lengths in canvas units, which are pixels at zoom 1. */
export type CanvasItem =
  | (CanvasItemBase & { readonly type: 'image' | 'video'; readonly mediaId: MediaId })
  | (CanvasItemBase & { readonly type: 'text'; readonly text: string })
