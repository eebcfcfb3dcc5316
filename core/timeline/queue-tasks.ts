import type { Gateway } from '#core/gateway/ports.ts'
import type { StudioId } from '#core/lib/ids.ts'

type Context = { readonly gateway: Pick<Gateway, 'call'> }

/**
 * Queues every open task that is not planned, in one project or space where given, and returns how many. Fails with an
 * `AppError`.
 */
export async function queueUnplannedTasks(
  { studioId, projectId, spaceId }: { readonly studioId: StudioId; readonly projectId: string | undefined; readonly spaceId: string | undefined }, // prettier-ignore
  { gateway }: Context,
): Promise<number> {
  const answer = await gateway.call('queue_unplanned_tasks', {
    p_studio_id: studioId,
    p_project_id: projectId ?? null,
    p_space_id: spaceId ?? null,
  })
  const ids = typeof answer === 'object' && answer !== null && 'block_ids' in answer ? answer.block_ids : []
  return Array.isArray(ids) ? ids.length : 0
}

/** Removes duplicate queue blocks, so that each task waits once. Fails with an `AppError`. */
export async function removeDuplicateQueueBlocks(studioId: StudioId, { gateway }: Context): Promise<void> {
  await gateway.call('remove_duplicate_queue_blocks', { p_studio_id: studioId })
}
