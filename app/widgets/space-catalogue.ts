import type { StageRow } from '#core/schema/stages.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** Returns the stages a space uses, in its order. */
export function activeStages(studio: StudioReplica, spaceId: SpaceId): readonly StageRow[] {
  const stages = studio.replica.getRows('stages')
  return studio
    .getSpaceStages(spaceId)
    .flatMap(({ stageId, isActive }) => (isActive ? (stages.get(stageId) ?? []) : []))
}
