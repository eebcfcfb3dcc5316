import type { StatusId, TaskId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { SpaceReplica } from '../sync/space-replica.ts'
import { refuse, type Done } from './carry-out.ts'

/** Whether a task is as it was created: nobody has given it a status, an artist, a date or anything else since. */
export function isAsCreated({ replica }: SpaceReplica, taskId: TaskId, statusId: StatusId | undefined): boolean {
  const task = replica.find('item_tasks', taskId)
  if (task === undefined) return true
  const { assigneeId, dueDate, priority, isDisabled } = task
  const isPlain = assigneeId === undefined && dueDate === undefined && priority === 0 && !isDisabled
  const isAlone =
    replica.getUnder('task_blocks', taskId).length === 0 && !replica.getRows('task_estimations').has(taskId)
  return isPlain && isAlone && (statusId === undefined || task.statusId === statusId)
}

/** Deletes what was created, as far as nobody has worked on it since; `changed-by-someone-else` where nothing is left to delete. */
export async function takeBackCreation<Id>(
  created: readonly Id[],
  isUntouched: (id: Id) => boolean,
  remove: (ids: readonly Id[]) => Promise<Result<Done>>,
): Promise<Result<Done>> {
  const untouched = created.filter(isUntouched)
  const conflictCount = created.length - untouched.length
  if (untouched.length === 0) return refuse('changed-by-someone-else')
  const removed = await remove(untouched)
  return removed.ok ? { ok: true, value: { ...removed.value, conflictCount } } : removed
}
