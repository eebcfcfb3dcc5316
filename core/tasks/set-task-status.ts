import { refuse, type ChangeContext, type Done } from '#core/change/context.ts'
import { isUuid, type StatusId, type TaskId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import { updateTasks } from './mutators.ts'
import type { Opened } from '#core/change/context.ts'

/**
 * Sets the status of one or many tasks, from a grid, the timeline or anywhere else; disabled tasks are skipped (ruling
 * 13), and each change gets its comment (ruling 21). Fails with `status-id-invalid` for a malformed id, and with
 * `task-disabled` or `not-found` if nothing changes.
 */
export async function setTaskStatus(
  { on, taskIds, statusId }: { readonly on: Opened; readonly taskIds: readonly TaskId[]; readonly statusId: StatusId },
  context: ChangeContext,
): Promise<Result<Done>> {
  if (!isUuid(statusId)) return refuse('status-id-invalid')
  const change = { taskIds: [...new Set(taskIds)], field: 'statusId', values: { all: statusId } } as const
  return await context.mutate(updateTasks, change, on)
}
