import type { StageRow } from '#core/schema/stages.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** The stages a space uses, in its order. */
export function activeStages(studio: StudioReplica, spaceId: SpaceId): readonly StageRow[] {
  const stages = studio.replica.getRows('stages')
  return studio
    .getSpaceStages(spaceId)
    .flatMap(({ stageId, isActive }) => (isActive ? (stages.get(stageId) ?? []) : []))
}

/** The statuses a space offers, in its order and colours; all of the studio's where it has not chosen any. */
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
