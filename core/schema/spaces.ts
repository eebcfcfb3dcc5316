import { compareText } from '#core/lib/text.ts'
import type { ItemKindId, MediaId, ProjectId, SpaceId } from '#core/lib/ids.ts'
import { defineTable, flag, initially, named, number, of, optional, text, type RowOf } from './define-table.ts'

/** A space's layout: how it shows its content (ruling 9). */
export const spaceLayouts = ['grid', 'kanban', 'moodboard', 'illustration'] as const
export type SpaceLayout = (typeof spaceLayouts)[number]

const noKinds: readonly ItemKindId[] = []

export const spaces = defineTable({
  key: ['id'],
  scopes: ['studio'],
  belongsTo: { table: 'projects', field: 'projectId' },
  order: (first, second) => first.position - second.position || compareText(first.id, second.id),
  fields: {
    id: of<SpaceId>(),
    projectId: of<ProjectId>(),
    name: text,
    slug: named('custom_slug', initially('', text)),
    layout: named('type_id', of<SpaceLayout>()),
    position: initially(0, number),
    isActive: initially(true, flag),
    /** The kinds of items it is for; new items get the first. Empty for any. */
    kindIds: initially(noKinds, of<readonly ItemKindId[]>()),
    thumbnailMediaId: named('thumbnail', optional(of<MediaId>())),
  },
})

/** A part of a project: an episode, an asset library, a board. */
export type Space = RowOf<typeof spaces>
