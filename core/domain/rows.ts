import type {
  AnyId,
  BlockId,
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
export type ItemRow = Item & { readonly itemType: 'shot' | 'illustration' | 'asset' }

/** A block of the timeline; queued while it has no date. */
export type TaskBlockRow = {
  readonly id: BlockId
  readonly taskId: TaskId
  readonly assigneeId: UserId | undefined
  readonly startDate: CalendarDate | undefined
  readonly durationDays: number
  readonly rowIndex: number
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

/** What is pulled and cached as one: a studio's catalogue, a space's items and tasks, an item's revisions and comments. */
export type Scope = `studio:${StudioId}` | `space:${SpaceId}` | `item:${ItemId}`

/** The kind of a scope and the id it is about. */
export function parseScope(scope: Scope): { readonly kind: 'studio' | 'space' | 'item'; readonly id: AnyId } {
  const [kind, id] = scope.split(':')
  // A scope is always built as 'kind:id'.
  return { kind: kind as 'studio' | 'space' | 'item', id: id as AnyId }
}
