import type { CollectionId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { SpaceReplica } from '../sync/space-replica.ts'
import { refuse, type Done, type OperationContext } from './carry-out.ts'
import { setRowFields } from './set-row-fields.ts'

/** Gives a collection another name. */
export async function renameCollection(
  input: { readonly space: SpaceReplica; readonly collectionId: CollectionId; readonly name: string },
  context: OperationContext,
): Promise<Result<Done>> {
  const { space, collectionId } = input
  const name = input.name.trim()
  if (name === '') return refuse('name-missing')
  const { studioId, replica } = space
  const changes = [{ key: collectionId, fields: { name } }]
  return await setRowFields({ studioId, replica, table: 'collections', label: 'Rename collection', changes }, context)
}
