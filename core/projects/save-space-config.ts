import { refuse, type ChangeContext, type Done } from '#core/change/context.ts'
import type { SpaceId, StageId, StatusId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { saveSpaceConfig as save } from './mutators.ts'

export type SpaceConfig = { readonly stageIds: readonly StageId[]; readonly statusIds: readonly StatusId[] }

/** Sets the stages and statuses of a space, in order; undo restores the former ones. */
export async function saveSpaceConfig(
  input: { readonly studio: StudioReplica; readonly spaceId: SpaceId } & SpaceConfig,
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, ...config } = input
  const space = studio.replica.find('spaces', config.spaceId)
  if (space === undefined) return refuse('space-not-found')
  const needsStages = space.layout !== 'moodboard'
  const isEmpty = config.statusIds.length === 0 || (needsStages && config.stageIds.length === 0)
  if (isEmpty) return refuse('space-config-incomplete')
  return await context.mutate(save, config, studio)
}
