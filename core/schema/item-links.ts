import type { ItemId } from '#core/lib/ids.ts'
import { defineTable, initially, named, number, of, text, type RowOf } from './define-table.ts'

/** What an item is to another: in its cast, an instance in it, a reference for it. */
export const linkKinds = ['cast', 'instance', 'reference'] as const
export type LinkKind = (typeof linkKinds)[number]

export const itemLinks = defineTable({
  key: ['fromItemId', 'toItemId', 'kind'],
  scopes: ['casting'],
  belongsTo: { table: 'items', field: 'fromItemId' },
  alsoUnder: { table: 'items', field: 'toItemId' },
  fields: {
    /** The shot. */
    fromItemId: of<ItemId>(),
    /** What it is made with. */
    toItemId: of<ItemId>(),
    kind: initially<LinkKind>('cast', of<LinkKind>()),
    /** How many of it: 1 to 9999. */
    count: named('quantity', initially(1, number)),
    /** What it is called there. */
    label: initially('', text),
  },
})

/** One thing that an item is made with. */
export type ItemLink = RowOf<typeof itemLinks>

/** The key of a link: its two items and its kind. */
export function linkKey({ fromItemId, toItemId, kind }: Pick<ItemLink, 'fromItemId' | 'toItemId' | 'kind'>): string {
  return `${fromItemId}:${toItemId}:${kind}`
}
