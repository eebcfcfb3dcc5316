import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { ItemId, StageId, StatusId, TaskId, UserId } from '#core/lib/ids.ts'
import type { FieldValues } from './field-values.ts'
import { defineTable, flag, initially, number, of, optional, type RowOf } from './define-table.ts'

export const itemTasks = defineTable({
  key: ['id'],
  scopes: ['space'],
  belongsTo: { table: 'items', field: 'itemId' },
  unique: ['itemId', 'stageId'],
  fields: {
    id: of<TaskId>(),
    itemId: of<ItemId>(),
    stageId: of<StageId>(),
    statusId: of<StatusId>(),
    assigneeId: optional(of<UserId>()),
    dueDate: optional(of<CalendarDate>()),
    priority: initially(0, number),
    isDisabled: initially(false, flag),
    /** Values of the studio's custom fields; absent where there are none. Set key by key: see `overlayFields`. */
    fields: optional(of<FieldValues>()),
  },
})

/** The work of one stage on one item; its title is the stage's name. A disabled task takes no status. */
export type Task = RowOf<typeof itemTasks>
