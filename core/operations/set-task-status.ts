import type { StatusId, TaskId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { SpaceReplica } from '../sync/space-replica.ts'
import type { Done, OperationContext } from './carry-out.ts'
import { setTaskField } from './set-task-field.ts'

/** Sets the status of one task or many at once; disabled tasks are left out (ruling 13) and each change gets its comment (ruling 21). */
export async function setTaskStatus(
  input: { readonly space: SpaceReplica; readonly taskIds: readonly TaskId[]; readonly statusId: StatusId },
  context: OperationContext,
): Promise<Result<Done>> {
  const { space, taskIds, statusId } = input
  return await setTaskField({ space, taskIds, field: 'statusId', values: { all: statusId } }, context)
}
