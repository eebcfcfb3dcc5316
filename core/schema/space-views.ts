import type { SpaceId, SpaceViewId, UserId } from '#core/lib/ids.ts'
import { compareText } from '#core/lib/text.ts'
import { defineTable, initially, of, optional, text, type RowOf } from './define-table.ts'

/** What a view says of its space, as its row keeps it: read by `core/items/view-form.ts`, whoever wrote it. */
export type ViewForm = Readonly<Record<string, unknown>>

const nothing: ViewForm = {}

export const spaceViews = defineTable({
  key: ['id'],
  scopes: ['studio'],
  belongsTo: { table: 'spaces', field: 'spaceId' },
  unique: ['spaceId', 'ownerId', 'name'],
  order: (first, second) => compareText(first.name, second.name) || compareText(first.id, second.id),
  fields: {
    id: of<SpaceViewId>(),
    spaceId: of<SpaceId>(),
    /** Whose it is, who alone sees it; the studio's where absent. It stays. */
    ownerId: optional(of<UserId>()),
    name: text,
    form: initially(nothing, of<ViewForm>()),
  },
})

/** What a space shows, under a name: columns, sort, grouping and filter. */
export type SpaceView = RowOf<typeof spaceViews>
