import type { StudioId } from '#core/lib/ids.ts'
import { defineTable, named, of, text, type RowOf } from './define-table.ts'

export const studios = defineTable({
  key: ['id'],
  scopes: ['studio'],
  fields: {
    id: of<StudioId>(),
    name: text,
    /** The custom slug, else one made from its name. */
    slug: named('custom_slug', text),
  },
})

export type Studio = RowOf<typeof studios>
