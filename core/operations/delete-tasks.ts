import type { TaskId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { SpaceReplica } from '../sync/space-replica.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { refuse, type Done, type OperationContext } from './carry-out.ts'
import { doomedTasks } from './delete-items.ts'
import { deleteRows } from './delete-rows.ts'

/** Empties cells: deletes tasks with their revisions and comments; for roles with Delete. Undo puts them back for 30 days. */
export async function deleteTasks(
  input: { readonly studio: StudioReplica; readonly space: SpaceReplica; readonly taskIds: readonly TaskId[] },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, space } = input
  if (!studio.can('delete')) return refuse('permission-denied')
  const taskIds = input.taskIds.filter((id) => space.replica.find('item_tasks', id) !== undefined)
  if (taskIds.length === 0) return refuse('not-found')
  return await deleteRows(
    {
      studioId: space.studioId,
      label: taskIds.length === 1 ? 'Delete task' : `Delete ${taskIds.length} tasks`,
      mutation: { kind: 'delete', table: 'item_tasks', keys: taskIds },
      doomed: doomedTasks(space, taskIds),
      changedCount: taskIds.length,
      again: async () => await deleteTasks({ ...input, taskIds }, context),
    },
    context,
  )
}
