import type { ItemId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import { removeRows, type Patch } from '../sync/patches.ts'
import type { SpaceReplica } from '../sync/space-replica.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'

/** Deletes items with their tasks, revisions and comments; for roles with Delete, and for good. */
export async function deleteItems(
  input: { readonly studio: StudioReplica; readonly space: SpaceReplica; readonly itemIds: readonly ItemId[] },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, space } = input
  if (!studio.can('delete')) return refuse('permission-denied')
  const itemIds = input.itemIds.filter((id) => space.replica.find('items', id) !== undefined)
  if (itemIds.length === 0) return refuse('not-found')
  return await carryOut(
    context,
    {
      studioId: space.studioId,
      label: itemIds.length === 1 ? 'Delete item' : `Delete ${itemIds.length} items`,
      mutation: { kind: 'delete', table: 'items', keys: itemIds },
      patches: removeItemPatches(space, itemIds),
    },
    { changedCount: itemIds.length },
  )
}

/** The patches that take items and what hangs under them off the screen. */
export function removeItemPatches(space: SpaceReplica, itemIds: readonly ItemId[]): Patch[] {
  const scope = `space:${space.spaceId}` as const
  const taskIds = itemIds.flatMap((id) => space.getTasks(id).map((task) => task.id))
  return [...removeTaskPatches(space, taskIds), removeRows({ scope, table: 'items' }, itemIds)]
}

/** The patches that take tasks with their estimates and blocks off the screen. */
export function removeTaskPatches(space: SpaceReplica, taskIds: readonly string[]): Patch[] {
  const scope = `space:${space.spaceId}` as const
  const blocks = taskIds.flatMap((id) => space.replica.getUnder('task_blocks', id).map((block) => block.id))
  return [
    removeRows({ scope, table: 'task_estimations' }, taskIds),
    removeRows({ scope, table: 'task_blocks' }, blocks),
    removeRows({ scope, table: 'item_tasks' }, taskIds),
  ]
}
