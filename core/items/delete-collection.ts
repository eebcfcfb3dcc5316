import type { ChangeContext, Done } from '#core/change/context.ts'
import { deleteRows } from '#core/change/row-mutators.ts'
import type { CollectionId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { SpaceReplica } from './space-replica.ts'
import type { Result } from '#core/lib/result.ts'

/** Deletes a collection with all its items; for roles with Delete. Undo restores them for 30 days. */
export async function deleteCollection(
  {
    studio,
    space,
    collectionId,
  }: { readonly studio: StudioReplica; readonly space: SpaceReplica; readonly collectionId: CollectionId },
  context: ChangeContext,
): Promise<Result<Done>> {
  return await context.mutate(deleteRows, { table: 'collections', keys: [collectionId] }, space, studio)
}
