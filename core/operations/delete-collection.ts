import type { CollectionId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { SpaceReplica } from '../sync/space-replica.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { refuse, type Done, type OperationContext } from './carry-out.ts'
import { doomedItems } from './delete-items.ts'
import { deleteRows, doom } from './delete-rows.ts'

/** Deletes a collection with all its items; for roles with Delete. Undo puts them back for 30 days. */
export async function deleteCollection(
  input: { readonly studio: StudioReplica; readonly space: SpaceReplica; readonly collectionId: CollectionId },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, space, collectionId } = input
  if (!studio.can('delete')) return refuse('permission-denied')
  const collection = space.replica.find('collections', collectionId)
  if (collection === undefined) return refuse('not-found')
  const itemIds = space.getItems(collectionId).map(({ id }) => id)
  const place = { scope: space.replica.scope, table: 'collections' } as const
  return await deleteRows(
    {
      studioId: space.studioId,
      label: 'Delete collection',
      mutation: { kind: 'delete', table: 'collections', keys: [collectionId] },
      doomed: [...doomedItems(space, itemIds), doom(place, [collection])],
      changedCount: 1,
      again: async () => await deleteCollection(input, context),
    },
    context,
  )
}
