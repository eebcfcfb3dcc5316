import type { ProjectId, ProjectViewId, UserId } from '#core/lib/ids.ts'
import { compareText } from '#core/lib/text.ts'
import { defineTable, initially, of, optional, text, type RowOf } from './define-table.ts'
import type { ViewForm } from './space-views.ts'

/** The pages of a project that are looked at in many ways. */
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
    /** What it is a view of. It stays. */
    page: initially<ViewedPage>('tasks', of<ViewedPage>()),
    /** Whose it is, who alone sees it; the studio's where absent. It stays. */
    ownerId: optional(of<UserId>()),
    name: text,
    /** Read by `core/projects/list-view-form.ts`, whoever wrote it. */
    form: initially(nothing, of<ViewForm>()),
  },
})

/** What the page of a project's tasks or assets shows, under a name: columns, sort, grouping and filter. */
export type ProjectView = RowOf<typeof projectViews>
