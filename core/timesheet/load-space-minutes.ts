import type { Gateway } from '#core/gateway/ports.ts'
import { toId, type SpaceId, type TaskId } from '#core/lib/ids.ts'

/** Loads the minutes logged on each task of a space. Fails with an `AppError`. */
export async function loadSpaceMinutes(
  spaceId: SpaceId,
  { gateway }: { readonly gateway: Pick<Gateway, 'callForAll'> },
): Promise<ReadonlyMap<TaskId, number>> {
  const rows = await gateway.callForAll('get_space_time_stats', { p_space_id: spaceId }, 'task_id')
  // The procedure's own columns (get_space_time_stats).
  const times = rows as readonly { readonly task_id: string; readonly minutes: number }[]
  return new Map(times.map(({ task_id: taskId, minutes }) => [toId<TaskId>(taskId), minutes]))
}
