import type {
  AnyId,
  BlockId,
  BoardId,
  CanvasGroupId,
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
import type {
  Collection,
  Comment,
  Item,
  Project,
  Role,
  Space,
  SpaceStage,
  SpaceStatus,
  Stage,
  Studio,
  Task,
  TaskEstimate,
  TaskStatus,
  TaskVersion,
} from './entities.ts'
import type { Permission } from './role-permission.ts'

// The entities as tables hold them: flat and immutable, so that one changed row is one changed object.

/** A member as the catalogue lists them, with what colleagues see of the person. */
export type MemberRow = {
  readonly userId: UserId
  readonly roleId: RoleId
  readonly archivedAt: EpochMs | undefined
  readonly displayName: string
  readonly email: string
  readonly avatarUrl: string | undefined
}

export type RolePermissionRow = {
  readonly roleId: RoleId
  readonly permission: Permission
  readonly isAllowed: boolean
}

export type ProjectRow = Omit<Project, 'studioId' | 'allowedRoles'>
export type ProjectRoleAccessRow = {
  readonly projectId: ProjectId
  readonly roleId: RoleId
  readonly isAllowed: boolean
}
export type StageRow = Omit<Stage, 'studioId'>
export type StatusRow = Omit<TaskStatus, 'studioId'>

export type PresetRow = {
  readonly id: PresetId
  readonly name: string
  readonly description: string
  readonly position: number
}
export type StagePresetItemRow = { readonly presetId: PresetId; readonly stageId: StageId; readonly orderIndex: number }
export type StatusPresetItemRow = {
  readonly presetId: PresetId
  readonly statusId: StatusId
  readonly orderIndex: number
}

/** A collection; the default one is never shown and holds the items of an illustration space. */
export type CollectionRow = Omit<Collection, 'spaceId'> & { readonly description: string; readonly isDefault: boolean }
export type ItemRow = Item & { readonly itemType: 'shot' | 'illustration' | 'asset' } & ItemFrames & {
    /** The item's ids elsewhere, by the name of the system: `{ kitsu: '…' }`. */
    readonly externalIds?: Readonly<Record<string, string>> | undefined
  }

/** An item's place in the cut, frames counted as in the cut; the last frame belongs to it. Rows made here have none. */
export type ItemFrames = {
  readonly frameIn?: number | undefined
  readonly frameOut?: number | undefined
  /** Frames wanted before the first and after the last one. */
  readonly handleIn?: number | undefined
  readonly handleOut?: number | undefined
  /** Frames a second as a rational, such as `24000/1001`. */
  readonly frameRate?: string | undefined
}

/** A block of the timeline; queued while it has no date. */
export type TaskBlockRow = {
  readonly id: BlockId
  readonly taskId: TaskId
  readonly assigneeId: UserId | undefined
  readonly startDate: CalendarDate | undefined
  readonly durationDays: number
  readonly rowIndex: number
}

/** A task with a block, with the names on its bar: what the timeline knows of it. */
export type TimelineTaskRow = {
  readonly id: TaskId
  readonly itemId: ItemId
  readonly collectionId: CollectionId
  readonly spaceId: SpaceId
  readonly projectId: ProjectId
  readonly stageId: StageId
  readonly statusId: StatusId
  readonly priority: number
  readonly dueDate: CalendarDate | undefined
  readonly isDisabled: boolean
  readonly estimatedHours: number | undefined
  readonly itemTitle: string
  readonly itemSlug: string
  readonly collectionName: string
}

/** A day on which a member does not work. */
export type DayOffRow = { readonly userId: UserId; readonly day: CalendarDate }

/** A references board of a project, a space or an item. */
export type BoardRow = { readonly id: BoardId; readonly projectId: ProjectId }

/** What a board belongs to: a project's moodboard, a moodboard space, or an item's References task. */
export type BoardOwnerId = ProjectId | SpaceId | ItemId

/** Something on a board. Lengths are board pixels; x and y are the corner before it is rotated about its centre, in degrees. */
export type CanvasItemRow = {
  readonly id: CanvasItemId
  readonly type: 'image' | 'text' | 'video'
  readonly mediaId: MediaId | undefined
  readonly text: string | undefined
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly rotation: number
  readonly zIndex: number
  readonly groupId: CanvasGroupId | undefined
  readonly isLocked: boolean
  /** From 0 to 1. */
  readonly opacity: number
  /** Of a text, in board pixels. */
  readonly fontSize: number
  /** Of a text, as `#rrggbb`; absent for the theme's own. */
  readonly color: string | undefined
}

/** A revision; its number is 0 until the server has given it one. */
export type VersionRow = Omit<TaskVersion, 'media'>
export type VersionMediaRow = {
  readonly versionId: VersionId
  readonly mediaId: MediaId
  readonly displayOrder: number
}

export type MediaRow = {
  readonly id: MediaId
  readonly filename: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly width: number | undefined
  readonly height: number | undefined
  /** Frames per second as text, such as '24000/1001'. */
  readonly frameRate: string | undefined
  readonly frameCount: number | undefined
  readonly durationMs: number | undefined
  readonly posterMediaId: MediaId | undefined
  /** Of at most 256 pixels, for where many files are shown. */
  readonly thumbnailMediaId: MediaId | undefined
  /** False until the file itself has arrived. */
  readonly isStored: boolean
  readonly createdBy: UserId | undefined
  readonly createdAt: EpochMs
}

/** A comment; `metadata` as it was written, unread. */
export type CommentRow = Omit<Comment, 'attachments' | 'metadata'> & {
  readonly metadata: Readonly<Record<string, unknown>>
}
export type CommentAttachmentRow = {
  readonly commentId: CommentId
  readonly mediaId: MediaId
  readonly displayOrder: number
}

/** Every table a client keeps, with the type of its rows. */
export type Rows = {
  readonly studios: Studio
  readonly user_roles: Role
  readonly studio_members: MemberRow
  readonly role_permissions: RolePermissionRow
  readonly projects: ProjectRow
  readonly project_role_access: ProjectRoleAccessRow
  readonly spaces: Space
  readonly stages: StageRow
  readonly task_statuses: StatusRow
  readonly space_stages: SpaceStage
  readonly space_statuses: SpaceStatus
  readonly studio_stage_presets: PresetRow
  readonly studio_stage_preset_items: StagePresetItemRow
  readonly studio_status_presets: PresetRow
  readonly studio_status_preset_items: StatusPresetItemRow
  readonly collections: CollectionRow
  readonly items: ItemRow
  readonly item_tasks: Task
  readonly task_blocks: TaskBlockRow
  readonly task_estimations: TaskEstimate
  readonly timeline_tasks: TimelineTaskRow
  readonly member_days_off: DayOffRow
  readonly boards: BoardRow
  readonly canvas_items: CanvasItemRow
  readonly task_versions: VersionRow
  readonly version_media: VersionMediaRow
  readonly media: MediaRow
  readonly comments: CommentRow
  readonly comment_attachments: CommentAttachmentRow
}

/** The name of a table a client keeps, as the database has it. */
export type TableName = keyof Rows

/** What the caller may do in a studio, as the server says. */
export type StudioAccess = {
  readonly roleId: RoleId
  /** 1 for the owner to 5 for a viewer. */
  readonly level: number
  readonly permissions: readonly Permission[]
  /** The projects the caller may open. */
  readonly projectIds: readonly ProjectId[]
}

/**
 * What is pulled and cached as one: a studio's catalogue, a space's items and tasks, an item's revisions and comments, a
 * studio's timeline, the board of a project, space or item.
 */
export type Scope =
  | `studio:${StudioId}`
  | `space:${SpaceId}`
  | `item:${ItemId}`
  | `timeline:${StudioId}`
  | `board:${BoardOwnerId}`
export type ScopeKind = 'studio' | 'space' | 'item' | 'timeline' | 'board'

/** The kind of a scope and the id it is about. */
export function parseScope(scope: Scope): { readonly kind: ScopeKind; readonly id: AnyId } {
  const [kind, id] = scope.split(':')
  // A scope is always built as 'kind:id'.
  return { kind: kind as ScopeKind, id: id as AnyId }
}
