import type { CommentId, TaskId, UserId } from '#core/lib/ids.ts'
import { defineTable, flag, initially, moment, of, optional, text, type RowOf } from './define-table.ts'

export const comments = defineTable({
  key: ['id'],
  scopes: ['item'],
  belongsTo: { table: 'item_tasks', field: 'taskId' },
  order: (first, second) => first.createdAt - second.createdAt,
  fields: {
    id: of<CommentId>(),
    taskId: of<TaskId>(),
    content: text,
    createdBy: optional(of<UserId>()),
    createdAt: moment,
    isEdited: initially(false, flag),
    /** Unparsed, as stored; see `core/comments/metadata.ts`. */
    metadata: initially({}, of<Readonly<Record<string, unknown>>>()),
  },
})

/** A message on a task, in the markup of `core/comments/markup.ts`. */
export type CommentRow = RowOf<typeof comments>
