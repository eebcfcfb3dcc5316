import type { Gateway } from '#core/gateway/ports.ts'
import { toId, type TaskId, type UserId } from '#core/lib/ids.ts'

type Asked = { readonly gateway: Pick<Gateway, 'call'> }

/** Who is told about a task, in the order they came. Fails with an `AppError`. */
export async function loadFollowers(taskId: TaskId, { gateway }: Asked): Promise<readonly UserId[]> {
  return readIds(await gateway.call('list_followers', { p_task_id: taskId }))
}

/** The person follows a task from now on, or no longer; answers who follows it then. Fails with an `AppError`. */
export async function setFollowing(
  { taskId, isFollowing }: { readonly taskId: TaskId; readonly isFollowing: boolean },
  { gateway }: Asked,
): Promise<readonly UserId[]> {
  return readIds(await gateway.call('set_following', { p_task_id: taskId, p_is_following: isFollowing }))
}

function readIds(answer: unknown): readonly UserId[] {
  return Array.isArray(answer) ? answer.map((id) => toId<UserId>(String(id))) : []
}
