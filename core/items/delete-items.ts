import type { ChangeContext, Done } from '#core/change/context.ts'
import { deleteRows } from '#core/change/row-mutators.ts'
import type { ItemId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { SpaceReplica } from './space-replica.ts'
import type { Result } from '#core/lib/result.ts'

/** Deletes items with their tasks, revisions and comments; for roles with Delete. Undo restores them for 30 days. */
export async function deleteItems(
  {
    studio,
    space,
    itemIds,
  }: { readonly studio: StudioReplica; readonly space: SpaceReplica; readonly itemIds: readonly ItemId[] },
  context: ChangeContext,
): Promise<Result<Done>> {
  return await context.mutate(deleteRows, { table: 'items', keys: itemIds }, space, studio)
}
