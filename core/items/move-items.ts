import { refuse, type Done, type ChangeContext } from '#core/change/context.ts'
import { placeInOrder } from '#core/lib/order-rank.ts'
import type { CollectionId, ItemId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { SpaceReplica } from './space-replica.ts'
import { setPlaces } from '#core/change/place-mutators.ts'

/** Moves items, side by side, before the one now at `index` of a collection; its length means the end. */
export async function moveItems(
  input: {
    readonly space: SpaceReplica
    readonly itemIds: readonly ItemId[]
    readonly collectionId: CollectionId
    readonly index: number
  },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { space, itemIds, collectionId, index } = input
  if (space.replica.find('collections', collectionId) === undefined) return refuse('collection-missing')
  const moved = new Set<ItemId>(itemIds)
  const changes = placeInOrder(space.getItems(collectionId), itemIds, index).map(({ id, orderRank }) => ({
    key: id,
    to: { rank: orderRank, ...(moved.has(id) ? { collectionId } : {}) },
  }))
  return await context.mutate(setPlaces, { table: 'items', changes, label: 'Move items' }, space)
}
