import { compareRanks } from '#core/lib/order-rank.ts'
import type { CollectionId, ItemId, ItemKindId, MediaId } from '#core/lib/ids.ts'
import type { FieldValues } from './field-values.ts'
import { flagFields } from './item-flags.ts'
import { defineTable, initially, named, number, of, optional, rank, text, type RowOf } from './define-table.ts'

/** The types an item can have. */
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
    /** Its kind in the studio; absent where it has only a type. */
    kindId: optional(of<ItemKindId>()),
    /** The thumbnail somebody gave it; see `pictureOf`. */
    thumbnailMediaId: optional(of<MediaId>()),
    /** The poster of its newest revision that has one; maintained by the database. */
    posterMediaId: optional(of<MediaId>()),
    /** The file of a still newer revision whose poster a browser has yet to make. */
    posterWantedMediaId: optional(of<MediaId>()),
    position: initially(0, number),
    orderRank: rank,
    ...flagFields,
    /** The frame range in the cut, in the cut's own frame count; inclusive. */
    frameIn: optional(number),
    frameOut: optional(number),
    /** Handles: frames wanted before the first and after the last one. */
    handleIn: optional(number),
    handleOut: optional(number),
    /** The number of its films' first frame, such as 993; see `firstFrameOf`. */
    firstFrame: optional(number),
    /** Frames per second as a rational, such as `24000/1001`. */
    frameRate: optional(text),
    /** The item's ids in other systems, by system name: `{ kitsu: '…' }`. */
    externalIds: optional(of<Readonly<Record<string, string>>>()),
    /** Values of the studio's custom fields; absent where there are none. Set key by key: see `overlayFields`. */
    fields: optional(of<FieldValues>()),
  },
})

/** A shot, an asset or an illustration. */
export type ItemRow = RowOf<typeof items>

/** An item's place in the cut. */
export type ItemFrames = Partial<Pick<ItemRow, 'frameIn' | 'frameOut' | 'handleIn' | 'handleOut' | 'frameRate'>>

/** Returns the picture shown for an item: its thumbnail, else the poster of its newest revision. */
export function pictureOf(item: Pick<ItemRow, 'thumbnailMediaId' | 'posterMediaId'> | undefined): MediaId | undefined {
  return item?.thumbnailMediaId ?? item?.posterMediaId
}
