import type { CollectionId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import { removeRows } from '../sync/patches.ts'
import type { SpaceReplica } from '../sync/space-replica.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'
import { removeItemPatches } from './delete-items.ts'

/** Deletes a collection with all its items; for roles with Delete, and for good. */
export async function deleteCollection(
  input: { readonly studio: StudioReplica; readonly space: SpaceReplica; readonly collectionId: CollectionId },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, space, collectionId } = input
  if (!studio.can('delete')) return refuse('permission-denied')
  if (space.replica.find('collections', collectionId) === undefined) return refuse('not-found')
  const itemIds = space.getItems(collectionId).map(({ id }) => id)
  return await carryOut(
    context,
    {
      studioId: space.studioId,
      label: 'Delete collection',
      mutation: { kind: 'delete', table: 'collections', keys: [collectionId] },
      patches: [
        ...removeItemPatches(space, itemIds),
        removeRows({ scope: `space:${space.spaceId}`, table: 'collections' }, [collectionId]),
      ],
    },
    { changedCount: 1 },
  )
}
