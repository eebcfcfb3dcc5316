import type { SpaceCount } from '#core/timesheet/work-stats.ts'
import { toId, type SpaceId, type StudioId } from '#core/lib/ids.ts'
import type { Gateway } from '#core/gateway/ports.ts'

type WireCount = {
  readonly space_id: string
  readonly item_count: number
  readonly task_counts: Record<string, number>
}

/** Counts the items and tasks of every space that the person may open. Fails with an `AppError`. */
export async function loadSpaceCounts(
  studioId: StudioId,
  { gateway }: { readonly gateway: Pick<Gateway, 'callForAll'> },
): Promise<readonly SpaceCount[]> {
  const rows = await gateway.callForAll('get_space_counts', { p_studio_id: studioId }, 'space_id')
  // The procedure's own columns (get_space_counts).
  return (rows as readonly WireCount[]).map(({ space_id, item_count, task_counts }) => ({
    spaceId: toId<SpaceId>(space_id),
    itemCount: item_count,
    taskCounts: task_counts,
  }))
}
