import type { ChangeContext, Done } from '#core/change/context.ts'
import { updateRows } from '#core/change/row-mutators.ts'
import type { ItemId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { SpaceReplica } from './space-replica.ts'

/** Omits items or brings them back: an omitted one stays where it is, struck through, and counts nowhere. */
export async function omitItems(
  input: { readonly space: SpaceReplica; readonly itemIds: readonly ItemId[]; readonly isOmitted: boolean },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { space, itemIds, isOmitted } = input
  const label = `${isOmitted ? 'Omit' : 'Restore'} ${itemIds.length === 1 ? 'item' : `${itemIds.length} items`}`
  const changes = itemIds.map((key) => ({ key, fields: { isOmitted }, expected: { isOmitted: !isOmitted } }))
  return await context.mutate(updateRows, { table: 'items', changes, label }, space)
}
