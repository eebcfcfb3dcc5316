import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { BlockId, TaskId, UserId } from '#core/lib/ids.ts'
import { decimal, defineTable, initially, named, number, of, optional, type RowOf } from './define-table.ts'

export const taskBlocks = defineTable({
  key: ['id'],
  scopes: ['space', 'timeline'],
  belongsTo: { table: 'item_tasks', field: 'taskId' },
  fields: {
    id: of<BlockId>(),
    taskId: of<TaskId>(),
    assigneeId: optional(of<UserId>()),
    startDate: optional(of<CalendarDate>()),
    /** At least 1. */
    durationDays: named('duration', initially(1, decimal)),
    rowIndex: initially(0, number),
  },
})

/** A stretch of work on the timeline; queued while it has no date. */
export type TaskBlockRow = RowOf<typeof taskBlocks>
