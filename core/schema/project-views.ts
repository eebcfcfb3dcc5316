import type { ProjectId, TaskViewId, UserId } from '#core/lib/ids.ts'
import { compareText } from '#core/lib/text.ts'
import { defineTable, initially, of, optional, text, type RowOf } from './define-table.ts'
import type { ViewForm } from './space-views.ts'

const nothing: ViewForm = {}

export const taskViews = defineTable({
  key: ['id'],
  scopes: ['studio'],
  belongsTo: { table: 'projects', field: 'projectId' },
  unique: ['projectId', 'ownerId', 'name'],
  order: (first, second) => compareText(first.name, second.name) || compareText(first.id, second.id),
  fields: {
    id: of<TaskViewId>(),
    projectId: of<ProjectId>(),
    /** Whose it is, who alone sees it; the studio's where absent. It stays. */
    ownerId: optional(of<UserId>()),
    name: text,
    /** Read by `core/tasks/task-view-form.ts`, whoever wrote it. */
    form: initially(nothing, of<ViewForm>()),
  },
})

/** What the page of a project's tasks shows, under a name: columns, sort, grouping and filter. */
export type TaskView = RowOf<typeof taskViews>
