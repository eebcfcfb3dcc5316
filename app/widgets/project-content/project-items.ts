import type { ReadinessSource } from '#core/casting/readiness.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { ItemId } from '#core/lib/ids.ts'
import type { CollectionRow } from '#core/schema/collections.ts'
import { removedName } from '#core/lib/removed-name.ts'
import type { ItemKind } from '#core/schema/item-kinds.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { Space } from '#core/schema/spaces.ts'
import type { ProjectContent } from './project-content.ts'

/** An item with its place in the project. */
export type ProjectItem = {
  readonly item: ItemRow
  readonly space: Space
  readonly replica: SpaceReplica
  readonly collection: CollectionRow
}

/** Lists every item of the project in the order of its spaces. */
export function listItems(content: Pick<ProjectContent, 'spaces'>): readonly ProjectItem[] {
  return content.spaces.flatMap(({ space, replica }) =>
    replica
      .getCollections()
      .flatMap((collection) => replica.getItems(collection.id).map((item) => ({ item, space, replica, collection }))),
  )
}

/** Finds an item anywhere in the project. */
export function findItem(content: Pick<ProjectContent, 'spaces'>, itemId: ItemId): ProjectItem | undefined {
  for (const { space, replica } of content.spaces) {
    const item = replica.replica.find('items', itemId)
    const collection = item && replica.replica.find('collections', item.collectionId)
    if (item !== undefined && collection !== undefined) return { item, space, replica, collection }
  }
  return undefined
}

/** Tells whether an item is made to be used in others. */
export function isAsset(content: Pick<ProjectContent, 'studio'>, item: ItemRow): boolean {
  return (kindOf(content, item)?.itemType ?? item.itemType) === 'asset'
}

/** Returns an item's kind; undefined if it only has a type. */
export function kindOf({ studio }: Pick<ProjectContent, 'studio'>, item: ItemRow): ItemKind | undefined {
  return item.kindId === undefined ? undefined : studio.replica.find('item_kinds', item.kindId)
}

/** Returns what readiness is calculated from, for the open project. */
export function readinessSource(content: Pick<ProjectContent, 'studio' | 'casting' | 'spaces'>): ReadinessSource {
  const { studio, casting } = content
  const statuses = studio.replica.getRows('task_statuses')
  return {
    getCast: casting.getCast,
    needs: studio.getNeeds(),
    findKind: (itemId) => findItem(content, itemId)?.item.kindId,
    findStatus: (itemId, stageId) => {
      const task = findItem(content, itemId)?.replica.findTask(itemId, stageId)
      return task === undefined || task.isDisabled ? undefined : task.statusId
    },
    isDone: (statusId) => statuses.get(statusId)?.isDone === true,
    isOmitted: (itemId) => findItem(content, itemId)?.item.isOmitted === true,
  }
}

type Kinds = readonly Pick<ItemKind, 'id' | 'name'>[]

/** Returns the name of an item's kind, or (removed) if it was deleted; undefined if the item has none. */
export function nameOfKind({ kindId }: Pick<ItemRow, 'kindId'>, kinds: Kinds): string | undefined {
  return kindId === undefined ? undefined : (kinds.find(({ id }) => id === kindId)?.name ?? removedName)
}

/** Returns the position of an item's kind in the studio, a deleted one after all others; undefined without a kind. */
export function placeOfKind({ kindId }: Pick<ItemRow, 'kindId'>, kinds: Kinds): number | undefined {
  if (kindId === undefined) return undefined
  const at = kinds.findIndex(({ id }) => id === kindId)
  return at < 0 ? kinds.length : at
}
