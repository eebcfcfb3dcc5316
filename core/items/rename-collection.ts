import { refuse, type Done, type ChangeContext } from '#core/change/context.ts'
import type { CollectionId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { SpaceReplica } from './space-replica.ts'
import { updateRows } from '#core/change/row-mutators.ts'

/** Renames a collection. */
export async function renameCollection(
  input: { readonly space: SpaceReplica; readonly collectionId: CollectionId; readonly name: string },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { space, collectionId } = input
  const name = input.name.trim()
  if (name === '') return refuse('name-missing')
  const changes = [{ key: collectionId, fields: { name } }]
  return await context.mutate(updateRows, { table: 'collections', changes, label: 'Rename collection' }, space)
}
