import type { ProjectId, ProjectViewId, UserId } from '#core/lib/ids.ts'
import { compareText } from '#core/lib/text.ts'
import { defineTable, initially, of, optional, text, type RowOf } from './define-table.ts'
import type { ViewForm } from './space-views.ts'

/** The project pages that have saved views. */
export const viewedPages = ['tasks', 'assets'] as const
export type ViewedPage = (typeof viewedPages)[number]

const nothing: ViewForm = {}

export const projectViews = defineTable({
  key: ['id'],
  scopes: ['studio'],
  belongsTo: { table: 'projects', field: 'projectId' },
  unique: ['projectId', 'page', 'ownerId', 'name'],
  order: (first, second) => compareText(first.name, second.name) || compareText(first.id, second.id),
  fields: {
    id: of<ProjectViewId>(),
    projectId: of<ProjectId>(),
    /** The page it is a view of; immutable. */
    page: initially<ViewedPage>('tasks', of<ViewedPage>()),
    /** The owner, who alone sees it; absent for the studio's own. Immutable. */
    ownerId: optional(of<UserId>()),
    name: text,
    /** Untrusted; parsed by `core/projects/list-view-form.ts`. */
    form: initially(nothing, of<ViewForm>()),
  },
})

/** A saved view of a project's tasks or assets: columns, sort, grouping and filter. */
export type ProjectView = RowOf<typeof projectViews>
