import type { ItemId } from '#core/lib/ids.ts'
import { defineTable, initially, named, number, of, text, type RowOf } from './define-table.ts'

/** How one item is linked to another: cast in it, an instance in it, or a reference for it. */
export const linkKinds = ['cast', 'instance', 'reference'] as const
export type LinkKind = (typeof linkKinds)[number]

export const itemLinks = defineTable({
  key: ['fromItemId', 'toItemId', 'kind'],
  scopes: ['casting'],
  belongsTo: { table: 'items', field: 'fromItemId' },
  alsoUnder: { table: 'items', field: 'toItemId' },
  fields: {
    /** The shot it is cast in. */
    fromItemId: of<ItemId>(),
    /** The item that is cast. */
    toItemId: of<ItemId>(),
    kind: initially<LinkKind>('cast', of<LinkKind>()),
    /** How many: 1 to 9999. */
    count: named('quantity', initially(1, number)),
    /** What it is called in the shot. */
    label: initially('', text),
  },
})

/** A link: one thing that an item is made with. */
export type ItemLink = RowOf<typeof itemLinks>

/** Returns a link's key: its two items and its kind. */
export function linkKey({ fromItemId, toItemId, kind }: Pick<ItemLink, 'fromItemId' | 'toItemId' | 'kind'>): string {
  return `${fromItemId}:${toItemId}:${kind}`
}
