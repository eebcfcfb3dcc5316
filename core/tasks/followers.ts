import type { Gateway } from '#core/gateway/ports.ts'
import { toId, type StudioId, type TaskId, type UserId } from '#core/lib/ids.ts'
import { defineQuery } from '#core/query/define-query.ts'

export type Follower = { readonly userId: UserId }

/** A task's followers, in the order they joined. */
export const followersQuery = defineQuery({
  name: 'followers',
  fields: { userId: true },
  fetch: async (gateway, { taskId }: { readonly studioId: StudioId; readonly taskId: TaskId }) => {
    const items = readFollowers(await gateway.call('list_followers', { p_task_id: taskId }))
    return { items, next: undefined }
  },
})

/** Makes the person follow a task, or stop following it; returns its followers. Fails with an `AppError`. */
export async function setFollowing(
  { taskId, isFollowing }: { readonly taskId: TaskId; readonly isFollowing: boolean },
  { gateway }: { readonly gateway: Pick<Gateway, 'call'> },
): Promise<readonly Follower[]> {
  return readFollowers(await gateway.call('set_following', { p_task_id: taskId, p_is_following: isFollowing }))
}

function readFollowers(answer: unknown): readonly Follower[] {
  return Array.isArray(answer) ? answer.map((id) => ({ userId: toId<UserId>(String(id)) })) : []
}
