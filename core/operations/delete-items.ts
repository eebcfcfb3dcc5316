import type { ItemId, TaskId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { SpaceReplica } from '../sync/space-replica.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { refuse, type Done, type OperationContext } from './carry-out.ts'
import { deleteRows, doom, type Doomed } from './delete-rows.ts'

/** Deletes items with their tasks, revisions and comments; for roles with Delete. Undo puts them back for 30 days. */
export async function deleteItems(
  input: { readonly studio: StudioReplica; readonly space: SpaceReplica; readonly itemIds: readonly ItemId[] },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, space } = input
  if (!studio.can('delete')) return refuse('permission-denied')
  const itemIds = input.itemIds.filter((id) => space.replica.find('items', id) !== undefined)
  if (itemIds.length === 0) return refuse('not-found')
  return await deleteRows(
    {
      studioId: space.studioId,
      label: itemIds.length === 1 ? 'Delete item' : `Delete ${itemIds.length} items`,
      mutation: { kind: 'delete', table: 'items', keys: itemIds },
      doomed: doomedItems(space, itemIds),
      changedCount: itemIds.length,
      again: async () => await deleteItems({ ...input, itemIds }, context),
    },
    context,
  )
}

/** Items and what hangs under them on screen. */
export function doomedItems(space: SpaceReplica, itemIds: readonly ItemId[]): Doomed[] {
  const scope = `space:${space.spaceId}` as const
  const taskIds = itemIds.flatMap((id) => space.getTasks(id).map((task) => task.id))
  const items = itemIds.map((id) => space.replica.find('items', id))
  return [...doomedTasks(space, taskIds), doom({ scope, table: 'items' }, items)]
}

/** Tasks with their estimates and blocks. */
export function doomedTasks({ spaceId, replica }: SpaceReplica, taskIds: readonly TaskId[]): Doomed[] {
  const scope = `space:${spaceId}` as const
  const rows = <Name extends 'task_estimations' | 'item_tasks'>(table: Name) =>
    taskIds.map((id) => replica.find(table, id))
  const blocks = taskIds.flatMap((id) => replica.getUnder('task_blocks', id))
  return [
    doom({ scope, table: 'task_estimations' }, rows('task_estimations')),
    doom({ scope, table: 'task_blocks' }, blocks),
    doom({ scope, table: 'item_tasks' }, rows('item_tasks')),
  ]
}
