import type { SpaceId, StageId, StatusId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import { addRows, removeRows, setRows, type Patch } from '../sync/patches.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'

export type SpaceConfig = { readonly stageIds: readonly StageId[]; readonly statusIds: readonly StatusId[] }

/** Sets the stages and statuses a space works with, in order; undo restores the former choice. */
export async function saveSpaceConfig(
  input: { readonly studio: StudioReplica; readonly spaceId: SpaceId } & SpaceConfig,
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, spaceId, stageIds, statusIds } = input
  const space = studio.replica.find('spaces', spaceId)
  if (space === undefined) return refuse('space-not-found')
  const needsStages = space.layout !== 'moodboard'
  if (statusIds.length === 0 || (needsStages && stageIds.length === 0)) return refuse('space-config-incomplete')
  const before = {
    stageIds: studio.getSpaceStages(spaceId).flatMap((row) => (row.isActive ? [row.stageId] : [])),
    statusIds: studio.getSpaceStatuses(spaceId).map(({ statusId }) => statusId),
  }
  const canRevert = before.statusIds.length > 0 && (!needsStages || before.stageIds.length > 0)
  const revert = async () => await saveSpaceConfig({ studio, spaceId, ...before }, context)
  return await carryOut(
    context,
    {
      studioId: studio.studioId,
      label: 'Change stages and statuses',
      mutation: { kind: 'save-space-config', spaceId, stageIds, statusIds },
      patches: configPatches(studio, spaceId, { stageIds, statusIds }),
      about: [spaceId],
    },
    { changedCount: 1, ...(canRevert ? { revert } : {}) },
  )
}

function configPatches(studio: StudioReplica, spaceId: SpaceId, { stageIds, statusIds }: SpaceConfig): Patch[] {
  const { scope } = studio.replica
  const stages = { scope, table: 'space_stages' } as const
  const statuses = { scope, table: 'space_statuses' } as const
  const goneStages = studio.getSpaceStages(spaceId).filter((row) => !stageIds.includes(row.stageId))
  const goneStatuses = studio.getSpaceStatuses(spaceId).filter((row) => !statusIds.includes(row.statusId))
  return [
    removeRows(
      stages,
      goneStages.map(({ stageId }) => `${spaceId}:${stageId}`),
    ),
    removeRows(
      statuses,
      goneStatuses.map(({ statusId }) => `${spaceId}:${statusId}`),
    ),
    ...stageIds.flatMap((stageId, index) => {
      const fields = { isActive: true, orderIndex: index * 10 }
      return [addRows(stages, [{ spaceId, stageId, ...fields }]), setRows(stages, [`${spaceId}:${stageId}`], fields)]
    }),
    ...statusIds.flatMap((statusId, orderIndex) => [
      addRows(statuses, [{ spaceId, statusId, orderIndex, colorOverride: undefined }]),
      setRows(statuses, [`${spaceId}:${statusId}`], { orderIndex }),
    ]),
  ]
}
