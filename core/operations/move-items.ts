import { placeInOrder } from '../domain/order-rank.ts'
import type { CollectionId, ItemId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { SpaceReplica } from '../sync/space-replica.ts'
import { refuse, type Done, type OperationContext } from './carry-out.ts'
import { setPlaces } from './set-places.ts'

/** Moves items, side by side, before the one now at `index` of a collection; the end is its length. */
export async function moveItems(
  input: {
    readonly space: SpaceReplica
    readonly itemIds: readonly ItemId[]
    readonly collectionId: CollectionId
    readonly index: number
  },
  context: OperationContext,
): Promise<Result<Done>> {
  const { space, itemIds, collectionId, index } = input
  const { studioId, replica } = space
  if (replica.find('collections', collectionId) === undefined) return refuse('collection-missing')
  const moved = new Set<ItemId>(itemIds)
  const changes = placeInOrder(space.getItems(collectionId), itemIds, index).map(({ id, orderRank }) => ({
    key: id,
    to: { rank: orderRank, ...(moved.has(id) ? { collectionId } : {}) },
  }))
  return await setPlaces({ studioId, replica, table: 'items', label: 'Move items', changes }, context)
}
