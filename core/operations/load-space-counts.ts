import type { SpaceCount } from '../domain/work-stats.ts'
import { toId, type SpaceId, type StudioId } from '../lib/ids.ts'
import type { StudioClient } from '../sync/make-client.ts'

type WireCount = {
  readonly space_id: string
  readonly item_count: number
  readonly task_counts: Record<string, number>
}

/** Counts the items and tasks of every space the person may open. Fails with an `AppError`. */
export async function loadSpaceCounts(
  studioId: StudioId,
  { gateway }: Pick<StudioClient, 'gateway'>,
): Promise<readonly SpaceCount[]> {
  const rows = await gateway.call('get_space_counts', { p_studio_id: studioId })
  if (!Array.isArray(rows)) return []
  // The procedure's own columns (get_space_counts).
  return (rows as readonly WireCount[]).map(({ space_id, item_count, task_counts }) => ({
    spaceId: toId<SpaceId>(space_id),
    itemCount: item_count,
    taskCounts: task_counts,
  }))
}
