import { compareRanks } from '#core/lib/order-rank.ts'
import type { CollectionId, ItemId, ItemKindId, MediaId } from '#core/lib/ids.ts'
import type { FieldValues } from './field-values.ts'
import { flagFields } from './item-flags.ts'
import { defineTable, initially, named, number, of, optional, rank, text, type RowOf } from './define-table.ts'

/** What an item is. */
export const itemTypes = ['shot', 'asset', 'illustration', 'sequence', 'episode'] as const
export type ItemType = (typeof itemTypes)[number]

export const items = defineTable({
  key: ['id'],
  scopes: ['space'],
  belongsTo: { table: 'collections', field: 'collectionId' },
  unique: ['slug'],
  order: compareRanks,
  fields: {
    id: of<ItemId>(),
    collectionId: of<CollectionId>(),
    title: text,
    slug: named('custom_slug', text),
    description: initially('', text),
    itemType: named('item_type_id', initially<ItemType>('shot', of<ItemType>())),
    /** Which of the studio's kinds it is; absent for one that is only of its type. */
    kindId: optional(of<ItemKindId>()),
    /** The picture somebody gave it; see `pictureOf`. */
    thumbnailMediaId: optional(of<MediaId>()),
    /** The picture of its newest revision that has one; the database keeps it. */
    posterMediaId: optional(of<MediaId>()),
    /** The file of a still newer revision whose poster somebody's browser has to make. */
    posterWantedMediaId: optional(of<MediaId>()),
    position: initially(0, number),
    orderRank: rank,
    ...flagFields,
    /** The place in the cut, frames counted as in the cut; the last frame belongs to it. */
    frameIn: optional(number),
    frameOut: optional(number),
    /** Frames wanted before the first and after the last one. */
    handleIn: optional(number),
    handleOut: optional(number),
    /** The number of the first frame of its films, such as 993; see `firstFrameOf`. */
    firstFrame: optional(number),
    /** Frames a second as a rational, such as `24000/1001`. */
    frameRate: optional(text),
    /** The item's ids elsewhere, by the name of the system: `{ kitsu: '…' }`. */
    externalIds: optional(of<Readonly<Record<string, string>>>()),
    /** The values of the studio's own fields; absent where it has none. Set key by key: see `layFields`. */
    fields: optional(of<FieldValues>()),
  },
})

/** A shot, an asset or an illustration. */
export type ItemRow = RowOf<typeof items>

/** An item's place in the cut. */
export type ItemFrames = Partial<Pick<ItemRow, 'frameIn' | 'frameOut' | 'handleIn' | 'handleOut' | 'frameRate'>>

/** What is shown for an item: the picture somebody gave it, else that of its newest revision. */
export function pictureOf(item: Pick<ItemRow, 'thumbnailMediaId' | 'posterMediaId'> | undefined): MediaId | undefined {
  return item?.thumbnailMediaId ?? item?.posterMediaId
}
