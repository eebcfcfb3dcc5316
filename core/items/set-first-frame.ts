import type { ChangeContext, Done } from '#core/change/context.ts'
import { updateRows } from '#core/change/row-mutators.ts'
import type { ItemId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { SpaceReplica } from './space-replica.ts'

/** Sets the number of the first frame of items' films; absent for the project's. */
export async function setFirstFrame(
  input: {
    readonly space: SpaceReplica
    readonly itemIds: readonly ItemId[]
    readonly firstFrame: number | undefined
  },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { space, itemIds, firstFrame } = input
  const label = itemIds.length === 1 ? 'Set first frame' : `Set first frame of ${itemIds.length} items`
  const changes = itemIds.map((key) => ({ key, fields: { firstFrame } }))
  return await context.mutate(updateRows, { table: 'items', changes, label }, space)
}
