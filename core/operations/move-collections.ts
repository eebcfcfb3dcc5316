import { placeInOrder } from '../domain/order-rank.ts'
import type { CollectionId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { SpaceReplica } from '../sync/space-replica.ts'
import type { Done, OperationContext } from './carry-out.ts'
import { setPlaces } from './set-places.ts'

/** Moves collections, side by side, before the one now at `index`; the end is their number. */
export async function moveCollections(
  input: { readonly space: SpaceReplica; readonly collectionIds: readonly CollectionId[]; readonly index: number },
  context: OperationContext,
): Promise<Result<Done>> {
  const { space, collectionIds, index } = input
  const { studioId, replica } = space
  const places = placeInOrder(space.getCollections(), collectionIds, index)
  const changes = places.map(({ id, orderRank }) => ({ key: id, to: { rank: orderRank } }))
  const label = collectionIds.length === 1 ? 'Move collection' : 'Move collections'
  return await setPlaces({ studioId, replica, table: 'collections', label, changes }, context)
}
