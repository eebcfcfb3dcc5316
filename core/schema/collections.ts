import { compareRanks } from '#core/lib/order-rank.ts'
import type { CollectionId } from '#core/lib/ids.ts'
import { defineTable, flag, initially, number, of, optional, rank, text, type RowOf } from './define-table.ts'

export const collections = defineTable({
  key: ['id'],
  scopes: ['space'],
  order: compareRanks,
  fields: {
    id: of<CollectionId>(),
    name: text,
    description: initially('', text),
    /** The episode it belongs to, in spaces that hold several. */
    episode: optional(text),
    position: initially(0, number),
    orderRank: rank,
    isDefault: initially(false, flag),
  },
})

/** A group of items in a space. The default one is never shown; it holds the items of an illustration space. */
export type CollectionRow = RowOf<typeof collections>
