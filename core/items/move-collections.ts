import type { Done, ChangeContext } from '#core/change/context.ts'
import { placeInOrder } from '#core/lib/order-rank.ts'
import type { CollectionId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { SpaceReplica } from './space-replica.ts'
import { setPlaces } from '#core/change/place-mutators.ts'

/** Moves collections, side by side, before the one now at `index`; their number means the end. */
export async function moveCollections(
  input: { readonly space: SpaceReplica; readonly collectionIds: readonly CollectionId[]; readonly index: number },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { space, collectionIds, index } = input
  const places = placeInOrder(space.getCollections(), collectionIds, index)
  const changes = places.map(({ id, orderRank }) => ({ key: id, to: { rank: orderRank } }))
  const label = collectionIds.length === 1 ? 'Move collection' : 'Move collections'
  return await context.mutate(setPlaces, { table: 'collections', changes, label }, space)
}
