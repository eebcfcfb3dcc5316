import { rankAtEnd } from '../domain/order-rank.ts'
import type { CollectionId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import { addRows } from '../sync/patches.ts'
import type { SpaceReplica } from '../sync/space-replica.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'
import { deleteCollection } from './delete-collection.ts'

/** Creates a collection at the end of a space; undo deletes it. */
export async function createCollection(
  input: {
    readonly studio: StudioReplica
    readonly space: SpaceReplica
    readonly name: string
    /** Made here unless given. */
    readonly id?: CollectionId
  },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, space } = input
  const name = input.name.trim()
  if (name === '') return refuse('name-missing')
  const id = input.id ?? context.ids.newId<CollectionId>()
  const collections = space.getCollections()
  const row = { id, name, description: '', position: collections.length, orderRank: rankAtEnd(collections) }
  const rows = [{ ...row, isDefault: false }]
  return await carryOut(
    context,
    {
      studioId: space.studioId,
      label: 'Create collection',
      mutation: { kind: 'insert', table: 'collections', rows, extra: { space_id: space.spaceId } },
      patches: [addRows({ scope: `space:${space.spaceId}`, table: 'collections' }, rows)],
    },
    {
      changedCount: 1,
      revert: async () => await deleteCollection({ studio, space, collectionId: id }, context),
    },
  )
}
