import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type {
  CollectionId,
  ItemId,
  ItemKindId,
  MediaId,
  ProjectId,
  SpaceId,
  StageId,
  StatusId,
  TaskId,
} from '#core/lib/ids.ts'
import type { FieldValues } from './field-values.ts'
import { decimal, defineTable, flag, number, of, optional, text, type RowOf } from './define-table.ts'
import { flagFields } from './item-flags.ts'

/** Not a database table: what the timeline's pull returns for each task with a block. */
export const timelineTasks = defineTable({
  key: ['id'],
  scopes: ['timeline'],
  fields: {
    id: of<TaskId>(),
    itemId: of<ItemId>(),
    /** The item's kind; absent where it has only a type. */
    kindId: optional(of<ItemKindId>()),
    collectionId: of<CollectionId>(),
    spaceId: of<SpaceId>(),
    projectId: of<ProjectId>(),
    stageId: of<StageId>(),
    statusId: of<StatusId>(),
    priority: number,
    dueDate: optional(of<CalendarDate>()),
    isDisabled: flag,
    estimatedHours: optional(decimal),
    ...flagFields,
    /** The item's values of the studio's custom fields. */
    fields: optional(of<FieldValues>()),
    /** The task's own values of custom fields. */
    taskFields: optional(of<FieldValues>()),
    itemTitle: text,
    itemSlug: text,
    collectionName: text,
    /** The item's picture; see `pictureOf`. */
    pictureMediaId: optional(of<MediaId>()),
  },
})

/** A task with a block, with the names shown on its bar. */
export type TimelineTaskRow = RowOf<typeof timelineTasks>
