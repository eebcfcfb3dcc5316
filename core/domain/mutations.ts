import type {
  CanvasItemId,
  CollectionId,
  CommentId,
  ItemId,
  MediaId,
  OperationId,
  ProjectId,
  SpaceId,
  StageId,
  StatusId,
  StudioId,
  TaskId,
  UserId,
  VersionId,
} from '../lib/ids.ts'
import type { CalendarDate } from './calendar-date.ts'
import type { OrderRank } from './order-rank.ts'
import type { Task } from './entities.ts'
import type { OrderedTableName, PlaceChange } from './place.ts'
import type { TimeEdit } from './timesheet-edits.ts'
import type { BoardOwnerId, CanvasItemRow, Rows, TableName, TaskBlockRow } from './rows.ts'

/** What can be changed about many tasks at once. */
export type TaskFields = Pick<Task, 'statusId' | 'assigneeId' | 'dueDate' | 'priority' | 'isDisabled'> & {
  readonly estimatedHours: number | undefined
}
export type TaskField = keyof TaskFields

/** One value for all tasks, or one for each in the order of the ids. */
export type TaskValues<Field extends TaskField> =
  | { readonly all: TaskFields[Field] }
  | { readonly each: readonly TaskFields[Field][] }

type UpdateTasks<Field extends TaskField> = {
  readonly kind: 'update-tasks'
  readonly taskIds: readonly TaskId[]
  readonly field: Field
  readonly values: TaskValues<Field>
  /** A task that no longer has its expected value is skipped: an undo never overwrites somebody else's change. */
  readonly expected?: TaskValues<Field>
}

/** An empty cell of the grid, with the id its task will have. */
export type NewTask = { readonly id: TaskId; readonly itemId: ItemId; readonly stageId: StageId }

export type NewItem = {
  readonly id: ItemId
  readonly title: string
  readonly description?: string
  readonly orderRank?: OrderRank
  readonly tasks?: readonly { readonly id: TaskId; readonly stageId: StageId }[]
}

/** Tables whose rows are written as they are; every other write has a mutation of its own. */
export type PlainTableName = Exclude<
  TableName,
  | 'studio_members'
  | 'user_roles'
  | 'item_tasks'
  | 'task_estimations'
  | 'task_versions'
  | 'version_media'
  | 'media'
  | 'comment_attachments'
  | 'task_blocks'
  | 'timeline_tasks'
  | 'member_days_off'
  | 'boards'
  | 'canvas_items'
>

type InsertRows<Name extends PlainTableName> = {
  readonly kind: 'insert'
  readonly table: Name
  readonly rows: readonly Partial<Rows[Name]>[]
  /** Columns that name what the rows belong to, such as `studio_id`: known to the database, not kept in rows. */
  readonly extra?: Readonly<Record<string, string>>
}

/** New values of one row, only where it still has the expected ones. */
export type RowChange<Name extends PlainTableName = PlainTableName> = {
  readonly key: string
  readonly fields: Partial<Rows[Name]>
  readonly expected?: Partial<Rows[Name]>
}

type UpdateRows<Name extends PlainTableName> = {
  readonly kind: 'update'
  readonly table: Name
  readonly changes: readonly RowChange<Name>[]
  /** Columns that must hold besides the keys, where a key alone names a row in each studio: role permissions. */
  readonly within?: Readonly<Record<string, string>>
}

/** What becomes of a block of the timeline: it is there with these values, or it goes by the queue's law. */
export type BlockChange = {
  readonly block: TaskBlockRow
  readonly isDeleted: boolean
  /** What it must still be, `absent` for one that must not be there; another one is left alone. */
  readonly expected?: TaskBlockRow | 'absent'
}

/** The fields of a thing on a board that can change. */
export type CanvasFields = Partial<Omit<CanvasItemRow, 'id' | 'type' | 'mediaId'>>

/**
 * What becomes of a thing on a board. The last one to set a field wins; with `expected`, a field that has another value by
 * now stays as it is, and a thing that differs is not removed.
 */
