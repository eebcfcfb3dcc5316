import type { ChangeContext, Done } from '#core/change/context.ts'
import { deleteRows } from '#core/change/row-mutators.ts'
import type { TaskId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { Result } from '#core/lib/result.ts'

/**
 * Empties cells: deletes tasks with their revisions and comments, for roles with Delete. Undo restores them for 30
 * days.
 */
export async function deleteTasks(
  {
    studio,
    space,
    taskIds,
  }: { readonly studio: StudioReplica; readonly space: SpaceReplica; readonly taskIds: readonly TaskId[] },
  context: ChangeContext,
): Promise<Result<Done>> {
  return await context.mutate(deleteRows, { table: 'item_tasks', keys: taskIds }, space, studio)
}
