import type { ChangeContext, Done } from '#core/change/context.ts'
import { updateRows } from '#core/change/row-mutators.ts'
import type { ItemId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import { describeFlag, type ItemFlag } from '#core/schema/item-flags.ts'
import type { SpaceReplica } from './space-replica.ts'

/** Turns a flag of items on or off; items that already have it that way are left alone. */
export async function setItemFlag(
  input: {
    readonly space: SpaceReplica
    readonly itemIds: readonly ItemId[]
    readonly flag: ItemFlag
    readonly isOn: boolean
  },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { space, itemIds, flag, isOn } = input
  const { on, off } = describeFlag(flag)
  const label = `${(isOn ? on : off).verb} ${itemIds.length === 1 ? 'item' : `${itemIds.length} items`}`
  const changes = itemIds.map((key) => ({ key, fields: { [flag]: isOn }, expected: { [flag]: !isOn } }))
  return await context.mutate(updateRows, { table: 'items', changes, label }, space)
}
