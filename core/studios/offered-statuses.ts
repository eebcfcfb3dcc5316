import type { SpaceId } from '#core/lib/ids.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { StudioReplica } from './studio-replica.ts'

/** Returns the statuses that a space offers, in its order and colours; all of the studio's if it has not chosen any. */
export function offeredStatuses(studio: StudioReplica, spaceId: SpaceId): readonly StatusRow[] {
  const offered = studio.getSpaceStatuses(spaceId)
  if (offered.length === 0) return studio.getStatuses()
  const statuses = studio.replica.getRows('task_statuses')
  return offered.flatMap(({ statusId, colorOverride }) => {
    const status = statuses.get(statusId)
    if (status === undefined) return []
    return colorOverride === undefined ? status : { ...status, color: colorOverride }
  })
}
