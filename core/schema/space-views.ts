import type { SpaceId, SpaceViewId, UserId } from '#core/lib/ids.ts'
import { compareText } from '#core/lib/text.ts'
import { defineTable, initially, of, optional, text, type RowOf } from './define-table.ts'

/** A view's settings as stored, untrusted; parsed by `core/items/view-form.ts`. */
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
    /** The owner, who alone sees it; absent for the studio's own. Immutable. */
    ownerId: optional(of<UserId>()),
    name: text,
    form: initially(nothing, of<ViewForm>()),
  },
})

/** A saved view of a space: columns, sort, grouping and filter. */
export type SpaceView = RowOf<typeof spaceViews>