export type BoardChange =
  | { readonly kind: 'add'; readonly row: CanvasItemRow }
  | {
      readonly kind: 'set'
      readonly id: CanvasItemId
      readonly fields: CanvasFields
      readonly expected?: CanvasFields
    }
  | { readonly kind: 'remove'; readonly id: CanvasItemId; readonly expected?: CanvasItemRow }

/**
 * Everything a person changes, as data: it can be kept while offline, sent twice without harm and shown when refused.
 * Absent values are `undefined`; ids are the client's own.
 */
export type Mutation =
  | { [Field in TaskField]: UpdateTasks<Field> }[TaskField]
  | { [Name in PlainTableName]: InsertRows<Name> }[PlainTableName]
  | { [Name in PlainTableName]: UpdateRows<Name> }[PlainTableName]
  | {
      readonly kind: 'delete'
      readonly table: PlainTableName | 'item_tasks' | 'task_versions'
      readonly keys: readonly string[]
    }
  /** Puts back what an operation of the same person deleted, as far as its places are still free. */
  | { readonly kind: 'restore'; readonly studioId: StudioId; readonly deletionId: OperationId }
  | {
      readonly kind: 'set-places'
      readonly table: OrderedTableName
      readonly changes: readonly PlaceChange[]
    }
  | {
      readonly kind: 'save-space-config'
      readonly spaceId: SpaceId
      readonly stageIds: readonly StageId[]
      readonly statusIds: readonly StatusId[]
    }
  /** Stages in steps of 10, statuses from 0; ones that are not named follow. */
  | { readonly kind: 'reorder-stages'; readonly studioId: StudioId; readonly stageIds: readonly StageId[] }
  | { readonly kind: 'reorder-statuses'; readonly studioId: StudioId; readonly statusIds: readonly StatusId[] }
  /** The former default is one no longer. */
  | { readonly kind: 'set-default-status'; readonly statusId: StatusId }
  | { readonly kind: 'change-blocks'; readonly studioId: StudioId; readonly changes: readonly BlockChange[] }
  | {
      readonly kind: 'change-board'
      readonly ownerId: BoardOwnerId
      readonly changes: readonly BoardChange[]
      /** Files that must have arrived first. */
      readonly mediaIds: readonly MediaId[]
    }
  | {
      readonly kind: 'set-days-off'
      readonly studioId: StudioId
      readonly userId: UserId
      readonly days: readonly CalendarDate[]
      readonly isOff: boolean
    }
  | { readonly kind: 'change-time'; readonly studioId: StudioId; readonly edits: readonly TimeEdit[] }
  /** A week of a studio, named by its Monday, from midnight to midnight in the time zone. */
  | {
      readonly kind: 'set-time-lock'
      readonly studioId: StudioId
      readonly week: CalendarDate
      readonly timeZone: string
      readonly isLocked: boolean
    }
  /** A project with everything in it. */
  | { readonly kind: 'delete-project'; readonly projectId: ProjectId }
  | { readonly kind: 'fill-tasks'; readonly cells: readonly NewTask[]; readonly statusId: StatusId | undefined }
  | {
      readonly kind: 'create-items'
      readonly spaceId: SpaceId
      /** Absent where the space keeps its items in one hidden collection. */
      readonly collectionId: CollectionId | undefined
      readonly items: readonly NewItem[]
    }
  | {
      readonly kind: 'create-revision'
      readonly taskId: TaskId
      readonly versionId: VersionId
      readonly commentId: CommentId
      readonly comment: string
      readonly timeSpent: string
      readonly mediaIds: readonly MediaId[]
      readonly statusId: StatusId | undefined
      readonly mentions: readonly UserId[]
      readonly metadata: Readonly<Record<string, unknown>>
    }
  | {
      readonly kind: 'add-comment'
      readonly taskId: TaskId
      readonly commentId: CommentId
      readonly content: string
      readonly mediaIds: readonly MediaId[]
      readonly statusId: StatusId | undefined
      readonly mentions: readonly UserId[]
      readonly metadata: Readonly<Record<string, unknown>>
    }
  | {
      readonly kind: 'edit-comment'
      readonly commentId: CommentId
      readonly content: string
      readonly mentions: readonly UserId[]
      readonly metadata: Readonly<Record<string, unknown>>
    }
