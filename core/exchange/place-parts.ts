import { collectionEpisode, type ItemColumn } from './sheet-fields.ts'

const placeParts = ['collection', collectionEpisode, 'slug', 'episode', 'path', 'asset type', 'parent task'] as const
/** A cell that says where an item is. */
export type Place = (typeof placeParts)[number]

export function isPlacePart(field: ItemColumn): field is Place {
  return placeParts.some((part) => part === field)
}
