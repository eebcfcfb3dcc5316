import { refuse, type ChangeContext, type Done } from '#core/change/context.ts'
import { updateRows } from '#core/change/row-mutators.ts'
import type { ItemId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { ItemKind } from '#core/schema/item-kinds.ts'
import type { SpaceReplica } from './space-replica.ts'

/** Sets the kind of items; without one they have only their type. Fails with `not-found` where all have it already. */
export async function setItemKind(
  input: { readonly space: SpaceReplica; readonly itemIds: readonly ItemId[]; readonly kind: ItemKind | undefined },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { space, itemIds, kind } = input
  const changes = itemIds.flatMap((key) => {
    const item = space.replica.find('items', key)
    if (item === undefined || item.kindId === kind?.id) return []
    const fields = { kindId: kind?.id, itemType: kind?.itemType ?? item.itemType }
    return [{ key, fields, expected: { kindId: item.kindId, itemType: item.itemType } }]
  })
  if (changes.length === 0) return refuse('not-found')
  return await context.mutate(updateRows, { table: 'items', changes, label: 'Set the kind' }, space)
}
