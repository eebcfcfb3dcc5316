import type { Gateway } from '#core/gateway/ports.ts'
import { toId, type StudioId, type TaskId, type UserId } from '#core/lib/ids.ts'
import { defineQuery } from '#core/query/define-query.ts'

export type Follower = { readonly userId: UserId }

/** Who is told about a task, in the order they came. */
export const followersQuery = defineQuery({
  name: 'followers',
  fields: { userId: true },
  fetch: async (gateway, { taskId }: { readonly studioId: StudioId; readonly taskId: TaskId }) => {
    const items = readFollowers(await gateway.call('list_followers', { p_task_id: taskId }))
    return { items, next: undefined }
  },
})

/** The person follows a task from now on, or no longer; answers who follows it then. Fails with an `AppError`. */
export async function setFollowing(
  { taskId, isFollowing }: { readonly taskId: TaskId; readonly isFollowing: boolean },
  { gateway }: { readonly gateway: Pick<Gateway, 'call'> },
): Promise<readonly Follower[]> {
  return readFollowers(await gateway.call('set_following', { p_task_id: taskId, p_is_following: isFollowing }))
}

function readFollowers(answer: unknown): readonly Follower[] {
  return Array.isArray(answer) ? answer.map((id) => ({ userId: toId<UserId>(String(id)) })) : []
}
